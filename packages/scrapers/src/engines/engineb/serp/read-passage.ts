import type { Element } from 'domhandler';
import { filled, firstBelow, hasClass, isHidden, MAX_FIELD_CHARS, normalizeText, readText, walk } from '@quarry/html';

export interface Passage {
  readonly snippet?: string;
  readonly date?: string;
}

const DATE_CLASS: ReadonlySet<string> = new Set(['news_dt']);
const LABELS: ReadonlySet<string> = new Set(['algoSlug_icon', 'b_adSlug']);
/** Content that is not shown until a click. */
const CLOSED: ReadonlySet<string> = new Set(['b_hide', 'infobubble', 'cnt_vis_hid']);

export const isNotShown = (element: Element): boolean =>
  isHidden(element) || hasClass(element, CLOSED) || element.attribs['role'] === 'dialog';

/** A date and its dot before the passage: the engine puts wide or hard spaces around that dot, authors do not. */
const DATED = /^\s*(\S(?:[^·•]{2,38})\S|\S{4,40})(?:[\u00a0\u2002\u2003]+[·•]\s|\s[·•][\u00a0\u2002\u2003])\s*/;
const PLAINLY_DATED = /^\s*(\S[^·]{2,26}\S)\s?[·•]\s/;

/** With a year, or a number of units ago, or a whole date in numbers. */
const isDate = (text: string): boolean => {
  const numbers = text.match(/\p{N}+/gu) ?? [];
  if (numbers.some(({ length }) => length === 4)) return true;
  if (/^\p{N}{1,2}[./-]\p{N}{1,2}[./-]\p{N}{2,4}$/u.test(text)) return true;
  return numbers.length === 1 && /\p{L}/u.test(text) && text.length <= 24;
};

/** A year beside another number: where spaces do not show it, words such as "since 2004" are not a date. */
const isWholeDate = (text: string): boolean => {
  const numbers = text.match(/\p{N}+/gu) ?? [];
  return numbers.length >= 2 && numbers.some((number) => /^(?:19|20)\p{N}{2}$/u.test(number)) && isDate(text);
};

const isLabel = (element: Element): boolean => isNotShown(element) || hasClass(element, LABELS);

const rawShown = (passage: Element): string => {
  const parts: string[] = [];
  let length = 0;
  walk(passage, {
    enter: (element) => !isLabel(element) && element.name !== 'script' && element.name !== 'style',
    text: ({ data }) => {
      if (length <= MAX_FIELD_CHARS) parts.push(data);
      length += data.length;
    },
  });
  return parts.join('');
};

const leadingDate = (passage: Element, raw: string): { date: string | undefined; length: number } | undefined => {
  const marked = firstBelow(passage, (element) => hasClass(element, DATE_CLASS));
  const text = marked ? readText(marked) : '';
  if (text !== '' && normalizeText(raw).startsWith(text)) {
    const at = raw.indexOf('·');
    return {
      date: /\p{N}/u.test(text) ? text : undefined,
      length: at < 0 || at > text.length + 8 ? raw.indexOf(text) + text.length : at + 1,
    };
  }
  const match = DATED.exec(raw);
  const date = normalizeText(match?.[1] ?? '');
  if (match && isDate(date)) return { date, length: match[0].length };
  const plain = PLAINLY_DATED.exec(raw);
  const plainDate = normalizeText(plain?.[1] ?? '');
  return plain && isWholeDate(plainDate) && plainDate.split(' ').length <= 4
    ? { date: plainDate, length: plain[0].length }
    : undefined;
};

/** Reads the passage of a result: its text without the label and the date before it. */
export const readPassage = (passage: Element | undefined): Passage => {
  if (!passage) return {};
  const raw = rawShown(passage);
  const dated = leadingDate(passage, raw);
  const snippet = dated ? normalizeText(raw.slice(dated.length)) : readText(passage, { isLeftOut: isLabel });
  return filled({ snippet, date: dated?.date });
};
