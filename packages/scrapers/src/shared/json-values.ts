import { isObject, statedNumber } from '@quarry/html';

export type Json = unknown;

/** The items of a list; none for anything else. */
export const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** The value behind some keys; undefined as soon as one is missing. */
export const at = (value: Json, ...keys: readonly string[]): Json => {
  let current = value;
  for (const key of keys) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
};

/** A text that is not blank, trimmed. */
export const textOf = (value: Json): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A number above zero: most missing quantities are written as zero. */
export const amountOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

/** The same of a number that may be written as a text: `"12.5"`. */
export const statedAmount = (value: Json): number | undefined => amountOf(statedNumber(value));

export const numberOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
