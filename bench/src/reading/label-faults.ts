import { allBelow, parseDocument, rawText } from '@quarry/html';
import { dayOfLabel, type Fact, isSameDate, isSameText, letters, peopleIn, plain } from './judge-facts.js';

/** What is wrong with a label, told from the page alone, whatever a reader made of it. */
export type LabelFault =
  | 'not on the page'
  | 'the day of a change'
  | 'a text shown, another stated'
  | 'none stated'
  | 'a heading and what stands around it'
  | 'no name';

const unescaped = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Everything that a page shows or states: its source with and without tags. */
const lettersOfPage = (html: string): string => {
  const source = unescaped(html);
  return `${letters(source.replace(/<[^>]*>/g, ''))} ${letters(source)}`;
};

const two = (value: string): string => `0?${String(Number(value))}`;

/** Whether a page names a day, in any of the usual orders of its numbers, with the month as number or word. */
const namesDay = (html: string, label: string): boolean => {
  const [year = '', month = '', day = ''] = label.split('-');
  const [m, d, y] = [two(month), two(day), `(?:${year}|${year.slice(2)})`];
  const gap = String.raw`[^\d<>]{1,3}`;
  const forms = [
    `${year}${month}${day}`,
    `${year}${gap}${m}${gap}${d}`,
    `${d}${gap}${m}${gap}${y}`,
    `${m}${gap}${d}${gap}${y}`,
    String.raw`${d}[^\d<>]{3,25}${year}`,
    String.raw`\p{L}{3,12}\.?\s+${d}(?:st|nd|rd|th)?,?\s+${year}`,
  ];
  return new RegExp(String.raw`(?<!\d)(?:${forms.join('|')})(?!\d)`, 'iu').test(
    html.replace(/&nbsp;|<!--.*?-->/g, ' '),
  );
};

const DAY_MS = 86_400_000;

const aroundDay = (day: string): string[] =>
  [-1, 0, 1].map((shift) => new Date(Date.parse(day) + shift * DAY_MS).toISOString().slice(0, 10));

const MODIFIED =
  /(?:dateModified|modified_time|updated_time|last-modified)["'\s:]+(?:content\s*=\s*["'])?(\d{4}-\d\d-\d\d[^"'<>\s]*)/gi;
const PUBLISHED = /(?:datePublished|published_time)["'\s:]+(?:content\s*=\s*["'])?(\d{4}-\d\d-\d\d[^"'<>\s]*)/gi;

const isDayOfChange = (html: string, label: string): boolean => {
  const published = [...html.matchAll(PUBLISHED)].map(([, date = '']) => date);
  return (
    published.length > 0 &&
    !published.some((date) => isSameDate(date, label)) &&
    [...html.matchAll(MODIFIED)].some(([, date = '']) => isSameDate(date, label))
  );
};

/** Everything that a page states as its description. */
const statedDescriptions = (html: string): string[] => {
  const metas = allBelow(parseDocument(html).root, ({ name }) => name === 'meta')
    .filter(({ attribs: { name, property, itemprop } }) => /description$/i.test(property ?? name ?? itemprop ?? ''))
    .map(({ attribs }) => attribs['content'] ?? '');
  const inData = [...html.matchAll(/"description"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => unescaped(text));
  return [...metas, ...inData].filter((text) => letters(text) !== '');
};

const folded = (text: string): string => plain(text).normalize('NFKC').toLowerCase();

/** A heading of the page, and after a space and a sign the name of its section or site. */
const isMoreThanHeading = (html: string, label: string): boolean => {
  const title = folded(label);
  return allBelow(parseDocument(html).root, ({ name }) => name === 'h1' || name === 'h2').some((heading) => {
    const text = folded(rawText(heading));
    return text.length >= MIN_HEADING_CHARS && title.startsWith(text) && AROUND.test(title.slice(text.length));
  });
};

const MIN_HEADING_CHARS = 6;
const AROUND = /^\s+[^\p{L}\p{N}\s]/u;

/** What Readability takes for a by-line by its place: a date, a button. */
const NO_NAME = /\d|^\W*(?:follow|updated|last|unknown)\b/i;

/** The fault of a label; undefined for one that can be right. */
export const labelFault = (fact: Fact, label: string, html: string): LabelFault | undefined => {
  const day = dayOfLabel(label);
  if (fact === 'published' && day !== undefined) {
    if (isDayOfChange(html, day)) return 'the day of a change';
    return aroundDay(day).some((each) => namesDay(html, each)) ? undefined : 'not on the page';
  }
  if (fact === 'published') return undefined;
  const page = lettersOfPage(html);
  const pieces = fact === 'byline' ? peopleIn(label) : [letters(plain(label)).slice(0, 300)];
  if (!pieces.every((piece) => page.includes(piece))) return 'not on the page';
  if (fact === 'title') return isMoreThanHeading(html, label) ? 'a heading and what stands around it' : undefined;
  if (fact === 'byline') return NO_NAME.test(plain(label)) ? 'no name' : undefined;
  const stated = statedDescriptions(html);
  if (stated.length === 0) return 'none stated';
  return stated.some((text) => isSameText(text, label)) ? undefined : 'a text shown, another stated';
};
