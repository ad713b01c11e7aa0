import type { z } from 'zod';
import type { Violation } from '../errors.js';
import { isPlainObject, type JsonSchema } from './field.js';
import { NameSuggestions } from './name-suggestions.js';
import type { RuleName } from './rules.js';

/** Maximum violations in one response; further ones are dropped. */
export const VIOLATIONS_MAX = 1000;
/** Maximum characters of a caller's field name that a violation repeats. */
export const NAME_ECHO_MAX_CHARS = 100;
/** Longest list of allowed values that a message lists in full. */
const LISTED_VALUES_MAX = 12;

export const oneOf = (values: readonly unknown[]): string =>
  values.length <= LISTED_VALUES_MAX
    ? `one of ${values.join(', ')}`
    : `one of the ${values.length} documented values, such as ${String(values[0])}`;

type Path = readonly PropertyKey[];
type Broken = readonly [rule: RuleName, message: string];

/** A part of a JSON schema; undefined for what is none. */
const partOf = (schema: JsonSchema | undefined, keyword: string): JsonSchema | undefined => {
  const part = schema?.[keyword];
  return isPlainObject(part) ? part : undefined;
};

/** The names of the object at a path. */
const namesAt = (schema: JsonSchema, path: Path): readonly string[] => {
  let at: JsonSchema | undefined = schema;
  for (const step of path) {
    at = typeof step === 'number' ? partOf(at, 'items') : partOf(partOf(at, 'properties'), String(step));
  }
  return Object.keys(partOf(at, 'properties') ?? {});
};

const shorten = (name: string): string =>
  name.length > NAME_ECHO_MAX_CHARS ? `${name.slice(0, NAME_ECHO_MAX_CHARS)}...` : name;

const fieldOf = (path: Path): string => path.map((part) => shorten(String(part))).join('.');

const TYPES_DUE: Readonly<Record<string, (field: string) => Broken>> = {
  boolean: () => ['boolean', 'must be true or false.'],
  array: (field) => ['array', `must be a list: ${field}[]=value in a query string, an array in JSON.`],
  object: (field) => ['object', `must be an object: ${field}[name]=value in a query string, an object in JSON.`],
};

/** The rule that an issue violates. Types without a rule of their own are strings. */
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
  return due ?? ['string', 'must be a single string.'];
};

/** The same for all entries of a list. */
const placeOf = (path: Path): string => path.map((step) => (typeof step === 'number' ? '' : String(step))).join('.');

interface Known {
  readonly schemaOf: () => JsonSchema;
  readonly suggestions: NameSuggestions;
}

const violationsOf = (issue: z.core.$ZodIssue, { schemaOf, suggestions }: Known): readonly Violation[] => {
  if (issue.code === 'unrecognized_keys') {
    const place = placeOf(issue.path);
    return issue.keys.slice(0, VIOLATIONS_MAX).map((key) => {
      const name = fieldOf([...issue.path, key]);
      const meant = suggestions.of(key, place, () => namesAt(schemaOf(), issue.path));
      const advice =
        meant === undefined ? 'Remove it or check its spelling.' : `Did you mean ${meant}? Otherwise remove it.`;
      return { field: name, rule: 'unknown', message: `${name} is not a parameter of this operation. ${advice}` };
    });
  }
  const field = fieldOf(issue.path);
  if (field === '') return [{ field, rule: 'object', message: 'The parameters must be an object.' }];
  const [rule, message] = ruleOf(issue, field);
  return [{ field, rule, message: `${field} ${message}` }];
};

/**
 * The violations of zod's issues; the parse must use `reportInput`. `schemaOf` returns the JSON schema of the input, whose names
 * are suggested for unknown ones.
 */
export const toViolations = (
  issues: readonly z.core.$ZodIssue[],
  schemaOf: () => JsonSchema,
  suggestions = new NameSuggestions(),
): readonly Violation[] =>
  issues
    .slice(0, VIOLATIONS_MAX)
    .flatMap((issue) => violationsOf(issue, { schemaOf, suggestions }))
    .slice(0, VIOLATIONS_MAX);
