import { filled, isObject, type JsonObject, parseDocument, parseJson, readText } from '@quarry/html';
import { endOfValue } from '../../../shared/embedded-state.js';
import { hostOf, isUnresolved, readTarget } from '../link-target.js';
import { nextPageOfAddress, type EnginecNextPage } from './next-page.js';
import type { Ad, Organic } from './serp-body.js';
import { readDay, type Sitelink } from './read-entry.js';

/** Entries of a page of data, without positions. */
export interface PageData {
  readonly organics: readonly Organic[];
  readonly ads: readonly Ad[];
  readonly next: EnginecNextPage | undefined;
  /** The engine's own sign for nothing found: one entry that leads to another engine. */
  readonly saysNone: boolean;
}

/** Most rows of one page of data. */
const MAX_ROWS = 300;
const SITELINKS_MAX = 20;

/** Rows that the page loads into the part `name`; undefined where there are none. */
const rowsOf = (text: string, name: string): readonly JsonObject[] | undefined => {
  const call = new RegExp(String.raw`\bpageLayout\.load\(\s*['"]${name}['"]\s*,\s*(?=\[)`).exec(text);
  if (!call) return undefined;
  const start = call.index + call[0].length;
  const rows = parseJson(text.slice(start, Math.max(start, endOfValue(text, start))));
  return Array.isArray(rows) ? rows.slice(0, MAX_ROWS).filter(isObject) : undefined;
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
    .filter(isObject)
    .flatMap((row) => {
      const link = readTarget(stringOf(row['targetUrl']), 'https://duckduckgo.com/')?.url;
      const title = wordsOf(row['text']);
      const snippet = wordsOf(row['snippet']);
      return link !== undefined && title !== '' ? [{ title, link, ...(snippet ? { snippet } : {}) }] : [];
    });

const isEnd = (row: JsonObject): boolean => row['t'] === 'EOF' && /(?:^|\.)google\./.test(stringOf(row['i']));

const toOrganic = (row: JsonObject): Organic | undefined => {
  const link = readTarget(stringOf(row['u']) || stringOf(row['c']), 'https://duckduckgo.com/');
  const title = wordsOf(row['t']);
  if (!link || link.kind === 'ad' || title === '' || isEnd(row)) return undefined;
  return filled({
    title,
    link: link.url,
    displayedLink: stringOf(row['d']),
    source: hostOf(link.url),
    snippet: wordsOf(row['a']),
    date: readDay(stringOf(row['e'])),
    sitelinks: sitelinksOf(row['l']),
  });
};

const toAd = (row: JsonObject): Ad | undefined => {
  const link = readTarget(stringOf(row['u']) || stringOf(row['c']), 'https://duckduckgo.com/');
  const title = wordsOf(row['t']);
  if (!link || title === '') return undefined;
  const displayedLink = stringOf(row['d']);
  const source = isUnresolved(link.url) ? hostOf(`https://${displayedLink}`) : hostOf(link.url);
  return filled({ title, link: link.url, displayedLink, source, description: wordsOf(row['a']) });
};

const isFound = <T>(value: T | undefined): value is T => value !== undefined;

/** True for data meant for the engine's own scripts instead of a page. */
export const isData = (text: string): boolean => /^\s*(?:window\.execDeep\b|if\s*\(\s*DDG\b|DDG\.)/.test(text);

/** Undefined where the data contain no list of results. */
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
