import { parseDocument, readText } from '@quarry/html';
import { openApolloStore, type ApolloStore } from '../../shared/apollo-store.js';
import { isObject, parseJson, textOf, type Json, type JsonObject } from '../../shared/embedded-state.js';

/** A place's record among the records of its page. */
export interface FoundBusiness {
  readonly store: ApolloStore;
  readonly business: JsonObject;
}

const STATE = /<script\b[^>]{0,200}\bdata-apollo-state\b[^>]{0,200}>/i;

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
  const open = STATE.exec(source);
  if (!open) return undefined;
  const begin = open.index + open[0].length;
  const end = source.indexOf('</script', begin);
  const text = source
    .slice(begin, end === -1 ? begin : end)
    .replace(/^\s{0,100}<!--/, '')
    .replace(/-->\s{0,100}$/, '');
  const store = parseJson(text.includes('&quot;') ? unescapeEntities(text) : text);
  return isObject(store) ? store : undefined;
};

/** Records that a place is kept under, in the old form of the store and in the new one. */
const BUSINESS = /^(?:\$ROOT_QUERY\.business\(\{"encid":"([^"]+)"[^.]*\}\)|Business:\{?"?(?:encid"?:")?([\w-]+)"?\}?)$/;

const businessIdOf = (source: string): string | undefined =>
  /<meta\b[^>]{0,200}\bname=["']yelp-biz-id["'][^>]{0,100}\bcontent=["']([\w-]+)["']/i.exec(source)?.[1];

/** The place that a page is about: the one that the page names, else the one of which it tells most. */
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
  return best && { business: best.business, store: openApolloStore(records) };
};

/** What a person reads of a text that may be html. */
export const plainText = (value: Json): string | undefined => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  return textOf(/[<&]/.test(text) ? readText(parseDocument(text).root) : text.replace(/\s+/g, ' '));
};
