import { isPlainObject, type JsonSchema } from '../input/field.js';

const readable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(readable);
  return isPlainObject(value) ? withReadableTuples(value) : value;
};

/**
 * A schema whose tuples are closed by `maxItems` alone. `items: false` says the same, but generators of clients read no schema that
 * is a boolean and refuse the whole document.
 */
export const withReadableTuples = (schema: JsonSchema): JsonSchema => {
  const { prefixItems, maxItems, items } = schema;
  const isClosed = items === false && Array.isArray(prefixItems) && maxItems === prefixItems.length;
  const kept = Object.entries(schema).filter(([key]) => !(isClosed && key === 'items'));
  return Object.fromEntries(kept.map(([key, value]) => [key, readable(value)]));
};
