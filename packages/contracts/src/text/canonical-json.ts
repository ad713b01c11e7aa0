import { isPlainObject } from '../input/field.js';

const sortKeys = (_key: string, value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** A JSON text that is the same for values that differ only in the order of their keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys);
