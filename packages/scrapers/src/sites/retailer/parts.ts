import { at, itemsOf, present, textOf, type Json } from '../shared/embedded-state.js';

/** A record without what is undefined; undefined where nothing is left. */
export const partOf = <T extends object = never>(record: NoInfer<T>): T | undefined => {
  const part = present<T>(record);
  return Object.keys(part).length > 0 ? part : undefined;
};

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

/** Amount of a displayed price such as `Now $1,099.00`; undefined where there is none, or more than one. */
export const shownAmount = (display: string | undefined): number | undefined => {
  const amounts = display?.slice(0, 100).match(/\d[\d,.\u00a0\u202f ]*/g) ?? [];
  const [only = ''] = amounts;
  if (amounts.length !== 1 || display === undefined) return undefined;
  const plain = only.replace(/[\s\u00a0\u202f]/g, '').replace(/[.,]+$/, '');
  const cents = /[.,](\d{2})$/.exec(plain)?.[1];
  const whole = (cents === undefined ? plain : plain.slice(0, -3)).replace(/[.,]/g, '');
  if (cents === undefined && /[.,](?!\d{3}(?:[.,]|$))/.test(plain)) return undefined;
  const amount = Number(`${whole}.${cents ?? '0'}`);
  return /¢/.test(display) ? amount / 100 : amount;
};
