import { isObject, type JsonObject, parseDocument, readText } from '@quarry/html';
import { scriptTexts, stateOfText } from '../../../shared/embedded-state.js';
import { ApolloStore } from '../../shared/apollo-store.js';
import { textOf, type Json } from '../../../shared/json-values.js';

/** A place's record among the records of its page. */
export interface FoundBusiness {
  readonly store: ApolloStore;
  readonly business: JsonObject;
}

const STATE = /<script\b[^>]{0,200}\bdata-apollo-state\b[^>]{0,200}>/gi;

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

const unescapeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(quot|apos|lt|gt|amp));/gi, (entity, hex, decimal, name) => {
    // safe because a group is a text or absent
    const [hexDigits, digits, word] = [hex, decimal, name] as (string | undefined)[];
    if (word !== undefined) return ENTITIES[word.toLowerCase()] ?? entity;
    const code = hexDigits === undefined ? Number(digits) : Number.parseInt(hexDigits, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
  });

/** The store is written with its quotes escaped, in a comment. */
const readStore = (source: string): JsonObject | undefined => {
  const [text] = scriptTexts(source, STATE);
  const store = stateOfText(text?.includes('&quot;') ? unescapeEntities(text) : text);
  return isObject(store) ? store : undefined;
};

/** Records that a place is kept under, in the old form of the store and in the new one. */
const BUSINESS = /^(?:\$ROOT_QUERY\.business\(\{"encid":"([^"]+)"[^.]*\}\)|Business:\{?"?(?:encid"?:")?([\w-]+)"?\}?)$/;

const businessIdOf = (source: string): string | undefined =>
  /<meta\b[^>]{0,200}\bname=["']yelp-biz-id["'][^>]{0,100}\bcontent=["']([\w-]+)["']/i.exec(source)?.[1];

/** The place that a page is about: the one that the page names, else the one with the most fields. */
export const findBusiness = (source: string): FoundBusiness | undefined => {
  const records = readStore(source);
  if (!records) return undefined;
  const wanted = businessIdOf(source);
  let best: { readonly business: JsonObject; readonly isWanted: boolean } | undefined;
  for (const [key, business] of Object.entries(records)) {
    const [match, older, newer] = BUSINESS.exec(key) ?? [];
    if (match === undefined || !isObject(business) || textOf(business['name']) === undefined) continue;
    const isWanted = wanted !== undefined && (older ?? newer) === wanted;
    const isFuller = !best || Object.keys(business).length > Object.keys(best.business).length;
    if ((isWanted && !best?.isWanted) || (isFuller && isWanted === (best?.isWanted ?? false)))
      best = { business, isWanted };
  }
  return best && { business: best.business, store: new ApolloStore(records) };
};

/** The visible text of a text that may be html. */
export const plainText = (value: Json): string | undefined => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  return textOf(/[<&]/.test(text) ? readText(parseDocument(text).root) : text.replace(/\s+/g, ' '));
};
