import type { z } from 'zod';
import { broken, isPlainObject } from './field.js';
import { isWeb } from './formats.js';
import type { RuleName } from './rules.js';
import type { Target } from '../target.js';

/** Hosts accepted besides the targets' own, by target name. */
export type ExtraHosts = Readonly<Record<string, readonly string[]>>;

/** What rules need besides the parameters. */
export interface RuleContext {
  /** Start of the current day in UTC, epoch milliseconds. */
  readonly dayMs: number;
  readonly extraHosts: ExtraHosts;
}

export interface CheckContext extends RuleContext {
  /** The message continues after the field's name: "must be ...". */
  readonly report: (field: string, rule: RuleName, message: string) => void;
}

/** A rule over several fields. It runs if none of `fields` has a violation of its own. */
export interface CrossRule {
  /** Dotted paths. */
  readonly fields: readonly string[];
  readonly note: string;
  /** It also runs if only members of `fields` have violations, such as one entry of a list. */
  readonly isForWholes?: boolean;
  readonly check: (read: (path: string) => unknown, context: CheckContext) => void;
}

/** Value at a dotted path of checked parameters. */
export const readPath = (params: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isPlainObject(value) ? value[key] : undefined), params);

/** Requires at least one of the fields; reports each of `named` if none is given. */
export const requireOneOf = (fields: readonly string[], named: readonly string[] = fields): CrossRule => ({
  fields,
  note: `One of ${named.join(', ')} is required.`,
  check: (read, context) => {
    if (fields.some((field) => read(field) !== undefined)) return;
    for (const field of named) {
      context.report(field, 'requiredIfNotExists', `is required: give one of ${named.join(', ')}.`);
    }
  },
});

/** NaN for a missing value, which compares as neither less nor greater. Enum values such as 750 are strings. */
const toNumber = (value: unknown): number =>
  typeof value === 'string' ? Number.parseFloat(value) : typeof value === 'number' ? value : Number.NaN;

/** The second field must not be less than the first; with `isStrict` it must be greater. */
export const orderedBounds = (low: string, high: string, isStrict = false): CrossRule => ({
  fields: [low, high],
  note: `${high} must be ${isStrict ? 'greater than' : 'at least'} ${low}.`,
  check: (read, context) => {
    const [from, to] = [toNumber(read(low)), toNumber(read(high))];
    if (isStrict && to <= from) {
      context.report(high, 'greaterThanField', `must be greater than ${low}.`);
    } else if (to < from) {
      context.report(high, 'notLessThanField', `must not be less than ${low}.`);
    }
  },
});

/** The two fields cannot be combined. */
export const exclusive = (first: string, second: string): CrossRule => ({
  fields: [first, second],
  note: `${first} and ${second} cannot be combined.`,
  check: (read, context) => {
    if (read(first) === undefined || read(second) === undefined) return;
    context.report(second, 'prohibitedWith', `cannot be combined with ${first}. Send one of them.`);
  },
});

export interface SitePath {
  readonly pattern: RegExp;
  /** Ends the sentence "<field> must be ...". */
  readonly form: string;
}

/** The URL must be on the target's hosts, or on those that the deployment adds, and its path must match. */
export const onSite = (field: string, { name, hosts = [] }: Target, path?: SitePath): CrossRule => {
  const named = hosts.length > 6 ? `${hosts.slice(0, 2).join(', ')} and its other hosts` : hosts.join(', ');
  return {
    fields: [field],
    note: `${field} must be a URL on ${named}.`,
    check: (read, { extraHosts, report }) => {
      const text = String(read(field));
      // Without URL.parse, which Node 20 of the installed command line does not have.
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url) return;
      if (!isWeb(url)) report(field, 'urlScheme', 'must begin with http:// or https://.');
      else if (!hosts.includes(url.host) && !extraHosts[name]?.includes(url.host)) {
        report(field, 'urlHost', `must be a URL on ${named}.`);
      } else if (path && !path.pattern.test(url.pathname)) {
        report(field, 'regex', `must be ${path.form}.`);
      }
    },
  };
};

const overlaps = (path: readonly PropertyKey[], parts: readonly string[]): boolean =>
  path.every((part, index) => index >= parts.length || part === parts[index]);

/** The schema of an object with its rules, each of which runs if its own fields are valid. */
export const withRules = <S extends z.ZodObject>(whole: S, rules: readonly CrossRule[], context: RuleContext): S =>
  whole.superRefine(
    (params, { issues }) => {
      const report: CheckContext['report'] = (field, rule, message) => {
        issues.push({ ...broken(undefined, rule, message), path: field.split('.') });
      };
      const paths = issues.filter(({ code }) => code !== 'unrecognized_keys').map(({ path = [] }) => path);
      const isFine = (field: string, isForWholes: boolean): boolean => {
        const parts = field.split('.');
        return !paths.some((path) => overlaps(path, parts) && !(isForWholes && path.length > parts.length));
      };
      for (const { fields, check, isForWholes = false } of rules) {
        if (fields.every((field) => isFine(field, isForWholes)))
          check((path) => readPath(params, path), { ...context, report });
      }
    },
    { when: ({ value }) => isPlainObject(value) },
  );
