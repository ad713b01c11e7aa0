import type { Field, Fields, JsonSchema } from '../input/field.js';

/** The schema of a field with what its documentation says. */
export const describeField = (field: Field): JsonSchema => ({
  ...field.schema,
  ...(field.fields ? { properties: describeFields(field.fields) } : {}),
  description: field.note,
  ...(field.default === undefined ? {} : { default: field.default }),
});

export function describeFields(fields: Fields): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describeField(field)]));
}

/** The schema of an object with exactly these fields. */
export const objectSchema = (fields: Fields): JsonSchema => {
  const isDue = ([, field]: [string, Field]): boolean => field.isRequired && field.default === undefined;
  const required = Object.entries(fields).filter(isDue);
  return {
    type: 'object',
    properties: describeFields(fields),
    ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
    additionalProperties: false,
  };
};

export interface QueryParameter {
  /** As it stands in the query string: `price[min]`, `propertyType[]`. */
  readonly name: string;
  readonly field: Field;
}

const nameIn = (parent: string, key: string): string => (parent === '' ? key : `${parent}[${key}]`);

/** Flattens fields to the literal names of a query string. */
export const queryParameters = (fields: Fields, parent = ''): readonly QueryParameter[] =>
  Object.entries(fields).flatMap(([key, field]): readonly QueryParameter[] => {
    const name = nameIn(parent, key);
    if (field.fields) return queryParameters(field.fields, name);
    if (field.form !== 'list') return [{ name, field }];
    const asList = { name: `${name}[]`, field };
    return field.isScalarAccepted ? [{ name, field }, asList] : [asList];
  });

/** Values of an example by the literal names of a query string. */
export const flattenExample = (example: Readonly<Record<string, unknown>>, parent = ''): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(example).flatMap(([key, value]): [string, unknown][] => {
      const name = nameIn(parent, key);
      if (Array.isArray(value)) return [[`${name}[]`, value]];
      return typeof value === 'object' && value !== null
        ? Object.entries(flattenExample(value as Record<string, unknown>, name))
        : [[name, value]];
    }),
  );
