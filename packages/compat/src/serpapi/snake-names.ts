import { isBody } from '../compat-call.js';

/** Names that they spell otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  snippetHighlitedWords: 'snippet_highlighted_words',
  adResults: 'ads',
  originalPrice: 'old_price',
  extractedOriginalPrice: 'extracted_old_price',
};

/** Names of fields; others, such as labels of a page, stay as they are. */
const FIELD = /^[a-z][A-Za-z\d]*$/;

const snakeName = (name: string): string =>
  NAMES[name] ?? (FIELD.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name);

/** A value of ours with the names of its fields as they write them. */
export const withSnakeNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSnakeNames);
  if (!isBody(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), withSnakeNames(inner)]));
};
