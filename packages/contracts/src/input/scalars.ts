import { type CheckContext, type Field, type FieldOptions, type IsPresent, makeField } from './field.js';

/** Longest text of a parameter that names no bound of its own, in characters. */
export const TEXT_MAX_CHARS = 512;
/** Longest list of allowed values that a message repeats. */
const LISTED_VALUES_MAX = 12;

const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,12})?$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

export interface TextOptions extends FieldOptions<string> {
  readonly maxChars?: number;
  readonly pattern?: RegExp;
  /** Ends the sentence "<field> must be ...". */
  readonly form?: string;
}

/** Characters, not UTF-16 units; counts no further than needed. */
const isLongerThan = (value: string, maxChars: number): boolean =>
  value.length > maxChars * 2 || (value.length > maxChars && [...value].length > maxChars);

/** The text itself, or undefined after a report. `shape` says what else must hold. */
export const checkText = (
  value: unknown,
  at: string,
  context: CheckContext,
  shape: { isRequired: boolean; maxChars: number },
): string | undefined => {
  if (typeof value !== 'string') {
    context.report(at, 'string', `${at} must be one text, given once.`);
  } else if (value.trim() === '') {
    if (shape.isRequired) context.report(at, 'required', `${at} is required and may not be empty.`);
    else context.report(at, 'minLength', `${at} is empty. Give it a value or leave it out.`);
  } else if (isLongerThan(value, shape.maxChars)) {
    context.report(at, 'maxLength', `${at} must be at most ${shape.maxChars} characters long.`);
  } else if (LONE_SURROGATE.test(value)) {
    context.report(at, 'string', `${at} must be well-formed Unicode text.`);
  } else {
    return value;
  }
  return undefined;
};

export const text = <const O extends TextOptions>(options: O): Field<string, IsPresent<O>> => {
  const maxChars = options.maxChars ?? TEXT_MAX_CHARS;
  const { pattern, required: isRequired = false }: TextOptions = options;
  return makeField<string, IsPresent<O>>(options, {
    form: 'scalar',
    schema: { type: 'string', minLength: 1, maxLength: maxChars, ...(pattern ? { pattern: pattern.source } : {}) },
    check: (value, at, context) => {
      const checked = checkText(value, at, context, { isRequired, maxChars });
      if (checked === undefined || !pattern || pattern.test(checked)) return checked;
      context.report(at, 'regex', `${at} must be ${options.form ?? 'of the documented form'}.`);
      return undefined;
    },
  });
};

const oneOf = (values: readonly (string | number)[]): string =>
  values.length <= LISTED_VALUES_MAX
    ? `one of ${values.join(', ')}`
    : `one of the ${values.length} documented values, such as ${values[0]}`;

export interface ChoiceOptions<V extends string> extends FieldOptions<V> {
  readonly values: readonly V[];
}

/** One of a list of texts, spelt exactly so. */
export const choice = <V extends string, const O extends ChoiceOptions<V>>(
  options: O & ChoiceOptions<V>,
): Field<V, IsPresent<O>> => {
  const allowed = new Set<string>(options.values);
  return makeField<V, IsPresent<O>>(options, {
    form: 'scalar',
    schema: { type: 'string', enum: options.values },
    check: (value, at, context) => {
      // Ladders such as 1, 2, 3 are texts on the site; JSON callers write them as numbers.
      const asText = typeof value === 'number' && context.isTextAccepted ? String(value) : value;
      if (asText === '' && options.required) context.report(at, 'required', `${at} is required and may not be empty.`);
      else if (typeof asText !== 'string') context.report(at, 'string', `${at} must be one text, given once.`);
      else if (!allowed.has(asText)) context.report(at, 'enum', `${at} must be ${oneOf(options.values)}.`);
      else return asText as V;
      return undefined;
    },
  });
};

export interface CodeOptions extends ChoiceOptions<string> {
  readonly letters: 'lower' | 'upper';
  /** Other spellings and what they are kept as. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Accepts what the list does not name. */
  readonly pattern?: RegExp;
}

