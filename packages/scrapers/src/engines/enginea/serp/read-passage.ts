import type { Element } from 'domhandler';
import { allBelow, defined, isDateIn, readText, walk } from '@quarry/html';

export interface Passage {
  readonly snippet?: string;
  readonly date?: string;
  readonly highlights: readonly string[];
}

/** Longest part before the dash. */
const MAX_LEAD_CHARS = 36;
const DASH_AT_END = /\s*[—–·-]\s*$/;
const DASH_AT_START = /^\s*[—–·-]\s/;

type IsLeftOut = (element: Element) => boolean;

const isNoText: IsLeftOut = ({ name, attribs }) =>
  name === 'button' || name === 'table' || attribs['role'] === 'button' || attribs['aria-hidden'] === 'true';

/** Links after the passage, such as "Read more" and "Translate"; a link among its words is part of it. */
const linksBehind = (passage: Element): ReadonlySet<Element> => {
  const behind = new Set<Element>();
  let rest = readText(passage, { isLeftOut: isNoText });
  for (const link of allBelow(passage, ({ name }) => name === 'a', isNoText).reverse()) {
    const text = readText(link, { isLeftOut: isNoText });
    if (!rest.endsWith(text)) break;
    behind.add(link);
    rest = rest.slice(0, rest.length - text.length).trim();
  }
  return behind;
};

/** A passage begins with its date where its first part has digits, is short and ends in a dash. */
const leadingDate = (
  passage: Element,
  text: string,
  isNoPassage: IsLeftOut,
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
      if (isDateIn(part.replace(DASH_AT_END, ''), language) && (DASH_AT_END.test(part) || DASH_AT_START.test(rest)))
        found = { date: part.replace(DASH_AT_END, ''), rest: rest.replace(DASH_AT_START, '').trim() };
      return true;
    },
  });
  return found;
};

const MAX_HIGHLIGHTS = 50;

const highlightsIn = (passage: Element, isNoPassage: IsLeftOut): string[] => {
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
  const behind = linksBehind(passage);
  const isNoPassage: IsLeftOut = (element) => behind.has(element) || isNoText(element);
  const text = readText(passage, { isLeftOut: isNoPassage });
  const dated = leadingDate(passage, text, isNoPassage, language);
  const snippet = dated?.rest ?? text;
  return defined({
    snippet: snippet || undefined,
    date: dated?.date,
    highlights: highlightsIn(passage, isNoPassage),
  });
};
