import type { z } from 'zod';
import type { Violation } from '../errors.js';
import type { RuleName } from './rules.js';

/** Most violations that one answer lists; an input that breaks more is cut there. */
export const VIOLATIONS_MAX = 1000;
/** Longest part of a name of the caller's that is repeated. */
export const NAME_ECHO_MAX_CHARS = 100;
/** Longest list of allowed values that a message repeats. */
const LISTED_VALUES_MAX = 12;

export const oneOf = (values: readonly unknown[]): string =>
  values.length <= LISTED_VALUES_MAX
    ? `one of ${values.join(', ')}`
    : `one of the ${values.length} documented values, such as ${String(values[0])}`;

type Path = readonly PropertyKey[];
type Broken = readonly [rule: RuleName, message: string];

const shorten = (name: string): string =>
  name.length > NAME_ECHO_MAX_CHARS ? `${name.slice(0, NAME_ECHO_MAX_CHARS)}...` : name;

const fieldOf = (path: Path): string => path.map((part) => shorten(String(part))).join('.');

const TYPES_DUE: Readonly<Record<string, (field: string) => Broken>> = {
  boolean: () => ['boolean', 'must be true or false.'],
  array: (field) => ['array', `must be a list: ${field}[]=value in a query string, an array in JSON.`],
  object: (field) => ['object', `must be an object: ${field}[name]=value in a query string, an object in JSON.`],
};

/** What an issue breaks. Types that name no rule of their own are those of texts. */
const ruleOf = (issue: z.core.$ZodIssue, field: string): Broken => {
  if (issue.code === 'custom') return [issue.params?.['rule'] as RuleName, issue.message];
  if (issue.code === 'too_small') return ['min', `must be ${issue.minimum} or more.`];
  if (issue.code === 'too_big') return ['max', `must be ${issue.maximum} or less.`];
  // An item of a list is never missing.
  if (issue.input === undefined && typeof issue.path.at(-1) === 'string') return ['required', 'is required.'];
  if (issue.code === 'invalid_value' && typeof issue.input === 'string') {
    return ['enum', `must be ${oneOf(issue.values)}.`];
  }
  const due = issue.code === 'invalid_type' ? TYPES_DUE[issue.expected]?.(field) : undefined;
  return due ?? ['string', 'must be one text, given once.'];
};

const violationsOf = (issue: z.core.$ZodIssue): readonly Violation[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, VIOLATIONS_MAX).map((key) => {
      const name = fieldOf([...issue.path, key]);
      const message = `${name} is not a parameter of this operation. Remove it or check its spelling.`;
      return { field: name, rule: 'unknown', message };
    });
  }
  const field = fieldOf(issue.path);
  if (field === '') return [{ field, rule: 'object', message: 'The parameters must be an object.' }];
  const [rule, message] = ruleOf(issue, field);
  return [{ field, rule, message: `${field} ${message}` }];
};

/** Zod's issues, of a parse with `reportInput`, as violations. */
export const toViolations = (issues: readonly z.core.$ZodIssue[]): readonly Violation[] =>
  issues.slice(0, VIOLATIONS_MAX).flatMap(violationsOf).slice(0, VIOLATIONS_MAX);
