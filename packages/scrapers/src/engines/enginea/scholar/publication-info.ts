import type { Element } from 'domhandler';
import {
  allBelow,
  firstBelow,
  hasClass,
  MAX_FIELD_CHARS,
  normalizeText,
  rawText,
  readLines,
  readText,
} from '@quarry/html';
import { readArticleLink } from './article-links.js';

export interface Author {
  readonly name: string;
  readonly link?: string;
  readonly authorId?: string;
}

export interface PublicationInfo {
  readonly summary: string;
  readonly authors?: readonly Author[];
}

export interface InfoContext {
  readonly pageUrl: string;
  /** An opinion of a court: its line begins with where it was reported. */
  readonly isCase: boolean;
  /** The title is a link, so that the line ends in a host. */
  readonly isLinked: boolean;
}

/** Most authors of one article. */
export const MAX_AUTHORS = 100;
const MAX_NAME_CHARS = 120;

const ALL_AUTHORS: ReadonlySet<string> = new Set(['gs_fmaa']);
/** Between authors and journal, where there is a journal. */
const BEFORE_JOURNAL = '\u00a0- ';
const BETWEEN_PARTS = /\s-\s/;
const YEAR = /(?<!\p{N})\p{N}{4}(?!\p{N})/u;
/** `J Smith`, `MJ van Dijk`: initials first. */
const INITIALS = /^\p{Lu}{1,4}\s\p{L}/u;

const linkedAuthors = (info: Element, pageUrl: string): Author[] =>
  allBelow(info, ({ name }) => name === 'a').flatMap((element) => {
    const link = readArticleLink(element.attribs['href'], pageUrl);
    const name = readText(element);
    if (link?.kind !== 'author' || name === '') return [];
    return [{ name, link: link.url.href, authorId: link.url.searchParams.get('user') ?? '' }];
  });

const namesIn = (text: string): string[] =>
  text
    .split(/[,،，、]/)
    .map((name) => normalizeText(name.replace(/…|\.\.\./g, '')))
    .filter((name) => name !== '' && name.length <= MAX_NAME_CHARS);

/** The part of a line with its authors. Undefined where that is uncertain. */
const authorsPart = (line: string, isLinked: boolean): string | undefined => {
  const end = line.indexOf(BEFORE_JOURNAL);
  if (end > 0) return line.slice(0, end);
  const [first = '', second = '', third] = line.split(BETWEEN_PARTS);
  if (YEAR.test(first)) return undefined;
  // `authors - journal, year - host`, `authors - year - host`; a title without a link has no host.
  if ((third !== undefined || !isLinked) && YEAR.test(second)) return first;
  return second !== '' && namesIn(first).every((name) => INITIALS.test(name)) ? first : undefined;
};

const authorsOf = (info: Element, { pageUrl, isCase, isLinked }: InfoContext): Author[] => {
  const linked = linkedAuthors(info, pageUrl);
  const all = firstBelow(info, (element) => hasClass(element, ALL_AUTHORS));
  const line = all ? undefined : rawText(info).slice(0, MAX_FIELD_CHARS);
  const part = line === undefined ? all && rawText(all).slice(0, MAX_FIELD_CHARS) : authorsPart(line, isLinked);
  const names = part === undefined || isCase ? [] : namesIn(part).slice(0, MAX_AUTHORS);
  const byName = new Map(linked.map((author) => [author.name, author]));
  // Where a name of a link is not found again, only the links are certain.
  if (linked.some(({ name }) => !names.includes(name))) return linked.slice(0, MAX_AUTHORS);
  return names.map((name) => byName.get(name) ?? { name });
};

/** Reads the line about an article: authors, journal, year and host. Undefined where it is empty. */
export const readPublicationInfo = (info: Element, context: InfoContext): PublicationInfo | undefined => {
  const lines = readLines(info);
  // Where authors are on their own line, a dot separates the rest.
  const summary = lines.length > 1 ? lines.join(' - ').replace(/\s*•\s*/g, ' - ') : (lines[0] ?? '');
  if (summary === '') return undefined;
  const authors = authorsOf(info, context);
  return { summary, ...(authors.length > 0 ? { authors } : {}) };
};
