import type { RuleName } from './rules.js';
import type { SiteWord } from './site-hosts.js';

/** A piece of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ExtraHosts = Readonly<Partial<Record<SiteWord, readonly string[]>>>;

export interface CheckContext {
  /** Epoch milliseconds; dates are judged in UTC. */
  readonly nowMs: number;
  /** Query strings carry texts only: `5`, `true`. A JSON body must carry real numbers and booleans. */
  readonly isTextAccepted: boolean;
  readonly extraHosts: ExtraHosts;
  readonly report: (field: string, rule: RuleName, message: string) => void;
}

/**
 * One parameter as data: its check, its place in the documentation, its default.
 * `Present` is true when a checked value is never missing (required or with a default).
 */
export interface Field<T = unknown, Present extends boolean = boolean> {
  readonly form: 'scalar' | 'list' | 'group';
  readonly note: string;
  readonly isRequired: boolean;
  readonly default?: T;
  readonly schema: JsonSchema;
  /** Members, when the form is `group`. */
  readonly fields?: Fields;
  /** A list that may also come as one text. */
  readonly isScalarAccepted?: boolean;
  /** Returns the value to keep; reports every violation and returns undefined (or what is usable) when there is one. */
  readonly check: (value: unknown, at: string, context: CheckContext) => T | undefined;
  /** Type level only. */
  readonly present?: Present;
}

export type Fields = Readonly<Record<string, Field>>;

type PresentKeys<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, true> ? K : never }[keyof F];
type ValueOf<F> = F extends Field<infer T> ? T : never;

/** What a checked input looks like. */
export type ParamsOf<F extends Fields> = {
  readonly [K in PresentKeys<F>]: ValueOf<F[K]>;
} & { readonly [K in Exclude<keyof F, PresentKeys<F>>]?: ValueOf<F[K]> };

export interface FieldOptions<T> {
  readonly note: string;
  readonly required?: boolean;
  readonly default?: T;
}

/** Whether options of type `O` make a field whose value is never missing. */
export type IsPresent<O> = O extends { required: true } ? true : O extends { default: unknown } ? true : false;

type Parts<T> = Pick<Field<T>, 'form' | 'schema' | 'check'> & Partial<Pick<Field<T>, 'fields' | 'isScalarAccepted'>>;

/** Puts a field together from its options and its own parts. */
export const makeField = <T, Present extends boolean>(
  options: FieldOptions<T>,
  parts: Parts<T>,
): Field<T, Present> => ({
  ...parts,
  note: options.note,
  isRequired: options.required ?? false,
  ...(options.default === undefined ? {} : { default: options.default }),
});

export const childPath = (at: string, key: string): string => (at === '' ? key : `${at}.${key}`);

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
