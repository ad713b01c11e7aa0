import { z } from 'zod';
import type { RuleName } from './rules.js';

export { isPlainObject } from './plain-object.js';

/** A piece of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldOptions<T> {
  readonly note: string;
  readonly required?: boolean;
  readonly default?: T;
}

type FieldOf<S extends z.ZodType, O> = O extends { required: true }
  ? z.ZodNonOptional<S>
  : O extends { default: unknown }
    ? z.ZodDefault<S>
    : z.ZodOptional<S>;

/** Makes a schema a parameter: required, with a default, or optional; its note becomes the description. */
export const field = <S extends z.ZodType, const O extends FieldOptions<z.output<S>>>(
  schema: S,
  { note, required, default: preset }: O & FieldOptions<z.output<S>>,
): FieldOf<S, O> => {
  const optional =
    preset === undefined ? schema.optional() : schema.default(preset as z.core.util.NoUndefined<z.output<S>>);
  return (required ? z.nonoptional(schema) : optional).meta({ description: note }) as unknown as FieldOf<S, O>;
};

export type Fields = Readonly<Record<string, z.ZodType>>;

/** Without `undefined`, in groups too: absent fields are missing. */
type Exact<T> = T extends readonly unknown[] | string | number | boolean
  ? T
  : { readonly [K in keyof T]: Exact<Exclude<T[K], undefined>> };

/** The checked parameters. */
export type ParamsOf<F extends Fields> = Exact<z.output<z.ZodObject<F>>>;

/** An issue of ours. Its message continues after the field's name: "must be ...". */
export const broken = (input: unknown, rule: RuleName, message: string) => ({
  code: 'custom' as const,
  input,
  message,
  params: { rule },
});

/** A check that stops the checks of its field when it fails, but not those of the whole, as zod's `abort` would. */
export const must =
  <T>(rule: RuleName, isFine: (value: T) => boolean, message: string): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    if (!isFine(value)) issues.push(broken(value, rule, message));
  };
