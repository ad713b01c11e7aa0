import { isObject, type JsonObject } from '@quarry/html';
import type { MicrodataItem } from '../source/page-content.js';
import type { HeadData } from './head-data.js';
import { normalDate } from './normal-date.js';
import { pageTitle, type ShownHeading } from './page-title.js';
import { asText, isSiteName, statedByline } from './stated-authors.js';

const ARTICLE_TYPE =
  /(?:Article|BlogPosting|NewsArticle|Posting|Report|Review|Recipe|WebPage|VideoObject|Book|Course)$/;
const MAX_ENTITIES = 200;

/** Entities of all JSON-LD blocks, those in a graph included; articles come first. */
const entitiesOf = (jsonLd: readonly unknown[]): JsonObject[] => {
  const entities: JsonObject[] = [];
  for (const value of jsonLd) {
    if (!isObject(value)) continue;
    entities.push(value);
    const graph = value['@graph'];
    if (Array.isArray(graph)) entities.push(...graph.slice(0, MAX_ENTITIES).filter(isObject));
  }
  const rank = (entity: JsonObject): number => {
    const type = [entity['@type']].flat().find((name): name is string => typeof name === 'string') ?? '';
    if (!ARTICLE_TYPE.test(type)) return 2;
    return type === 'WebPage' ? 1 : 0;
  };
  return entities.sort((left, right) => rank(left) - rank(right));
};

/** A microdata item in the shape of a JSON-LD entity. */
const entityOfItem = (item: MicrodataItem): JsonObject => {
  const entity: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(item.properties)) {
    const [first] = values;
    if (name === 'author') entity[name] = values.map((value) => (typeof value === 'string' ? value : authorOf(value)));
    else if (typeof first === 'string') entity[name] = first;
  }
  return entity;
};

const authorOf = (item: MicrodataItem): JsonObject => ({ name: item.properties['name']?.[0] });

const nameOf = (value: unknown): string | undefined => asText(isObject(value) ? value['name'] : value);

const firstOf = <T>(entities: readonly JsonObject[], read: (entity: JsonObject) => T | undefined): T | undefined => {
  for (const entity of entities) {
    const found = read(entity);
    if (found !== undefined) return found;
  }
  return undefined;
};

export interface ArticleFacts {
  readonly title: string | undefined;
  readonly byline: string | undefined;
  /** The stated author is the site or an organisation: one named on the page is more exact. */
  readonly isSiteByline: boolean;
  /** Names of the site and its publisher. */
  readonly sites: readonly string[];
  readonly published: string | undefined;
  /** The page states a day without saying of what: one shown after the word for publication is more exact. */
  readonly isVagueDate: boolean;
  readonly language: string | undefined;
  readonly description: string | undefined;
}

const firstMeta = (head: HeadData, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = head.meta.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
};

/** Some systems state the day of the last change in these. */
const VAGUE_DATE_META = ['date', 'dc.date', 'dcterms.date'];
const PUBLISHED_META = [
  'og:published_time',
  'og:pubdate',
  'og:release_date',
  'published_time',
  'parsely-pub-date',
  'datepublished',
  'itemprop:datepublished',
  'dc.date.issued',
  'dcterms.created',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'publication_date',
  'publishdate',
  'citation_publication_date',
  'citation_online_date',
  'citation_date',
  'sw-pubdate',
  'itemprop:datecreated',
];

/** The page's own description, or the one made for sharing where the former breaks off. */
const descriptionOf = (head: HeadData): string | undefined => {
  const own = head.meta.get('description');
  const shared = firstMeta(head, ['og:description', 'twitter:description', 'dc.description']);
  return own !== undefined && shared?.startsWith(own) ? shared : (own ?? shared);
};

const hostOf = (url: string): string | undefined => URL.parse(url)?.hostname.replace(/^www\./, '');

const firstDate = (stated: readonly (string | undefined)[]): string | undefined => {
  for (const text of stated) {
    const date = text === undefined ? undefined : normalDate(text);
    if (date !== undefined) return date;
  }
  return undefined;
};

/** Where a page is and what it shows as its heading. */
export interface PageFrame {
  readonly url: string;
  /** Texts of its headings, in order. */
  readonly headings: readonly ShownHeading[];
}

/** Title, author, date, language and description from the statements a page makes of itself, the most specific first. */
export const readArticleFacts = (
  head: HeadData,
  microdata: readonly MicrodataItem[],
  { url, headings }: PageFrame,
): ArticleFacts => {
  const entities = [...entitiesOf(head.jsonLd), ...microdata.map(entityOfItem)];
  const publisher = firstOf(entities, (entity) => nameOf(entity['publisher']));
  const sites = [
    ...['og:site_name', 'application-name', 'dc.publisher', 'dcterms.publisher', 'publisher'].map((name) =>
      head.meta.get(name),
    ),
    publisher,
    hostOf(head.canonical ?? url),
  ].filter((name) => name !== undefined);
  const byline = statedByline(head, entities, sites);
  const published = firstDate([
    head.meta.get('article:published_time'),
    firstOf(entities, (entity) => asText(entity['datePublished'])),
    ...PUBLISHED_META.map((name) => head.meta.get(name)),
  ]);
  const vagueDate = firstDate(VAGUE_DATE_META.map((name) => head.meta.get(name)));
  return {
    title: pageTitle({
      document: head.title,
      shared: ['og:title', 'parsely-title', 'twitter:title'].map((name) => head.meta.get(name)),
      headline: firstOf(entities, (entity) => asText(entity['headline'])),
      headings,
      siteNames: [
        ...['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'twitter:site', 'author'].map((name) =>
          head.meta.get(name),
        ),
        publisher,
      ],
      url: head.canonical ?? url,
    }),
    byline,
    sites,
    isSiteByline: byline !== undefined && isSiteName(byline, sites),
    published: published ?? vagueDate,
    isVagueDate: published === undefined && vagueDate !== undefined,
    language:
      head.language ??
      firstMeta(head, ['http:content-language', 'language', 'og:locale'])?.replace('_', '-') ??
      firstOf(entities, (entity) => asText(entity['inLanguage'])),
    description: descriptionOf(head) ?? firstOf(entities, (entity) => asText(entity['description'])),
  };
};
