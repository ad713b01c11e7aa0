import { isObject, type JsonObject } from '@quarry/html';
import type { MicrodataItem } from '../source/page-content.js';
import type { HeadData } from './head-data.js';
import { pageTitle } from './page-title.js';

const asText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : undefined;
  return text ? text : undefined;
};

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

const namesOf = (author: unknown): string | undefined => {
  const names = [author].flat().map((entry) => asText(isObject(entry) ? entry['name'] : entry));
  const real = [...new Set(names.filter((name): name is string => name !== undefined && !/^https?:/.test(name)))];
  // Where a name is also given alone, a longer text that contains it is the box around it.
  const alone = real.filter((name) => !real.some((other) => other !== name && name.startsWith(other)));
  return alone.length > 0 ? alone.join(', ') : undefined;
};

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
  readonly published: string | undefined;
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

const BYLINE_META = [
  'author',
  'article:author_name',
  'parsely-author',
  'dc.creator',
  'dcterms.creator',
  'sailthru.author',
  'byl',
  'twitter:creator_name',
  'itemprop:author',
];
const PUBLISHED_META = [
  'article:published_time',
  'og:published_time',
  'parsely-pub-date',
  'datepublished',
  'itemprop:datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'publication_date',
];

/** The page's own description, or the one made for sharing where the former breaks off. */
const descriptionOf = (head: HeadData): string | undefined => {
  const own = head.meta.get('description');
  const shared = firstMeta(head, ['og:description', 'twitter:description', 'dc.description']);
  return own !== undefined && shared?.startsWith(own) ? shared : (own ?? shared);
};

/** Where a page is and what it shows as its heading. */
export interface PageFrame {
  readonly url: string;
  readonly heading: string | undefined;
}

/** Title, author, date, language and description from the statements a page makes of itself, the most specific first. */
export const readArticleFacts = (
  head: HeadData,
  microdata: readonly MicrodataItem[],
  { url, heading }: PageFrame,
): ArticleFacts => {
  const entities = [...entitiesOf(head.jsonLd), ...microdata.map(entityOfItem)];
  const articleAuthor = head.meta.get('article:author');
  return {
    title: pageTitle({
      document: head.title,
      shared: ['og:title', 'parsely-title', 'twitter:title'].map((name) => head.meta.get(name)),
      headline: firstOf(entities, (entity) => asText(entity['headline'])),
      heading,
      siteNames: [
        ...['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'twitter:site', 'author'].map((name) =>
          head.meta.get(name),
        ),
        firstOf(entities, (entity) => nameOf(entity['publisher'])),
      ],
      url: head.canonical ?? url,
    }),
    byline:
      firstOf(entities, (entity) => namesOf(entity['author'])) ??
      firstMeta(head, BYLINE_META) ??
      (articleAuthor && !/^https?:/.test(articleAuthor) ? articleAuthor : undefined),
    published: firstOf(entities, (entity) => asText(entity['datePublished'])) ?? firstMeta(head, PUBLISHED_META),
    language:
      head.language ??
      firstMeta(head, ['http:content-language', 'language', 'og:locale'])?.replace('_', '-') ??
      firstOf(entities, (entity) => asText(entity['inLanguage'])),
    description: descriptionOf(head) ?? firstOf(entities, (entity) => asText(entity['description'])),
  };
};