/** A code of a standard: any letter case is taken, one is kept. */
export const code = <const O extends CodeOptions>(options: O): Field<string, IsPresent<O>> => {
  const fold = (value: string): string => (options.letters === 'lower' ? value.toLowerCase() : value.toUpperCase());
  const { aliases, pattern, values }: CodeOptions = options;
  const kept = new Map([...values.map((value) => [fold(value), value]), ...Object.entries(aliases ?? {})] as [
    string,
    string,
  ][]);
  const listed = { type: 'string', enum: [...new Set([...values, ...Object.keys(aliases ?? {})])] };
  return makeField<string, IsPresent<O>>(options, {
    form: 'scalar',
    schema: pattern ? { type: 'string', examples: values.slice(0, 3) } : listed,
    check: (value, at, context) => {
      const isRequired = options.required ?? false;
      const checked = checkText(value, at, context, { isRequired, maxChars: TEXT_MAX_CHARS });
      if (checked === undefined) return undefined;
      const folded = fold(checked);
      const found = kept.get(folded) ?? (pattern?.test(folded) ? folded : undefined);
      if (found !== undefined) return found;
      if (pattern) context.report(at, 'regex', `${at} must be of the form of ${values.slice(0, 3).join(', ')}.`);
      else context.report(at, 'enum', `${at} must be ${oneOf(values)}.`);
      return undefined;
    },
  });
};

export interface NumberOptions extends FieldOptions<number> {
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly number[];
}

const parseNumber = (value: unknown, pattern: RegExp, context: CheckContext): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return context.isTextAccepted && typeof value === 'string' && pattern.test(value) ? Number(value) : undefined;
};

const checkBounds = (
  value: number,
  at: string,
  context: CheckContext,
  { min, max, values }: NumberOptions,
): boolean => {
  const isLow = min !== undefined && value < min;
  const isHigh = max !== undefined && value > max;
  if (values && !values.includes(value)) context.report(at, 'enum', `${at} must be ${oneOf(values)}.`);
  else if (!isLow && !isHigh) return true;
  else if (min !== undefined && max !== undefined) {
    context.report(at, 'range', `${at} must be between ${min} and ${max}.`);
  } else if (isLow) context.report(at, 'min', `${at} must be ${min} or more.`);
  else context.report(at, 'max', `${at} must be ${max} or less.`);
  return false;
};

const numeric = <Present extends boolean>(options: NumberOptions, isInteger: boolean): Field<number, Present> =>
  makeField<number, Present>(options, {
    form: 'scalar',
    schema: {
      type: isInteger ? 'integer' : 'number',
      ...(options.min === undefined ? {} : { minimum: options.min }),
      ...(options.max === undefined ? {} : { maximum: options.max }),
      ...(options.values ? { enum: options.values } : {}),
    },
    check: (value, at, context) => {
      const parsed = parseNumber(value, isInteger ? INTEGER : NUMBER, context);
      if (value === '' && options.required) {
        context.report(at, 'required', `${at} is required and may not be empty.`);
      } else if (parsed === undefined || (isInteger && !Number.isSafeInteger(parsed))) {
        const kind = isInteger ? 'one whole number such as 10' : 'one number such as 10 or 2.5';
        context.report(at, isInteger ? 'integer' : 'number', `${at} must be ${kind}.`);
      } else if (checkBounds(parsed, at, context, options)) {
        return parsed === 0 ? 0 : parsed;
      }
      return undefined;
    },
  });

export const integer = <const O extends NumberOptions>(options: O): Field<number, IsPresent<O>> =>
  numeric<IsPresent<O>>(options, true);

export const decimal = <const O extends NumberOptions>(options: O): Field<number, IsPresent<O>> =>
  numeric<IsPresent<O>>(options, false);

/** `true` or `false`, nothing else: not 1, yes or an empty text. */
export const flag = <const O extends FieldOptions<boolean>>(options: O): Field<boolean, IsPresent<O>> =>
  makeField<boolean, IsPresent<O>>(options, {
    form: 'scalar',
    schema: { type: 'boolean' },
    check: (value, at, context) => {
      if (typeof value === 'boolean') return value;
      if (context.isTextAccepted && (value === 'true' || value === 'false')) return value === 'true';
      context.report(at, 'boolean', `${at} must be true or false.`);
      return undefined;
    },
  });
