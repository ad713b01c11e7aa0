import { checkFields } from './check-fields.js';
import {
  type Field,
  type FieldOptions,
  type Fields,
  type IsPresent,
  type ParamsOf,
  childPath,
  isPlainObject,
  makeField,
} from './field.js';

/** Most values of one list. */
export const LIST_MAX_ITEMS = 100;

export interface ListOptions<T> extends FieldOptions<readonly T[]> {
  readonly item: Field<T>;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** One text is taken as a list of one. */
  readonly isScalarAccepted?: boolean;
}

/** A list without doubles. `name[]=a&name[]=b` in a query string, an array in JSON. */
export const list = <T, const O extends Omit<ListOptions<T>, 'item'>>(
  options: O & { readonly item: Field<T> },
): Field<readonly T[], IsPresent<O>> => {
  const { item, minItems = 1, maxItems = LIST_MAX_ITEMS, isScalarAccepted = false }: ListOptions<T> = options;
  return makeField<readonly T[], IsPresent<O>>(options, {
    form: 'list',
    isScalarAccepted,
    schema: { type: 'array', items: item.schema, minItems, maxItems },
    check: (value, at, context) => {
      const values: unknown = isScalarAccepted && typeof value === 'string' ? [value] : value;
      if (!Array.isArray(values)) {
        context.report(at, 'array', `${at} must be a list: ${at}[]=value in a query string, an array in JSON.`);
      } else if (values.length < minItems) {
        context.report(at, 'minLength', `${at} must have at least ${minItems} value. Leave it out otherwise.`);
      } else if (values.length > maxItems) {
        context.report(at, 'maxLength', `${at} may have at most ${maxItems} values.`);
      } else {
        const checked = Array.from(values, (entry: unknown, index) => item.check(entry, `${at}.${index}`, context));
        return [...new Set(checked.filter((entry): entry is T & {} => entry !== undefined))];
      }
      return undefined;
    },
  });
};

/** Parameters under one name: `name[key]` in a query string, an object in JSON. */
export const group = <F extends Fields>(note: string, fields: F): Field<ParamsOf<F>, false> =>
  makeField<ParamsOf<F>, false>(
    { note },
    {
      form: 'group',
      fields,
      schema: {
        type: 'object',
        properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema])),
        additionalProperties: false,
      },
      check: (value, at, context) => {
        if (isPlainObject(value)) return checkFields(fields, value, at, context) as ParamsOf<F>;
        const key = Object.keys(fields)[0] ?? 'key';
        context.report(at, 'object', `${at} must be an object: ${at}[${key}]=value in a query string.`);
        return undefined;
      },
    },
  );

export interface MapOptions<T> extends FieldOptions<Readonly<Record<string, T>>> {
  readonly maxEntries: number;
  readonly schema: Field['schema'];
  readonly checkEntry: (
    name: string,
    value: unknown,
    at: string,
    context: Parameters<Field['check']>[2],
  ) => T | undefined;
}

/** An object whose names the caller chooses. */
export const map = <T>(options: MapOptions<T>): Field<Readonly<Record<string, T>>, false> =>
  makeField<Readonly<Record<string, T>>, false>(options, {
    form: 'scalar',
    schema: { type: 'object', maxProperties: options.maxEntries, additionalProperties: options.schema },
    check: (value, at, context) => {
      if (!isPlainObject(value)) {
        context.report(at, 'object', `${at} must be an object.`);
        return undefined;
      }
      const names = Object.keys(value);
      if (names.length > options.maxEntries) {
        context.report(at, 'maxLength', `${at} may have at most ${options.maxEntries} entries.`);
        return undefined;
      }
      const entries = names.map((name): [string, T | undefined] => [
        name,
        options.checkEntry(name, value[name], childPath(at, name), context),
      ]);
      return Object.fromEntries(entries.filter((entry): entry is [string, T & {}] => entry[1] !== undefined));
    },
  });
