import { createHash } from 'node:crypto';
import { dayIn } from '@quarry/html';
import type { ConversionRequest } from '@quarry/page';
import type { Expected, MadePage, Value } from './made/made-page.js';

export type Rules = NonNullable<ConversionRequest['aiExtractRules']>;
type WritableRules = { -readonly [Name in keyof Rules]: Rules[Name] };

/** `right`, `missing` and `wrong` of what a page says; `kept` (null) and `invented` of what it does not say. */
export type Outcome = 'right' | 'missing' | 'wrong' | 'kept' | 'invented';

/** Case, white space and punctuation do not count, a dot does. */
export const foldValue = (value: unknown): string =>
  String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();

export const hashValue = (salt: string, field: string, value: unknown): string =>
  createHash('sha256')
    .update(`${salt}\n${field}\n${foldValue(value)}`)
    .digest('hex')
    .slice(0, 16);

/** The value at `jobs.0.title`, or the length of a list at `jobs.#`. */
export const valueAt = (answer: unknown, field: string): unknown => {
  let value: unknown = answer;
  for (const key of field.split('.')) {
    if (key === '#') value = Array.isArray(value) ? value.length : undefined;
    else value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value ?? undefined;
};

/** `isRight` is null where the page does not say the field. */
export const judgeValue = (value: unknown, isRight: boolean | null): Outcome => {
  if (isRight === null) return value === undefined ? 'kept' : 'invented';
  if (value === undefined) return 'missing';
  return isRight ? 'right' : 'wrong';
};

const NUMBERS = new Set(['price', 'originalPrice', 'rating', 'reviewCount', 'servings', 'yearBuilt', 'pages']);

const typeOfField = (name: string, expected: Expected): 'string' | 'number' | 'boolean' => {
  const [first] = [expected].flat();
  if (first === null || first === undefined)
    return NUMBERS.has(name) ? 'number' : name === 'inStock' ? 'boolean' : 'string';
  return typeof first as 'string' | 'number' | 'boolean';
};

/** The rules that ask for what is expected of a page: `posts.0.author` asks for a list of objects with an author. */
export const rulesFor = (expected: MadePage['expected']): Rules => {
  const lists = new Map<string, WritableRules | 'string'>();
  const rules: WritableRules = {};
  for (const [field, wanted] of Object.entries(expected)) {
    const [name = '', place, part] = field.split('.');
    if (place === undefined) rules[name] = { type: typeOfField(name, wanted) };
    else {
      const output = lists.get(name);
      if (part === undefined) lists.set(name, output ?? 'string');
      else
        lists.set(name, { ...(typeof output === 'object' ? output : {}), [part]: { type: typeOfField(part, wanted) } });
    }
  }
  for (const [name, output] of lists) rules[name] = { type: 'list', output };
  return rules;
};

/** The day of a date, however it is written: labels of captured pages name the day alone. */
export const dayOf = (field: string, value: unknown): unknown =>
  /^date/.test(field) && typeof value === 'string' ? (dayIn(value) ?? value) : value;

export const isExpected = (value: unknown, expected: Expected): boolean | null => {
  if (expected === null) return null;
  const accepted: readonly Value[] = [expected].flat() as readonly Value[];
  return accepted.some((one) => foldValue(one) === foldValue(value));
};
