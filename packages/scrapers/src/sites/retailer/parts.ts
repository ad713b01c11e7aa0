import { at, itemsOf, textOf, type Json } from '../../shared/json-values.js';

/** The distinct texts under `key` of the items of some lists; undefined for none. */
export const textsOf = (lists: readonly Json[], key: string): string[] | undefined => {
  const texts = lists
    .flatMap(itemsOf)
    .map((item) => textOf(at(item, key)))
    .filter((text) => text !== undefined);
  return texts.length > 0 ? [...new Set(texts)] : undefined;
};

/** Words that the site puts on a product, such as `Best seller`; those on delivery and membership are elsewhere. */
export const badgesOf = (badges: Json): string[] | undefined =>
  textsOf([at(badges, 'flags'), at(badges, 'labels')], 'text');

/** Ids of a category from the widest on: `0:1115193:1076905` is `1115193_1076905`, as a search takes it. */
export const categoryIdOf = (path: Json): string | undefined => {
  const ids = textOf(path)?.split(/[:_/]/) ?? [];
  const known = ids[0] === '0' ? ids.slice(1) : ids;
  return known.length > 0 && known.every((id) => /^\d+$/.test(id)) ? known.join('_') : undefined;
};

const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** A time as the site writes it, in ISO form; undefined for what is none. */
export const isoTime = (value: Json): string | undefined => {
  const text = textOf(value);
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined;
  const timeMs = Date.parse(text);
  return timeMs > EARLIEST_MS && timeMs < LATEST_MS ? new Date(timeMs).toISOString() : undefined;
};
