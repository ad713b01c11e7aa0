import { isPlainObject } from '@quarry/contracts';

/** Fields of a response that are texts of at least so many characters are shown by themselves, not as JSON. */
export const LONG_TEXT_CHARS = 500;
/** Name of the part that is the response as JSON, without its long texts. */
export const DATA_PART = 'data';

export interface SplitAnswer {
  /** JSON on one line. */
  readonly data: string;
  /** Long texts by the name of their field, such as markdown. */
  readonly texts: readonly (readonly [name: string, text: string])[];
}

const isLongText = (value: unknown): value is string => typeof value === 'string' && value.length >= LONG_TEXT_CHARS;

/** A response in its parts. The same response always has the same parts, so that reading can go on at an offset of one. */
export const splitAnswer = (body: Readonly<Record<string, unknown>>): SplitAnswer => {
  const entries = Object.entries(body);
  return {
    data: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => !isLongText(value)))),
    texts: entries.filter((entry): entry is [string, string] => isLongText(entry[1])),
  };
};

/** One part of a response; undefined if it has none of this name. */
export const partOf = (body: unknown, part: string): string | undefined => {
  if (!isPlainObject(body)) return undefined;
  if (part === DATA_PART) return splitAnswer(body).data;
  const value = Object.hasOwn(body, part) ? body[part] : undefined;
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
};
