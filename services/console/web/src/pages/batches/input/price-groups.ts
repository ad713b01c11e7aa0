import { allFields, type FormField } from '../../../forms/form-field.js';
import { isRecord } from '../../../forms/json-schema.js';

/** Requests of a batch that have the same highest price, with one of them. */
export interface PriceGroup {
  readonly params: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** Groups that are priced; the items of further ones count as the dearest. */
export const GROUPS_MAX = 20;

/** Kinds of parameters on whose values a price may depend; of the others only whether they are given. */
const DECIDING: ReadonlySet<FormField['kind']> = new Set(['flag', 'choice', 'number']);

const signatureOf = (params: Readonly<Record<string, unknown>>, deciding: ReadonlySet<string>): string =>
  JSON.stringify(
    Object.entries(params)
      .map(([name, value]) => [name, deciding.has(name) && !isRecord(value) ? value : value !== undefined])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

/**
 * The requests by what their price may depend on, so that a batch of thousands is priced with a few calls. The largest group is
 * first.
 */
export const priceGroups = (
  fields: readonly FormField[],
  items: readonly { readonly params: Readonly<Record<string, unknown>> }[],
  defaults: Readonly<Record<string, unknown>>,
): readonly PriceGroup[] => {
  const deciding = new Set(allFields(fields).flatMap(({ kind, path }) => (DECIDING.has(kind) ? [path] : [])));
  const groups = new Map<string, { params: Readonly<Record<string, unknown>>; count: number }>();
  for (const { params } of items) {
    const whole = { ...defaults, ...params };
    const key = signatureOf(whole, deciding);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { params: whole, count: 1 });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count);
};

export interface BatchPrice {
  /** The most that the batch can cost; what is held at its start. */
  readonly maxCredits: number;
  /** False if further groups were counted as the dearest. */
  readonly isExact: boolean;
}

/** The price of all groups from those of the first ones, in their order. */
export const sumPrices = (groups: readonly PriceGroup[], prices: readonly number[]): BatchPrice => {
  const dearest = Math.max(0, ...prices);
  return {
    maxCredits: groups.reduce((sum, { count }, index) => sum + count * (prices[index] ?? dearest), 0),
    isExact: prices.length >= groups.length,
  };
};
