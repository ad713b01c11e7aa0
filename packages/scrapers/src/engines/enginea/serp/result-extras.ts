import type { Element } from 'domhandler';
import { countNumber, decimalNumber, defined, isHidden, readLines, readText, walk } from '@quarry/html';
import { readTarget } from '../link-target.js';
import type { ResultBlock } from './find-results.js';
import { pictureOf } from './pictures.js';
import type { ResultsPage } from './results-page.js';

export interface Sitelink {
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
}

/** A result with the parts of its content and, among them, its passage. */
interface ReadResult extends ResultBlock {
  readonly content: readonly Element[];
  readonly passage: Element | undefined;
}

const MAX_SITELINKS = 20;

const linksBelow = (root: Element): Element[] => {
  const links: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (isHidden(element) || element.attribs['data-q'] !== undefined) return false;
      if (element.name === 'a' && element.attribs['href'] !== undefined) links.push(element);
      return true;
    },
  });
  return links;
};

/** A link in a cell, with the text below it in the same cell. */
const listedSitelink = (cell: Element, page: ResultsPage): Sitelink | undefined => {
  const [link] = linksBelow(cell);
  const target = link && readTarget(link.attribs['href'], page.url);
  if (!link || target?.kind !== 'site') return undefined;
  const title = readText(link);
  const snippet = readText(cell, { isLeftOut: (element) => element === link || element.name === 'h3' });
  return title === '' ? undefined : { title, link: target.url, ...(snippet === '' ? {} : { snippet }) };
};

const listedSitelinks = (block: Element, page: ResultsPage): Sitelink[] => {
  const found: Sitelink[] = [];
  walk(block, {
    enter: (element) => {
      if (element.name !== 'td' || found.length >= MAX_SITELINKS) return true;
      const sitelink = listedSitelink(element, page);
      if (sitelink) found.push(sitelink);
      return !sitelink;
    },
  });
  return found;
};

const withoutAnchor = (url: string): string => url.replace(/#.*$/, '');

/** Links in the content of a result that lead elsewhere than its title does. */
const inlineSitelinks = ({ title, content, passage }: ReadResult, page: ResultsPage): Sitelink[] => {
  const found = new Map<string, Sitelink>();
  for (const part of content) {
    for (const link of linksBelow(part)) {
      const target = readTarget(link.attribs['href'], page.url);
      const text = readText(link);
      if (target?.kind !== 'site' || text === '' || text.length > 100 || found.size >= MAX_SITELINKS) continue;
      if (withoutAnchor(target.url) === withoutAnchor(title.target.url) || found.has(target.url)) continue;
      if (passage && isWithin(link, passage) && passage.name !== 'div') continue;
      found.set(target.url, { title: text, link: target.url });
    }
  }
  return [...found.values()];
};

const isWithin = (element: Element, root: Element): boolean => {
  for (let node: Element['parent'] = element; node; node = node.parent) if (node === root) return true;
  return false;
};

export interface Sitelinks {
  readonly inline?: readonly Sitelink[];
  readonly list?: readonly Sitelink[];
}

export const readSitelinks = (result: ReadResult, page: ResultsPage): Sitelinks | undefined => {
  const list = listedSitelinks(result.block, page);
  if (list.length > 0) return { list };
  const inline = inlineSitelinks(result, page);
  return inline.length > 0 ? { inline } : undefined;
};

/** Thumbnails beside the passage, without the icon in the head. */
export const readImages = (content: readonly Element[], page: ResultsPage): string[] => {
  const found = new Set<string>();
  for (const part of content) {
    walk(part, {
      enter: (element) => {
        if (element.name !== 'img' || isHidden(element)) return !isHidden(element);
        const picture = pictureOf(element, page);
        if (picture !== undefined && found.size < MAX_SITELINKS) found.add(picture);
        return true;
      },
    });
  }
  return [...found];
};

export interface RichSnippet {
  readonly extensions: readonly string[];
  readonly detectedExtensions?: { readonly rating?: number; readonly reviews?: number };
}

const SEPARATOR = /\s[·⋅•]\s/;
const AT_ENDS = /^[\s·⋅•|]+|[\s·⋅•|]+$/gu;

const hasStars = (root: Element): boolean => {
  let isFound = false;
  walk(root, {
    enter: ({ name, attribs }) => {
      if (name === 'g-review-stars' || (/\d[.,]\d/.test(attribs['aria-label'] ?? '') && attribs['role'] === 'img'))
        isFound = true;
      return !isFound;
    },
  });
  return isFound;
};

/** A number out of five or ten, then the next whole number: `Rating: 4.8 · 1,280 votes`, `4,8 (64)`. */
const detectRating = (line: string): RichSnippet['detectedExtensions'] => {
  const match = /(?:^|[^\d.,])(\d{1,2}[.,]\d)(?!\d)(?:\/\d{1,2})?/.exec(line);
  const rating = match?.[1] === undefined ? undefined : decimalNumber(match[1]);
  if (rating === undefined || rating > 10) return undefined;
  const reviews = countNumber(line.slice((match?.index ?? 0) + (match?.[0].length ?? 0)));
  return defined({ rating, reviews });
};

const MAX_LINE_CHARS = 300;

/** Short facts below the passage: rating, price, duration. */
export const readRichSnippet = (content: readonly Element[], passage: Element | undefined): RichSnippet | undefined => {
  const isLeftOut = (element: Element): boolean =>
    element === passage || element.name === 'a' || element.name === 'table' || element.attribs['data-q'] !== undefined;
  for (const part of content) {
    if (passage && part === passage) continue;
    const isRated = hasStars(part);
    for (const line of readLines(part, { isLeftOut })) {
      const rated = detectRating(line);
      if (line.length > MAX_LINE_CHARS || !(SEPARATOR.test(line) || (isRated && rated))) continue;
      const extensions = line
        .split(SEPARATOR)
        .map((text) => text.replace(AT_ENDS, ''))
        .filter((text) => text !== '');
      // Links below a result leave only what was between them.
      if (extensions.length === 0) continue;
      return { extensions, ...(isRated && rated ? { detectedExtensions: rated } : {}) };
    }
  }
  return undefined;
};
