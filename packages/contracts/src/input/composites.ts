import { z } from 'zod';
import { broken, field, type FieldOptions, type Fields, isPlainObject, type JsonSchema } from './field.js';
import { jsonSchemaOf } from './json-schema.js';

/** Most values of one list. */
export const LIST_MAX_ITEMS = 100;

/** Characters of all texts among these values. */
const charsOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Marks in a JSON schema a list that may come as one text. */
export const SCALAR_ACCEPTED = 'x-scalar-accepted';

export interface ListOptions<T> extends FieldOptions<readonly T[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of all its texts together: for texts that are costly to judge. */
  readonly maxChars?: number;
  /** One text is taken as a list of one. */
  readonly isScalarAccepted?: boolean;
}

/** A list without doubles. `name[]=a&name[]=b` in a query string, an array in JSON. */
export const list = <S extends z.ZodType, const O extends ListOptions<z.output<S>>>(
  options: O & ListOptions<z.output<S>> & { readonly item: z.ZodOptional<S> },
) => {
  const { item, minItems = 1, maxItems = LIST_MAX_ITEMS, maxChars = Infinity, isScalarAccepted = false } = options;
  const values: z.ZodType<readonly z.output<S>[]> = z.array(item.unwrap()).overwrite((kept) => [...new Set(kept)]);
  const bounded = z.preprocess((value, { issues }) => {
    if (isScalarAccepted && typeof value === 'string') return [value];
    // Before the items are looked at: there may be very many.
    const length = Array.isArray(value) ? value.length : minItems;
    if (length < minItems) {
      issues.push(broken(value, 'minLength', `must have at least ${minItems} value. Leave it out otherwise.`));
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
  /** Of all its texts together: for texts that are costly to judge. */
  readonly maxChars?: number;
  readonly entry: S;
  /** What the documentation says of the names; `checkNames` is what holds. */
  readonly names?: JsonSchema;
  /** Looks at the names, whether or not the values are fine. */
  readonly checkNames?: (names: readonly string[], issues: z.core.$ZodRawIssue[]) => void;
}

/** An object whose names the caller chooses. Goes by way of a Map: zod's records drop the name `__proto__`. */
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
