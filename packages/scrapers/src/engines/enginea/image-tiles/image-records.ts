import { defined, isObject, parseJson } from '@quarry/html';
import { endOfValue } from '../../../shared/embedded-state.js';
import { unescapeLiteral } from '../serp/script-content.js';

/** A picture and what its page says about it, from the engine's own data. */
export interface ImageRecord {
  /** Of the picture, the same in data and markup; without the colon that older pages append. */
  readonly id: string;
  /** The engine's small copy. */
  readonly thumbnail?: string;
  readonly original?: string;
  /** In pixels, of the original. */
  readonly width?: number;
  readonly height?: number;
  readonly page?: string;
  readonly title?: string;
  /** Name of the site, as it calls itself. */
  readonly site?: string;
  readonly host?: string;
}

/** Most records that are read from one page; the engine gives about a hundred. */
export const MAX_RECORDS = 1_000;
/** Longest record, in characters. */
export const MAX_RECORD_CHARS = 40_000;
/** How far before its first address a record begins, at most. */
const MAX_HEAD_CHARS = 80;

/** Ways in which scripts write a quote: plainly, or in a literal within the script. */
const QUOTES = ['"', '\\x22', '\\"', '\\u0022'] as const;

const ID = /^[\w-]{10,24}:?$/;

/** The id of a picture without its old ending; undefined for anything else. */
export const pictureId = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) && /\D/.test(value) ? value.replace(/:$/, '') : undefined;

interface Place {
  readonly start: number;
  readonly quote: string;
}

const escapeForPattern = (text: string): string => text.replace(/[\\"]/g, '\\$&');

/** Where records begin: `[0,"<id>",["http...`. */
const findPlaces = (text: string): Place[] => {
  const places: Place[] = [];
  for (const quote of QUOTES) {
    const mark = `[${quote}http`;
    const written = escapeForPattern(quote);
    const head = new RegExp(`\\[(?:null|\\d{1,3})?,${written}[\\w-]{10,24}:?${written}(?:\\s|\\\\n)*,(?:\\s|\\\\n)*$`);
    for (let at = text.indexOf(mark); at >= 0 && places.length < MAX_RECORDS; at = text.indexOf(mark, at + 1)) {
      const before = text.slice(Math.max(0, at - MAX_HEAD_CHARS), at);
      const found = head.exec(before);
      if (found) places.push({ start: at - before.length + found.index, quote });
    }
  }
  return places.sort((one, other) => one.start - other.start);
};

const parseList = (text: string): readonly unknown[] | undefined => {
  const value = parseJson(text.slice(0, Math.max(0, endOfValue(text, 0))).replaceAll('\\x', '\\u00'));
  return Array.isArray(value) ? value : undefined;
};

export const isWeb = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
export const pixels = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

/** `["<address>", height, width]`. */
const readPicture = (value: unknown): { url: string; width?: number; height?: number } | undefined => {
  if (!Array.isArray(value) || !isWeb(value[0])) return undefined;
  const [height, width] = [pixels(value[1]), pixels(value[2])];
  return { url: value[0], ...(width === undefined || height === undefined ? {} : { width, height }) };
};

/** A copy made by the engine, under its own name for the picture. */
export const isEngineCopy = (url: string): boolean => /^https?:\/\/[^/]*\.gstatic\.com\/images\?/i.test(url);

/** Facts about the page: a list with its id, address and title, under a number that has been the same for years. */
const aboutPage = (facts: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const isAbout = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && pictureId(value[1]) !== undefined && isWeb(value[2]);
  return [facts['2003'], ...Object.values(facts)].find(isAbout) ?? [];
};

const first = (value: unknown, at: number): string | undefined =>
  Array.isArray(value) ? textOf(value[at]) : undefined;

const readRecord = (list: readonly unknown[]): ImageRecord | undefined => {
  const id = pictureId(list[1]);
  if (id === undefined) return undefined;
  const thumbnail = readPicture(list[2]);
  const full = readPicture(list[3]);
  const original = full && !isEngineCopy(full.url) ? full : undefined;
  const facts = list.find(isObject) ?? {};
  const about = aboutPage(facts);
  return defined<ImageRecord>({
    id,
    thumbnail: thumbnail?.url,
    original: original?.url,
    width: original?.width,
    height: original?.height,
    page: textOf(about[2]),
    title: textOf(about[3]) ?? first(facts['2008'], 1),
    site: textOf(about[12]),
    host: textOf(about[17]) ?? first(facts['2000'], 1) ?? first(facts['183836587'], 0),
  });
};

/** The one with more fields, where data name a picture twice. */
const better = (known: ImageRecord | undefined, found: ImageRecord): ImageRecord =>
  known && Object.keys(known).length >= Object.keys(found).length ? known : found;

/** Records of pictures in the scripts of a page or in an answer of data, by their ids, in the order of the data. */
export const readImageRecords = (text: string): ReadonlyMap<string, ImageRecord> => {
  const records = new Map<string, ImageRecord>();
  const places = findPlaces(text);
  for (const [index, { start, quote }] of places.entries()) {
    const next = places[index + 1]?.start ?? text.length;
    const written = text.slice(start, Math.min(next, start + MAX_RECORD_CHARS));
    const list = parseList(quote === '"' ? written : unescapeLiteral(written));
    const record = list && readRecord(list);
    if (record) records.set(record.id, better(records.get(record.id), record));
  }
  return records;
};
