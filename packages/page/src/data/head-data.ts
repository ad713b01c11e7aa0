import type { Element } from 'domhandler';
import { parseJsonLd, rawText, walk } from '@quarry/html';
import type { PageSource } from '../source/page-source.js';

/** Everything that a page says of itself in meta tags and structured blocks, as it is. */
export interface HeadData {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly canonical: string | undefined;
  /** First value per meta name or property, lower case. */
  readonly meta: ReadonlyMap<string, string>;
  /** All values of the names that state an author, by name, in order. */
  readonly authors: ReadonlyMap<string, readonly string[]>;
  readonly openGraph: Record<string, string | string[]>;
  readonly jsonLd: unknown[];
}

interface Reading {
  title?: string;
  language?: string;
  canonical?: string;
  readonly meta: Map<string, string>;
  readonly authors: Map<string, string[]>;
  readonly openGraph: Record<string, string | string[]>;
  readonly jsonLd: unknown[];
}

const clean = (text: string | undefined): string | undefined => {
  const value = text?.replace(/\s+/g, ' ').trim();
  return value ? value : undefined;
};

const OPEN_GRAPH = /^(?:og|article|book|profile|video|music|product):/;

const readOpenGraph = (property: string, value: string, reading: Reading): void => {
  if (!OPEN_GRAPH.test(property)) return;
  const name = property.startsWith('og:') ? property.slice(3) : property;
  const known = Object.hasOwn(reading.openGraph, name) ? reading.openGraph[name] : undefined;
  if (known === undefined) reading.openGraph[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else reading.openGraph[name] = [known, value];
};

/** Systems prefix these words with their own name. */
const AUTHOR_NAME = /(?:^|[.:_-])(?:authors?|author[_-]?names?|creators?|byline(?:[_-]?name)?|byl)$/;
/** Accounts, and those who made a site, an app or a video. */
const OTHER_MAKER = /^(?:twitter|web|site|page|theme|template|app|smartbanner|og:video)(?:[.:_-]|$)/;
const MAX_AUTHORS = 20;

const readAuthor = (name: string, value: string, { authors }: Reading): void => {
  if (!AUTHOR_NAME.test(name) || OTHER_MAKER.test(name)) return;
  const known = authors.get(name);
  if (!known) authors.set(name, [value]);
  else if (known.length < MAX_AUTHORS && !known.includes(value)) known.push(value);
};

const readMeta = (element: Element, reading: Reading): void => {
  const { content, value: stated, property, name, itemprop, 'http-equiv': equivalent } = element.attribs;
  const value = clean(content ?? stated);
  if (value === undefined) return;
  for (const key of [property, name, itemprop && `itemprop:${itemprop}`, equivalent && `http:${equivalent}`]) {
    const lower = key?.trim().toLowerCase();
    if (!lower) continue;
    if (!reading.meta.has(lower)) reading.meta.set(lower, value);
    readAuthor(lower, value, reading);
  }
  const graph = (property ?? name)?.trim().toLowerCase();
  if (graph) readOpenGraph(graph, value, reading);
};

const readScript = (element: Element, reading: Reading, source: PageSource): void => {
  if (!/^application\/ld\+json\b/i.test(element.attribs['type']?.trim() ?? '')) return;
  if (reading.jsonLd.length >= source.limits.maxDataItems) {
    source.limitsHit.add('maxDataItems');
    return;
  }
  reading.jsonLd.push(...(parseJsonLd(rawText(element), source.limits, source.limitsHit) ?? []));
};

/** Reads meta tags, canonical, language and JSON-LD blocks anywhere in the page. */
export const readHeadData = (source: PageSource): HeadData => {
  const reading: Reading = { meta: new Map(), authors: new Map(), openGraph: {}, jsonLd: [] };
  walk(source.root, {
    enter: (element) => {
      switch (element.name) {
        case 'html':
          reading.language ??= clean(element.attribs['lang'] ?? element.attribs['xml:lang']) as string;
          return true;
        case 'title':
          reading.title ??= clean(rawText(element)) as string;
          return false;
        case 'meta':
          readMeta(element, reading);
          return false;
        case 'link':
          if (/(?:^|\s)canonical(?:\s|$)/i.test(element.attribs['rel'] ?? '')) {
            reading.canonical ??= source.urls.web(element.attribs['href']) as string;
          }
          return false;
        case 'script':
          readScript(element, reading, source);
          return false;
        case 'svg':
        case 'template':
          return false;
        default:
          return true;
      }
    },
  });
  return {
    title: reading.title,
    language: reading.language,
    canonical: reading.canonical,
    meta: reading.meta,
    authors: reading.authors,
    openGraph: reading.openGraph,
    jsonLd: reading.jsonLd,
  };
};
