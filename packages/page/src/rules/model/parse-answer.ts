import { parseJson } from '@quarry/html';

const THINKING = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;

/** The part from the first opening brace to the last closing one: models put fences and words around their answer. */
const bracedPart = (text: string): string => {
  const start = text.indexOf('{');
  return start >= 0 ? text.slice(start, text.lastIndexOf('}') + 1) : '';
};

/** Reads the JSON of a model's answer, through code fences, thoughts and words around it; undefined where there is none. */
export const parseAnswer = (answer: string): { readonly value: unknown } | undefined => {
  const text = answer.replace(THINKING, '').trim();
  const direct = parseJson(text);
  const value = direct === undefined ? parseJson(bracedPart(text)) : direct;
  return value === undefined ? undefined : { value };
};
