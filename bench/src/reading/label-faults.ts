import { allBelow, parseDocument, rawText } from '@quarry/html';
import { dayOfLabel, type Fact, isSameDate, isSameText, letters, nameLine, peopleIn, plain } from './judge-facts.js';

/** What is wrong with a label, told from the page alone, whatever a reader made of it. */
export type LabelFault =
  | 'not on the page'
  | 'the day of a change'
  | 'a text shown, another stated'
  | 'none stated'
  | 'a heading and what stands around it'
  | 'cut within a word'
  | 'no name';

const unescaped = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Everything that a page shows or states: its source with and without tags. */
const lettersOfPage = (html: string): string => {
  const source = unescaped(html);
  return `${letters(source.replace(/<[^>]*>/g, ''))} ${letters(source)}`;
};

const two = (value: string): string => `0?${String(Number(value))}`;

/** A day in any of the usual orders of its numbers, with the month as number or word. */
const dayPattern = (label: string): string => {
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
  return String.raw`(?<!\d)(?:${forms.join('|')})(?!\d)`;
};

/** Whether a page names a day. */
const namesDay = (html: string, label: string): boolean =>
  new RegExp(dayPattern(label), 'iu').test(html.replace(/&nbsp;|<!--.*?-->/g, ' '));

const DAY_MS = 86_400_000;

const aroundDay = (day: string): string[] =>
  [-1, 0, 1].map((shift) => new Date(Date.parse(day) + shift * DAY_MS).toISOString().slice(0, 10));

const MODIFIED =
  /(?:dateModified|modified_time|updated_time|last-modified)["'\s:]+(?:content\s*=\s*["'])?(\d{4}-\d\d-\d\d[^"'<>\s]*)/gi;
const PUBLISHED = /(?:datePublished|published_time)["'\s:]+(?:content\s*=\s*["'])?(\d{4}-\d\d-\d\d[^"'<>\s]*)/gi;

/** Words right before a day that is shown or stated as that of a change, with the label of its field. */
const CHANGED =
  /(?:updat\w*|modifi\w*|last[- ]?mod\w*|changed|zuletzt|ge(?:ä|ae)ndert|aktualisiert)(?:\s+(?:on|am|at))?[^\p{L}\p{N}]{0,20}(?:content\W{0,3})?$/iu;
const BEFORE_CHARS = 60;

/** Whether each place of the page that names the day says that it is that of a change. */
const isShownAsChange = (html: string, day: string): boolean => {
  const places = [...html.matchAll(new RegExp(dayPattern(day), 'giu'))];
  return (
    places.length > 0 && places.every(({ index }) => CHANGED.test(html.slice(Math.max(0, index - BEFORE_CHARS), index)))
  );
};

const isDayOfChange = (html: string, label: string): boolean => {
  if (isShownAsChange(html, label)) return true;
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

/** A heading of the page, or its end, and after a sign the name of its section or site. */
const isMoreThanHeading = (html: string, label: string): boolean => {
  const title = folded(label);
  const start = title.replace(LAST_PART, '');
  return allBelow(parseDocument(html).root, ({ name }) => name === 'h1' || name === 'h2').some((heading) => {
    const text = folded(rawText(heading));
    if (text.length < MIN_HEADING_CHARS) return false;
    if (title.startsWith(text) && AROUND.test(title.slice(text.length))) return true;
    return start !== title && start.length >= MIN_HEADING_CHARS && text.endsWith(` ${start}`);
  });
};

const MIN_HEADING_CHARS = 3;
/** White space and a sign, or a sign that stands in no sentence. */
const AROUND = /^(?:\s+[^\p{L}\p{N}\s]|[_|(])/u;
const LAST_PART = /\s[|·–—-]\s[^|·–—-]+$/u;

/** Whether a label stands on the page only with further letters right before or after it. */
const isCutInWord = (source: string, label: string): boolean => {
  let found = false;
  for (let at = source.indexOf(label); at !== -1; at = source.indexOf(label, at + 1)) {
    const around = [source[at - 1] ?? '', source[at + label.length] ?? ''];
    if (!around.some((sign) => /\p{L}/u.test(sign))) return false;
    found = true;
  }
  return found;
};

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
  if (fact !== 'description' && isCutInWord(folded(unescaped(html)), folded(label))) return 'cut within a word';
  if (fact === 'title') return isMoreThanHeading(html, label) ? 'a heading and what stands around it' : undefined;
  if (fact === 'byline') return NO_NAME.test(nameLine(label)) ? 'no name' : undefined;
  const stated = statedDescriptions(html);
  if (stated.length === 0) return 'none stated';
  return stated.some((text) => isSameText(text, label)) ? undefined : 'a text shown, another stated';
};
