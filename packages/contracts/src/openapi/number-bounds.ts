import { isPlainObject, type JsonSchema } from '../input/field.js';

const NUMBERS = ['integer', 'number'];

/** Tools for OpenAPI want a schema here; `maxItems` of a tuple says already that there is nothing more. */
const closed = ({ items, ...rest }: JsonSchema): JsonSchema =>
  items === false && rest['maxItems'] !== undefined
    ? { ...rest, items: {} }
    : { ...rest, ...(items === undefined ? {} : { items }) };

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
  return isNumber
    ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...bounded }
    : closed(bounded);
};

const bound = (value: object): unknown =>
  Array.isArray(value)
    ? value.map((entry: unknown) => (typeof entry === 'object' && entry !== null ? bound(entry) : entry))
    : withNumberBounds(value as JsonSchema);

/** A schema without the bounds that every integer has: as part of a response they say nothing, and examples are made of them. */
export const withoutSafeBounds = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([, value]) => value !== Number.MIN_SAFE_INTEGER && value !== Number.MAX_SAFE_INTEGER)
      .map(([key, value]) => [key, stripped(value)]),
  );

const stripped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stripped);
  return isPlainObject(value) ? withoutSafeBounds(value) : value;
};
