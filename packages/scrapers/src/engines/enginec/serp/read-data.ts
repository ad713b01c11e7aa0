import { parseDocument, readText } from '@quarry/html';
import { hostOf, isUnresolved, readTarget } from '../link-target.js';
import { nextPageOfAddress, type EnginecNextPage } from './next-page.js';
import type { Ad, Organic } from './serp-body.js';
import { readDay, type Sitelink } from './read-entry.js';

/** Entries of a page of data, before positions. */
export interface PageData {
  readonly organics: readonly Organic[];
  readonly ads: readonly Ad[];
  readonly next: EnginecNextPage | undefined;
  /** The engine's own sign for nothing found: one entry that leads to another engine. */
  readonly saysNone: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Most rows of one page of data. */
const MAX_ROWS = 300;
const SITELINKS_MAX = 20;

/** Text of the list that begins at `start`, its brackets paired outside of strings. */
const listAt = (text: string, start: number): string | undefined => {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isInString) {
      if (sign === 0x5c) at += 1;
      else if (sign === 0x22) isInString = false;
    } else if (sign === 0x22) isInString = true;
    else if (sign === 0x5b || sign === 0x7b) depth += 1;
    else if (sign === 0x5d || sign === 0x7d) {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
};

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows that the page loads into the part `name`; undefined where it loads none. */
const rowsOf = (text: string, name: string): readonly Row[] | undefined => {
  const call = new RegExp(String.raw`\bpageLayout\.load\(\s*['"]${name}['"]\s*,\s*(?=\[)`).exec(text);
  const list = call && listAt(text, call.index + call[0].length);
  if (!list) return undefined;
  try {
    const parsed: unknown = JSON.parse(list);
    return Array.isArray(parsed) ? parsed.slice(0, MAX_ROWS).filter(isRow) : undefined;
  } catch {
    return undefined;
  }
};

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Words of a piece of markup. */
const wordsOf = (markup: unknown): string => {
  const text = stringOf(markup);
  return text === '' ? '' : readText(parseDocument(text).root);
};

const sitelinksOf = (value: unknown): Sitelink[] =>
  (Array.isArray(value) ? value : [])
    .slice(0, SITELINKS_MAX)
    .filter(isRow)
    .flatMap((row) => {
      const link = readTarget(stringOf(row['targetUrl']), 'https://duckduckgo.com/')?.url;
      const title = wordsOf(row['text']);
      const snippet = wordsOf(row['snippet']);
      return link !== undefined && title !== '' ? [{ title, link, ...(snippet ? { snippet } : {}) }] : [];
    });

const isEnd = (row: Row): boolean => row['t'] === 'EOF' && /(?:^|\.)google\./.test(stringOf(row['i']));

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const given = <T extends object = never>(fields: NoInfer<T>): T =>
  // safe because the fields that can be empty are optional
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && !isEmpty(value)),
  ) as T;

const toOrganic = (row: Row): Organic | undefined => {
  const link = readTarget(stringOf(row['u']) || stringOf(row['c']), 'https://duckduckgo.com/');
  const title = wordsOf(row['t']);
  if (!link || link.kind === 'ad' || title === '' || isEnd(row)) return undefined;
  return given({
    title,
    link: link.url,
    displayedLink: stringOf(row['d']),
    source: hostOf(link.url),
    snippet: wordsOf(row['a']),
    date: readDay(stringOf(row['e'])),
    sitelinks: sitelinksOf(row['l']),
  });
};

const toAd = (row: Row): Ad | undefined => {
  const link = readTarget(stringOf(row['u']) || stringOf(row['c']), 'https://duckduckgo.com/');
  const title = wordsOf(row['t']);
  if (!link || title === '') return undefined;
  const displayedLink = stringOf(row['d']);
  const source = isUnresolved(link.url) ? hostOf(`https://${displayedLink}`) : hostOf(link.url);
  return given({ title, link: link.url, displayedLink, source, description: wordsOf(row['a']) });
};

const isFound = <T>(value: T | undefined): value is T => value !== undefined;

/** True for data meant for the engine's own scripts instead of a page. */
export const isData = (text: string): boolean => /^\s*(?:window\.execDeep\b|if\s*\(\s*DDG\b|DDG\.)/.test(text);

/** Undefined where the data hold no list of results. */
export const readData = (text: string): PageData | undefined => {
  const rows = rowsOf(text, 'd');
  if (!rows) return undefined;
  const organics = rows.map(toOrganic).filter(isFound);
  return {
    organics,
    ads: (rowsOf(text, 'a') ?? []).map(toAd).filter(isFound),
    next: organics.length > 0 ? nextPageOfAddress(rows.at(-1)?.['n']) : undefined,
    saysNone: rows.length === 1 && rows.every(isEnd),
  };
};
