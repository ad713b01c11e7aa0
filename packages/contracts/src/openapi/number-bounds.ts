import type { JsonSchema } from '../input/field.js';

const NUMBERS = ['integer', 'number'];

/**
 * A schema whose numbers have both bounds; the default is the range of safe integers. Fields omit these, as they say nothing
 * about a parameter, but generated clients need them.
 */
export const withNumberBounds = (schema: JsonSchema): JsonSchema => {
  const bounded = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? bound(value) : value,
    ]),
  );
  const isNumber = NUMBERS.some((type) => type === schema['type']) && schema['enum'] === undefined;
  return isNumber ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...bounded } : bounded;
};

const bound = (value: object): unknown =>
  Array.isArray(value)
    ? value.map((entry: unknown) => (typeof entry === 'object' && entry !== null ? bound(entry) : entry))
    : withNumberBounds(value as JsonSchema);
