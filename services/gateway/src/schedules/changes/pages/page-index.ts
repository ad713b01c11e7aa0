import { createHash } from 'node:crypto';
import { canonicalJson } from '@quarry/contracts';
import { MAX_COMPARED_PAGES, MAX_PAGE_NAME_CHARS } from '../../bounds.js';
import type { Tracked } from '../tracked.js';

/** A page of a run. */
export interface Page {
  /** Its address; of an item that is not a page, its query. */
  readonly url: string;
  /** Of its tracked content; empty: the content is not known. */
  readonly digest: string;
  /** Where its response is stored. */
  readonly itemId: string;
  readonly answerName: string;
}

/** The pages of a run by key. */
export interface PageIndex {
  readonly pages: ReadonlyMap<string, Page>;
  /** Pages with this key or a greater one are left out; absent: none is. */
  readonly ceiling?: string | undefined;
}

/** As JSON. */
export interface StoredPages {
  readonly pages: readonly (readonly [key: string, url: string, digest: string, itemId: string, answerName: string])[];
  readonly ceiling?: string | undefined;
}

const KEY_CHARS = 16;
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, KEY_CHARS);

/** Digests are spread evenly, so that the pages with the smallest keys are a sample that is the same in every run. */
export const pageKey = (url: string): string => digest(url);
export const contentDigest = (tracked: Tracked): string => digest(canonicalJson(tracked));
export const pageName = (url: string): string => url.slice(0, MAX_PAGE_NAME_CHARS).toWellFormed();

export const isWithin = (key: string, ceiling: string | undefined): boolean => ceiling === undefined || key < ceiling;

/** The smaller one. */
export const lowerCeiling = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;

/** A map of pages, or of what was found of them, that keeps those with the smallest keys. */
export const createSample = <Value>(maxPages: number = MAX_COMPARED_PAGES) => {
  const values = new Map<string, Value>();
  let ceiling: string | undefined;

  const cut = (): void => {
    if (values.size <= maxPages) return;
    const keys = [...values.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    ceiling = keys[maxPages];
    for (const key of keys.slice(maxPages)) values.delete(key);
  };

  return {
    get: (key: string): Value | undefined => values.get(key),
    /** False: the page is not of the sample. */
    takes: (key: string): boolean => isWithin(key, ceiling),
    set: (key: string, value: Value): void => {
      if (!isWithin(key, ceiling)) return;
      values.set(key, value);
      if (values.size >= 2 * maxPages) cut();
    },
    end: (): { readonly values: ReadonlyMap<string, Value>; readonly ceiling: string | undefined } => {
      cut();
      return { values, ceiling };
    },
  };
};

export const packPages = ({ pages, ceiling }: PageIndex): StoredPages => ({
  pages: [...pages].map(([key, { url, digest: content, itemId, answerName }]) => [
    ...([key, url, content, itemId, answerName] as const),
  ]),
  ...(ceiling === undefined ? {} : { ceiling }),
});

export const unpackPages = ({ pages, ceiling }: StoredPages): PageIndex => ({
  pages: new Map(
    pages.map(([key, url, content, itemId, answerName]) => [key, { url, digest: content, itemId, answerName }]),
  ),
  ceiling,
});
