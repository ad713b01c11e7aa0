import type { JsonField } from './form-field.js';
import { isRecord } from './json-schema.js';

/** First steps for the fields whose values have a form of their own. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  extractRules: { title: 'h1', images: 'main img @src' },
  aiExtractRules: { price: { type: 'number' }, inStock: { type: 'boolean' } },
  jsScenario: [{ waitFor: '.results' }, { scrollY: 2_000 }, { wait: 500 }],
};

/** A valid beginning of a field's value. */
export const exampleOf = ({ name, shape }: Pick<JsonField, 'name' | 'shape'>): string =>
  JSON.stringify(EXAMPLES[name] ?? (shape === 'array' ? [] : {}), null, 2);

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
};

/** The same JSON with one member per line; undefined if it is none. */
export const formatJson = (text: string): string | undefined => {
  const parsed = parse(text);
  return parsed === undefined ? undefined : JSON.stringify(parsed.value, null, 2);
};

/** What a JSON text is, in a few words: how many entries it has. While it is being written, it is not called wrong. */
export const describeJson = (text: string, { shape }: Pick<JsonField, 'shape'>, isLeft: boolean): string => {
  if (text.trim() === '') return shape === 'array' ? 'JSON list' : 'JSON object';
  const parsed = parse(text);
  if (parsed === undefined) return isLeft ? 'Not valid JSON' : 'JSON, not finished';
  const size = Array.isArray(parsed.value)
    ? parsed.value.length
    : isRecord(parsed.value)
      ? Object.keys(parsed.value).length
      : 0;
  return size === 1 ? '1 entry' : `${size} entries`;
};

/** JSON text of rules with one more under a name that is not taken; undefined if the text is no JSON object. */
export const withRule = (text: string, name: string, rule: unknown): string | undefined => {
  const parsed = text.trim() === '' ? { value: {} } : parse(text);
  if (parsed === undefined || !isRecord(parsed.value)) return undefined;
  const taken = parsed.value;
  let free = name;
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `${name}${count}`;
  return JSON.stringify({ ...taken, [free]: rule }, null, 2);
};
