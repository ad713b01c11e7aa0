import type { DocumentedField, DocumentedFields } from '../input/documented-fields.js';

export interface QueryParameter {
  /** As written in the query string: `price[min]`, `propertyType[]`. */
  readonly name: string;
  readonly field: DocumentedField;
}

const nameIn = (parent: string, key: string): string => (parent === '' ? key : `${parent}[${key}]`);

/**
 * Flattens fields to the literal names of a query string. A list has one name, with brackets, also where a single value may be
 * sent without them: generators of clients leave out operations with two parameters that they would name alike.
 */
export const queryParameters = (fields: DocumentedFields, parent = ''): readonly QueryParameter[] =>
  Object.entries(fields).flatMap(([key, field]): readonly QueryParameter[] => {
    const name = nameIn(parent, key);
    if (field.fields) return queryParameters(field.fields, name);
    if (field.form !== 'list') return [{ name, field }];
    return [{ name: `${name}[]`, field }];
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
