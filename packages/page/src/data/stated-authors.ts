import { isObject, type JsonObject } from '@quarry/html';
import type { HeadData } from './head-data.js';
import { isAccount, isNobody, isOrganisation } from './person-names.js';

export const asText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : undefined;
  return text ? text : undefined;
};

const NO_ID = Symbol('no id');

/** Names of the entities that others refer to by `@id`. */
const namesById = (entities: readonly JsonObject[]): ReadonlyMap<unknown, unknown> =>
  new Map(entities.filter(({ name }) => name !== undefined).map((entity) => [entity['@id'], entity['name']]));

/** The names in one entry of an entity's authors. */
const namesIn = (entry: unknown, byId: ReadonlyMap<unknown, unknown>): unknown[] => {
  if (!isObject(entry)) return [entry];
  const { name, givenName, familyName } = entry;
  const full = [asText(givenName), asText(familyName)].filter((part) => part !== undefined).join(' ');
  return [name ?? byId.get(entry['@id'] ?? NO_ID) ?? full].flat();
};

const namesOf = (author: unknown, byId: ReadonlyMap<unknown, unknown>): string | undefined => {
  const names = [author]
    .flat()
    .flatMap((entry) => namesIn(entry, byId))
    .map(asText);
  const real = [...new Set(names.filter((name): name is string => name !== undefined && !/^https?:/.test(name)))];
  // Where a name is also given alone, a longer text that contains it is the box around it.
  const alone = real.filter((name) => !real.some((other) => other !== name && name.startsWith(other)));
  return alone.length > 0 ? alone.join(', ') : undefined;
};

/** Names that state authors, the most common first; any other that ends like them comes after these. */
const BYLINE_META = [
  'author',
  'article:author_name',
  'og:article:author',
  'parsely-author',
  'dc.creator',
  'dcterms.creator',
  'sailthru.author',
  'byl',
  'twitter:creator_name',
  'itemprop:author',
];

/** Scholarly pages give each author a tag, the family name first. */
const FAMILY_FIRST = /^(\p{Lu}[^,]{1,40}),\s+(\p{Lu}[^,]{0,40})$/u;

const inOrder = (names: readonly string[]): readonly string[] =>
  names.every((name) => FAMILY_FIRST.test(name)) ? names.map((name) => name.replace(FAMILY_FIRST, '$2 $1')) : names;

/** What a page writes before the author in the data of its cards for sharing. */
const AUTHOR_OF_CARD =
  /^(?:(?:written|posted|published) by|by|authors?|(?:verfasst|geschrieben|veröffentlicht) von|von|autor(?:in|en|es)?|escrito por|publicado por|por|écrit par|par|auteurs?|scritto da|autore|geschreven door|door|napisane przez|skrevet a[vf]|skriven av|kirjoittanut|napsal(?:\(a\))?|szerző|scris de|yazan|написано(?: автором)?|автор|執筆者|作者|작성자)\s*:?$/iu;
const CARD_LABELS = [1, 2];

const namesOfCard = ({ meta }: HeadData): (string | undefined)[] =>
  CARD_LABELS.map((index) =>
    AUTHOR_OF_CARD.test(meta.get(`twitter:label${index}`) ?? '') ? meta.get(`twitter:data${index}`) : undefined,
  );

const namesOfMeta = ({ meta, authors }: HeadData): (string | undefined)[] => {
  const known: ReadonlySet<string> = new Set(BYLINE_META);
  const others = [...authors.keys()].filter((name) => !known.has(name) && name !== 'article:author');
  return [...BYLINE_META, ...others].map((name) => {
    const values = authors.get(name);
    return values ? inOrder(values.filter((value) => !isNobody(value))).join(', ') : meta.get(name);
  });
};

/** A shorter name may be part of a site's by chance. */
const MIN_SITE_CHARS = 6;

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export const isSiteName = (name: string, sites: readonly string[]): boolean =>
  isOrganisation(name) ||
  isAccount(name) ||
  sites.some((site) => {
    const [whole, own] = [folded(site), folded(name)];
    return whole === own || (own.length >= MIN_SITE_CHARS && whole.includes(own));
  });

/** Some pages name the site after each author. */
export const withoutSites = (byline: string, sites: readonly string[]): string => {
  const names = byline.split(', ');
  const people = names.filter((name) => !sites.some((site) => folded(site) === folded(name)));
  return (people.length > 0 ? people : names).join(', ');
};

/** A site with its place, as some name themselves: no people follow its name. */
const siteAlone = (author: string | undefined, sites: readonly string[]): string | undefined => {
  const [first = '', ...rest] = author?.split(', ') ?? [];
  return rest.length > 0 && sites.some((site) => folded(site) === folded(first)) ? first : author;
};

/** The word before a name, and signs after it, that some systems state with the name. */
const BEFORE_NAME = /^(?:(?:written |posted )?by|von|par|por|door|автор)\s*:?\s+(?=\p{Lu}\S*\s+\p{Lu})/iu;
const AFTER_NAME = /[\s|,;/]+$/u;

const TAG = /<[^<>]{0,300}>/g;
/** Between several names. */
const APART = /\s+[/|]\s+|\s*;\s*/g;

/** A name without what is around it; undefined for the number of an account. */
const nameAlone = (author: string | undefined): string | undefined => {
  const name = author
    ?.slice(0, MAX_STATED_CHARS)
    .replace(TAG, '')
    .replace(AFTER_NAME, '')
    .trim()
    .replace(BEFORE_NAME, '')
    .replace(APART, ', ');
  return name === undefined || !/\p{L}/u.test(name) ? undefined : name;
};

/** A longer text is no list of names. */
const MAX_STATED_CHARS = 1_000;

/** The author whom the head of the page states; people before organisations. */
export const statedByline = (
  head: HeadData,
  entities: readonly JsonObject[],
  sites: readonly string[],
): string | undefined => {
  const articleAuthor = head.meta.get('article:author');
  const byId = namesById(entities);
  const stated = [
    ...entities.map((entity) => namesOf(entity['author'], byId)),
    ...namesOfMeta(head).map((name) => siteAlone(name, sites)),
    articleAuthor !== undefined && /\s/.test(articleAuthor) ? articleAuthor : undefined,
    ...namesOfCard(head),
  ]
    .map(nameAlone)
    .filter((name) => name !== undefined && !isNobody(name)) as string[];
  const best = stated.find((name) => !isSiteName(name, sites)) ?? stated[0];
  return best === undefined ? undefined : withoutSites(best, sites);
};
