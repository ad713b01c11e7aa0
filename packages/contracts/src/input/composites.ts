import { z } from 'zod';
import { broken, field, type FieldOptions, type Fields, isPlainObject, type JsonSchema } from './field.js';
import { jsonSchemaOf } from './json-schema.js';

/** Maximum values of a list. */
export const LIST_MAX_ITEMS = 100;

/** Total characters of the strings among these values. */
const charsOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Marks a list in JSON Schema that also accepts a single string. */
export const SCALAR_ACCEPTED = 'x-scalar-accepted';

export interface ListOptions<T> extends FieldOptions<readonly T[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Total characters of its strings, for strings that are expensive to check. */
  readonly maxChars?: number;
  /** Accepts a single string as a list of one. */
  readonly isScalarAccepted?: boolean;
}

/** A list without duplicates. `name[]=a&name[]=b` in a query string, an array in JSON. */
export const list = <S extends z.ZodType, const O extends ListOptions<z.output<S>>>(
  options: O & ListOptions<z.output<S>> & { readonly item: z.ZodOptional<S> },
) => {
  const { item, minItems = 1, maxItems = LIST_MAX_ITEMS, maxChars = Infinity, isScalarAccepted = false } = options;
  const values: z.ZodType<readonly z.output<S>[]> = z.array(item.unwrap()).overwrite((kept) => [...new Set(kept)]);
  const bounded = z.preprocess((value, { issues }) => {
    if (isScalarAccepted && typeof value === 'string') return [value];
    // Before the items are checked, as there may be very many.
    const length = Array.isArray(value) ? value.length : minItems;
    if (length < minItems) {
      issues.push(broken(value, 'minLength', `must have at least ${minItems} value, or be left out.`));
    } else if (length > maxItems) {
      issues.push(broken(value, 'maxLength', `must have at most ${maxItems} values.`));
    } else if (Array.isArray(value) && charsOf(value) > maxChars) {
      issues.push(broken(value, 'maxLength', `must have at most ${maxChars} characters in all.`));
    }
    return value;
  }, values);
  const marks = { minItems, maxItems, ...(isScalarAccepted ? { [SCALAR_ACCEPTED]: true } : {}) };
  return field(bounded.meta(marks), options);
};

/** Parameters under one name: `name[key]` in a query string, an object in JSON. */
export const group = <F extends Fields>(note: string, fields: F) => field(z.strictObject(fields), { note });

export interface MapOptions<S extends z.ZodType> {
  readonly note: string;
  readonly maxEntries: number;
  /** Total characters of its strings, for strings that are expensive to check. */
  readonly maxChars?: number;
  readonly entry: S;
  /** Schema of the names for the documentation; `checkNames` enforces the rules. */
  readonly names?: JsonSchema;
  /** Checks the names, whether or not the values are valid. */
  readonly checkNames?: (names: readonly string[], issues: z.core.$ZodRawIssue[]) => void;
}

/** An object whose names the caller chooses. Uses a Map, because zod's records drop the name `__proto__`. */
export const map = <S extends z.ZodType>(options: MapOptions<S>) => {
  const { note, maxEntries, maxChars = Infinity, entry, names, checkNames } = options;
  const entries = z
    .map(z.string(), entry)
    .superRefine((found, { issues }) => checkNames?.([...found.keys()], issues), {
      when: ({ value }) => value instanceof Map,
    })
    .transform((found): Readonly<Record<string, z.output<S>>> => Object.fromEntries(found));
  const bounded = z.preprocess((value, { issues }) => {
    const found = isPlainObject(value) ? Object.entries(value) : undefined;
    if (!found) issues.push(broken(value, 'object', 'must be an object of names and values.'));
    else if (found.length > maxEntries) {
      issues.push(broken(value, 'maxLength', `must have at most ${maxEntries} entries.`));
    } else if (charsOf(found.map(([, text]) => text)) > maxChars) {
      issues.push(broken(value, 'maxLength', `must have at most ${maxChars} characters in all.`));
    }
    return new Map(found);
  }, entries);
  const schema = {
    type: 'object',
    maxProperties: maxEntries,
    ...(names ? { propertyNames: names } : {}),
    additionalProperties: jsonSchemaOf(entry),
  } as const;
  return field(bounded.meta(schema), { note });
};
