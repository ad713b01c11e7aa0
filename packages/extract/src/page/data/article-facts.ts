import type { MicrodataItem } from '../page-content.js';
import type { HeadData } from './head-data.js';

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
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
  return real.length > 0 ? real.join(', ') : undefined;
};

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

/** Title, author, date, language and description from the statements a page makes of itself, the most specific first. */
export const readArticleFacts = (head: HeadData, microdata: readonly MicrodataItem[]): ArticleFacts => {
  const entities = [...entitiesOf(head.jsonLd), ...microdata.map(entityOfItem)];
  const articleAuthor = head.meta.get('article:author');
  return {
    title:
      head.title ??
      firstMeta(head, ['og:title', 'twitter:title', 'parsely-title']) ??
      firstOf(entities, (entity) => asText(entity['headline'])),
    byline:
      firstOf(entities, (entity) => namesOf(entity['author'])) ??
      firstMeta(head, BYLINE_META) ??
      (articleAuthor && !/^https?:/.test(articleAuthor) ? articleAuthor : undefined),
    published: firstOf(entities, (entity) => asText(entity['datePublished'])) ?? firstMeta(head, PUBLISHED_META),
    language:
      head.language ??
      firstMeta(head, ['http:content-language', 'language', 'og:locale'])?.replace('_', '-') ??
      firstOf(entities, (entity) => asText(entity['inLanguage'])),
    description:
      firstMeta(head, ['description', 'og:description', 'twitter:description', 'dc.description']) ??
      firstOf(entities, (entity) => asText(entity['description'])),
  };
};
