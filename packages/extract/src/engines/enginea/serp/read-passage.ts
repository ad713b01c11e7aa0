import type { Element } from 'domhandler';
import { walk } from '../../../dom/walk.js';
import { readText } from '../../shared/reader-text.js';
import { isDate } from './read-date.js';

export interface Passage {
  readonly snippet?: string;
  readonly date?: string;
  readonly highlights: readonly string[];
}

/** Longest part before the dash. */
const MAX_LEAD_CHARS = 36;
const DASH_AT_END = /\s*[—–·-]\s*$/;
const DASH_AT_START = /^\s*[—–·-]\s/;

/** Links out of the passage, such as "Read more" and "Translate", and what is not text. */
const isNoPassage = ({ name, attribs }: Element): boolean =>
  name === 'a' ||
  name === 'button' ||
  name === 'table' ||
  attribs['role'] === 'button' ||
  attribs['aria-hidden'] === 'true';

/** A passage begins with its date where its first part has digits, is short and ends in a dash. */
const leadingDate = (
  passage: Element,
  text: string,
  language: string,
): { readonly date: string; readonly rest: string } | undefined => {
  let found: { date: string; rest: string } | undefined;
  let hasLeft = false;
  walk(passage, {
    enter: (element) => {
      if (found || hasLeft || isNoPassage(element)) return false;
      const part = readText(element, { isLeftOut: isNoPassage });
      if (part === '') return true;
      if (!text.startsWith(part)) return false;
      if (part.length > MAX_LEAD_CHARS) return true;
      hasLeft = true;
      const rest = text.slice(part.length);
      if (isDate(part.replace(DASH_AT_END, ''), language) && (DASH_AT_END.test(part) || DASH_AT_START.test(rest)))
        found = { date: part.replace(DASH_AT_END, ''), rest: rest.replace(DASH_AT_START, '').trim() };
      return true;
    },
  });
  return found;
};

const MAX_HIGHLIGHTS = 50;

const highlightsIn = (passage: Element): string[] => {
  const words = new Set<string>();
  walk(passage, {
    enter: (element) => {
      if (isNoPassage(element)) return false;
      if (element.name !== 'em' && element.name !== 'b' && element.name !== 'mark') return true;
      const word = readText(element);
      if (word !== '' && !/^[.…·]+$/.test(word) && words.size < MAX_HIGHLIGHTS) words.add(word);
      return false;
    },
  });
  return [...words];
};

/** Reads the passage of a result: its text without the date before it and the link after it. */
export const readPassage = (passage: Element | undefined, language: string): Passage => {
  if (!passage) return { highlights: [] };
  const text = readText(passage, { isLeftOut: isNoPassage });
  const dated = leadingDate(passage, text, language);
  const snippet = dated?.rest ?? text;
  return {
    ...(snippet === '' ? {} : { snippet }),
    ...(dated ? { date: dated.date } : {}),
    highlights: highlightsIn(passage),
  };
};
