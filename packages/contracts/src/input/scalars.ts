import { z } from 'zod';
import { broken, field, type FieldOptions, must } from './field.js';
import { oneOf } from './violations.js';

/** Maximum length of a string without a bound of its own, in characters. */
export const TEXT_MAX_CHARS = 512;

const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;
// No double is written with more decimals.
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,20})?$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Counts characters, not UTF-16 units, and no further than needed. */
const isWithin = (value: string, maxChars: number): boolean =>
  value.length <= maxChars || (value.length <= maxChars * 2 && [...value].length <= maxChars);

export const atMost = (maxChars: number): z.core.CheckFn<string> =>
  must('maxLength', (value) => isWithin(value, maxChars), `must be at most ${maxChars} characters long.`);

/** A string that is not blank. */
export const filledText = (maxChars = TEXT_MAX_CHARS, isRequired = false) =>
  z
    .string()
    .check(
      isRequired
        ? must('required', (value) => value.trim() !== '', 'is required and must not be empty.')
        : must('minLength', (value) => value.trim() !== '', 'must not be empty. Set a value or leave it out.'),
      atMost(maxChars),
      must('string', (value) => !LONE_SURROGATE.test(value), 'must be well-formed Unicode.'),
    )
    .meta({ minLength: 1, maxLength: maxChars, pattern: '\\S' });

export interface TextOptions extends FieldOptions<string> {
  readonly maxChars?: number;
  readonly pattern?: RegExp;
  /** Ends the sentence "<field> must be ...". */
  readonly form?: string;
}

export const text = <const O extends TextOptions>(options: O) => {
  const { maxChars, pattern, form = 'in the documented format', required }: TextOptions = options;
  const filled = filledText(maxChars, required);
  if (!pattern) return field(filled, options);
  const isFine = (value: string): boolean => pattern.test(value);
  return field(filled.check(must('regex', isFine, `must be ${form}.`)).meta({ pattern: pattern.source }), options);
};

export interface ChoiceOptions<V extends string> extends FieldOptions<V> {
  readonly values: readonly V[];
}

// Objects, and so zod, sort values such as 2026; the documentation keeps our order.
const listed = <V extends string>(values: readonly V[]) => z.enum(values).meta({ enum: [...values] });

/** One of a list of strings, spelled exactly. */
export const jsonChoice = <V extends string, const O extends ChoiceOptions<V>>(options: O & ChoiceOptions<V>) =>
  field(listed(options.values), options);

/** The same for a query string. Values such as 1, 2, 3 are strings on the site; JSON callers may send numbers. */
export const choice = <V extends string, const O extends ChoiceOptions<V>>(options: O & ChoiceOptions<V>) =>
  field(
    z.preprocess((value) => (typeof value === 'number' ? String(value) : value), listed(options.values)),
    options,
  );

export interface CodeOptions extends ChoiceOptions<string> {
  readonly letters: 'lower' | 'upper';
  /** Other spellings and their canonical form. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Accepts values that are not in the list. */
  readonly pattern?: RegExp;
}

/** The same pattern in any letter case. */
const inAnyCase = ({ source }: RegExp): string => source.replace(/a-z|A-Z/g, 'A-Za-z');

/** A code of a standard, accepted in any letter case and kept in one. */
export const code = <const O extends CodeOptions>(options: O) => {
  const { aliases = {}, letters, pattern, required, values }: CodeOptions = options;
  const toCase = (value: string): string => (letters === 'lower' ? value.toLowerCase() : value.toUpperCase());
  const kept = new Map([...values.map((value) => [toCase(value), value] as const), ...Object.entries(aliases)]);
  const known = new Set(values);
  const folded = filledText(TEXT_MAX_CHARS, required).overwrite((value) => kept.get(toCase(value)) ?? toCase(value));
  const isKnown = (value: string): boolean => known.has(value) || (pattern?.test(value) ?? false);
  const examples = values.slice(0, 3);
  const spellings = [...new Set([...values, ...Object.keys(aliases)])];
  return field(
    pattern
      ? folded
          .check(must('regex', isKnown, `must be a code such as ${examples.join(', ')}.`))
          .meta({ anyOf: [{ enum: spellings }, { pattern: inAnyCase(pattern) }], examples })
      : folded.check(must('enum', isKnown, `must be ${oneOf(values)}.`)).meta({ enum: spellings }),
    options,
  );
};

export interface NumberOptions extends FieldOptions<number> {
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly number[];
}

const bounded = (schema: z.ZodNumber, { min, max, values }: NumberOptions): z.ZodNumber => {
  if (values) {
    const isListed = (value: number): boolean => values.includes(value);
    return schema.check(must('enum', isListed, `must be ${oneOf(values)}.`)).meta({ enum: [...values] });
  }
  if (min !== undefined && max !== undefined) {
    const isBetween = (value: number): boolean => value >= min && value <= max;
    const range = must('range', isBetween, `must be between ${min} and ${max}.`);
    return schema.check(range).meta({ minimum: min, maximum: max });
  }
  const floored = min === undefined ? schema : schema.min(min);
  return max === undefined ? floored : floored.max(max);
};

/** Doubles beyond this skip integers. */
const isCountable = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** Accepts a number, or a string that matches `texts`. No negative zero. */
const numeric = (kind: 'integer' | 'number', texts: RegExp | undefined, options: NumberOptions) => {
  const [schema, isFine, form] =
    kind === 'integer'
      ? [z.int(), Number.isSafeInteger, 'an integer, such as 10']
      : [z.number(), isCountable, 'a number, such as 10 or 2.5'];
  return z.preprocess(
    (value, { issues }) => {
      const read = typeof value === 'string' && texts?.test(value) ? Number(value) : value;
      if (value === '' && options.required)
        issues.push(broken(value, 'required', 'is required and must not be empty.'));
      else if (value !== undefined && !isFine(read)) issues.push(broken(value, kind, `must be ${form}.`));
      return read === 0 ? 0 : read;
    },
    bounded(schema, options),
  );
};

export const jsonInteger = <const O extends NumberOptions>(options: O) =>
  field(numeric('integer', undefined, options), options);

export const integer = <const O extends NumberOptions>(options: O) =>
  field(numeric('integer', INTEGER, options), options);

export const decimal = <const O extends NumberOptions>(options: O) =>
  field(numeric('number', NUMBER, options), options);

/** `true` or `false`; not 1, yes or an empty string. */
export const jsonFlag = <const O extends FieldOptions<boolean>>(options: O) => field(z.boolean(), options);

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The same for a query string, where both are strings. */
export const flag = <const O extends FieldOptions<boolean>>(options: O) =>
  field(
    z.preprocess((value) => TRUTHS.get(value) ?? value, z.boolean()),
    options,
  );
