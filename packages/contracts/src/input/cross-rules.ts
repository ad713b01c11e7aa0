import { type CheckContext, isPlainObject } from './field.js';

/** A rule over several fields. It runs whenever none of `fields` has a violation of its own. */
export interface CrossRule {
  /** Dotted paths. */
  readonly fields: readonly string[];
  readonly note: string;
  readonly check: (read: (path: string) => unknown, context: CheckContext) => void;
}

/** Value at a dotted path of checked parameters. */
export const readPath = (params: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isPlainObject(value) ? value[key] : undefined), params);

/** At least one of the fields is given; every one of `named` is reported when none is. */
export const requireOneOf = (fields: readonly string[], named: readonly string[] = fields): CrossRule => ({
  fields,
  note: `One of ${named.join(', ')} is required.`,
  check: (read, context) => {
    if (fields.some((field) => read(field) !== undefined)) return;
    for (const field of named) {
      context.report(field, 'requiredIfNotExists', `${field} is required: give one of ${named.join(', ')}.`);
    }
  },
});

/** NaN for what is not there, which compares as neither less nor more. Ladder values such as 750 are texts. */
const toNumber = (value: unknown): number =>
  typeof value === 'string' ? Number.parseFloat(value) : typeof value === 'number' ? value : Number.NaN;

/** The second field may not be less than the first (`isStrict`: must be greater). */
export const orderedBounds = (low: string, high: string, isStrict = false): CrossRule => ({
  fields: [low, high],
  note: `${high} must be ${isStrict ? 'greater than' : 'at least'} ${low}.`,
  check: (read, context) => {
    const [from, to] = [toNumber(read(low)), toNumber(read(high))];
    if (isStrict && to <= from) {
      context.report(high, 'greaterThanField', `${high} must be greater than ${low}.`);
    } else if (to < from) {
      context.report(high, 'notLessThanField', `${high} must not be less than ${low}.`);
    }
  },
});

/** The two fields may not stand together. */
export const exclusive = (first: string, second: string): CrossRule => ({
  fields: [first, second],
  note: `${second} and ${first} exclude each other.`,
  check: (read, context) => {
    if (read(first) === undefined || read(second) === undefined) return;
    context.report(second, 'prohibitedWith', `${second} and ${first} exclude each other. Send one of them.`);
  },
});

/** Neither field makes sense without the other. */
export const together = (first: string, second: string): CrossRule => ({
  fields: [first, second],
  note: `${first} and ${second} are given together.`,
  check: (read, context) => {
    const [missing, given] = read(first) === undefined ? [first, second] : [second, first];
    if (read(missing) !== undefined || read(given) === undefined) return;
    context.report(missing, 'requiredWhen', `${missing} is required when ${given} is given.`);
  },
});
