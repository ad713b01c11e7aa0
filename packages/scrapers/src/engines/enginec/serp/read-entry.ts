import type { Element } from 'domhandler';
import { filled, firstBelow, isElement, isText, readText, walk } from '@quarry/html';
import { hostOf, readTarget } from '../link-target.js';
import { classesOf, testIdOf, type Entry } from './results-page.js';

export interface Sitelink {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
}

/** The texts of an entry beside its title. */
export interface EntryText {
  readonly displayedLink?: string;
  readonly snippet?: string;
  readonly date?: string;
  readonly sitelinks?: readonly Sitelink[];
}

/** Most links below one entry. */
const MAX_SITELINKS = 20;
/** Longest text of a time. */
const MAX_DATE_CHARS = 32;
/** Times of the pages without scripts: to the second, and always midnight. */
const STAMP = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?$/;

/** A time as people write it: of a stamp, the day. */
export const readDay = (text: string): string => STAMP.exec(text)?.[1] ?? text;

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);

const isAddress = (element: Element): boolean =>
  testIdOf(element) === 'result-extras-url-link' || / (?:result__url|link-text|url) /.test(classesOf(element));

/** Words that begin with the host of the link are its address. */
const readsAsAddress = (text: string, url: string): boolean => {
  const host = hostOf(url);
  return (
    host !== undefined &&
    text
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .startsWith(host)
  );
};

const isSnippet = (element: Element): boolean =>
  element.attribs['data-result'] === 'snippet' ||
  / (?:result__snippet|result-snippet|snippet) /.test(classesOf(element));

const firstIn = (parts: readonly Element[], isWanted: (element: Element) => boolean): Element | undefined => {
  for (const part of parts) {
    const found = isWanted(part) ? part : firstBelow(part, isWanted);
    if (found) return found;
  }
  return undefined;
};

/** Whether the entry has its own passage below the title. */
export const hasPassage = ({ parts }: Entry): boolean => firstIn(parts, isSnippet) !== undefined;

/** The address is in a link or in its own element; on the page of tables in a `span`. */
const findAddress = ({ parts, target, title }: Entry): Element | undefined =>
  firstIn(parts, isAddress) ??
  firstIn(
    parts,
    (element) =>
      element !== title &&
      /^(?:a|span|cite|p|div)$/.test(element.name) &&
      element.children.every((child) => isText(child) || (isElement(child) && child.name === 'span')) &&
      readsAsAddress(readText(element), target.url),
  );

/** A time before the words of the passage, in its own element. */
const leadingDate = (snippet: Element): Element | undefined => {
  let found: Element | undefined;
  let hasWords = false;
  walk(snippet, {
    enter: (element) => {
      if (found || hasWords) return false;
      const isAlone = element.name === 'span' && element.children.length > 0 && element.children.every(isText);
      const text = isAlone ? readText(element) : '';
      if (isAlone && text !== '' && text.length <= MAX_DATE_CHARS && /\p{N}/u.test(text) && element.next)
        found = element;
      return !found;
    },
    text: ({ data }) => {
      if (data.trim() !== '') hasWords = true;
    },
  });
  return found;
};

/** A stamp beside the address. */
const findStamp = (parts: readonly Element[]): string | undefined => {
  const element = firstIn(parts, ({ name, children }) => {
    const text = name === 'span' && children.length === 1 && isText(children[0]) ? children[0].data : '';
    return text.length <= 2 * MAX_DATE_CHARS && STAMP.test(text.trim());
  });
  return element && readDay(readText(element));
};

/** The parts of an entry around its passage. */
const isAround = (element: Element, { title, parts }: Entry, address: Element | undefined): boolean => {
  if (element === title || element === address || isHeading(element)) return true;
  if (/^(?:button|ul|ol|img|menu)$/.test(element.name) || element.attribs['role'] === 'menu') return true;
  if (element.name === 'p' && address !== undefined) return true;
  if (element.name === 'td' && parts.length > 1 && /^\d{1,3}\.$/.test(readText(element))) return true;
  return element.name === 'span' && STAMP.test(readText(element));
};

const readPassage = (entry: Entry, address: Element | undefined): { snippet: string; date?: string } => {
  const named = firstIn(entry.parts, isSnippet);
  const roots = named ? [named] : entry.parts;
  const leading = roots.map(leadingDate).find((found) => named !== undefined && found !== undefined);
  const snippet = roots
    .map((root) =>
      readText(root, {
        isLeftOut: (element) =>
          element === leading ||
          /sitelinks?\b/.test(classesOf(element)) ||
          (named === undefined && isAround(element, entry, address)),
      }),
    )
    .join(' ')
    .trim();
  const date = leading ? readText(leading) : findStamp(entry.parts);
  return date === undefined ? { snippet } : { snippet, date };
};

/** Links of a list below the passage that lead elsewhere than the title. */
const readSitelinks = ({ parts, target }: Entry, pageUrl: string): Sitelink[] => {
  const found: Sitelink[] = [];
  const lists: Element[] = [];
  for (const part of parts) {
    walk(part, {
      enter: (element) => {
        if (element.attribs['role'] === 'menu') return false;
        if (element.name === 'ul' || element.name === 'table') lists.push(element);
        return element.name !== 'ul';
      },
    });
  }
  for (const list of lists) {
    walk(list, {
      enter: (element) => {
        if (element.name !== 'a' || found.length >= MAX_SITELINKS) return true;
        const link = readTarget(element.attribs['href'], pageUrl);
        const title = readText(element);
        if (link && link.kind !== 'engine' && title !== '' && (link.kind === 'ad' || link.url !== target.url))
          found.push({ title, link: link.url });
        return true;
      },
    });
  }
  return found;
};

export const readEntry = (entry: Entry, pageUrl: string): EntryText => {
  const address = findAddress(entry);
  const shown = address && (firstIn([address], ({ name, children }) => name === 'p' && children.length > 1) ?? address);
  const displayedLink = shown && readText(shown).replace(/\s*›\s*/g, ' › ');
  const { snippet, date } = readPassage(entry, address);
  const sitelinks = readSitelinks(entry, pageUrl);
  return filled({ displayedLink, snippet, date, sitelinks });
};
