import { parseDocument, readText } from '@quarry/html';
import { numberOf, textOf, type Json } from '../../../shared/json-values.js';

/** The site's kinds of home by number, in the words of the parameter `homeTypes`. */
const PROPERTY_TYPES: Readonly<Record<number, string>> = {
  3: 'condo',
  4: 'multiFamily',
  5: 'multiFamily',
  6: 'house',
  8: 'land',
  10: 'mobile',
  13: 'townhouse',
};
const SHOWN_TYPES: Readonly<Record<number, string>> = {
  1: 'house',
  2: 'condo',
  3: 'townhouse',
  4: 'multiFamily',
  5: 'land',
};

/** Kind of a home; undefined for an unknown number. `shown`: the coarser one that the site's filter has. */
export const homeTypeOf = (propertyType: Json, shown?: Json): string | undefined => {
  const [exact, coarse] = [numberOf(propertyType), numberOf(shown)];
  return (
    (coarse === undefined ? undefined : SHOWN_TYPES[coarse]) ??
    (exact === undefined ? undefined : PROPERTY_TYPES[exact])
  );
};

const STATUSES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sold|closed)\b/i, 'SOLD'],
  [/\bcoming[ -]?soon\b/i, 'COMING_SOON'],
  [/\bcontingent\b|\bunder contract\b/i, 'CONTINGENT'],
  [/\bpending\b/i, 'PENDING'],
  [/\boff[ -]?market\b/i, 'OFF_MARKET'],
  [/\bfor rent\b/i, 'FOR_RENT'],
  [/^(?:active|for sale|new)\b/i, 'FOR_SALE'],
];

/** The site's own numbers. */
const SEARCH_STATUSES: Readonly<Record<number, string>> = { 1: 'FOR_SALE', 4: 'SOLD', 32: 'OFF_MARKET' };

/** Status of a home: by the words of its listing, else by the site's own number; undefined where neither states it. */
export const statusOf = (words: Json, searchStatus?: Json): string | undefined => {
  const said = textOf(words);
  const known = said === undefined ? undefined : STATUSES.find(([pattern]) => pattern.test(said))?.[1];
  if (known !== undefined) return known;
  const number = numberOf(searchStatus);
  return number === undefined ? undefined : SEARCH_STATUSES[number];
};

const MS_PER_DAY = 86_400_000;

export const daysOf = (spanMs: number | undefined): number | undefined =>
  spanMs === undefined || spanMs < 0 ? undefined : Math.floor(spanMs / MS_PER_DAY);

/** A time in ISO form; undefined for anything but a time of this or the last century. */
export const momentOf = (epochMs: Json): string | undefined => {
  const ms = numberOf(epochMs);
  if (ms === undefined || ms < Date.UTC(1900, 0) || ms > Date.UTC(2100, 0)) return undefined;
  return new Date(ms).toISOString();
};

/** The same of a time that may be written: `2025-08-30T19:00:00Z`. */
export const writtenMoment = (time: Json): string | undefined => {
  const text = textOf(time);
  return momentOf(text !== undefined && /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : time);
};

/** One line of an address: its parts as far as they are known. */
export const addressLine = (address: {
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zipcode?: string | undefined;
}): string | undefined => {
  const { street, city, state, zipcode } = address;
  const region = [state, zipcode].filter((part) => part !== undefined).join(' ');
  const parts = [street, city, region === '' ? undefined : region].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : undefined;
};

/** The visible text of a text that may have links and entities of html. */
export const plainText = (value: Json): string | undefined => {
  const text = textOf(value);
  return text === undefined || !/[<&]/.test(text) ? text : textOf(readText(parseDocument(text).root));
};
