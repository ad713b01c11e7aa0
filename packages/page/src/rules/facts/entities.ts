import { foldAccents, isObject, type JsonObject } from '@quarry/html';
import { bare } from '../concepts/words.js';
import type { MicrodataItem } from '../../source/page-content.js';

export type Entity = JsonObject;

const MAX_ENTITIES = 2_000;
const MAX_VALUES = 200;

const lastPart = (type: string): string => type.replace(/^.*[/#:]/, '');

/** Short names of an entity's types, in one string. */
export const typeOf = (entity: Entity): string =>
  [entity['@type']]
    .flat()
    .filter((type): type is string => typeof type === 'string')
    .map(lastPart)
    .join(' ');

const MAX_ITEM_DEPTH = 12;

/** A microdata item in the shape of JSON-LD. */
const entityOfItem = (item: MicrodataItem, depth = 0): Entity => {
  const entity: Record<string, unknown> = { '@type': item.type ?? [] };
  if (depth > MAX_ITEM_DEPTH) return entity;
  for (const [name, values] of Object.entries(item.properties)) {
    const read = values
      .slice(0, MAX_VALUES)
      .map((value) => (typeof value === 'string' ? value : entityOfItem(value, depth + 1)));
    entity[name] = read.length === 1 ? read[0] : read;
  }
  return entity;
};

/** A typed entity; some pages write `type` for `@type`. */
const withType = (entity: Entity): Entity | undefined => {
  if (entity['@type'] !== undefined) return entity;
  const { type, '@context': context } = entity;
  return typeof type === 'string' && context !== undefined ? { ...entity, '@type': type } : undefined;
};

/** All statements of schema.org on a page. */
export interface Statements {
  /** Top-level entities in page order, those of graphs included. */
  readonly entities: readonly Entity[];
  readonly byId: ReadonlyMap<string, Entity>;
}

export const readStatements = (jsonLd: readonly unknown[], microdata: readonly MicrodataItem[]): Statements => {
  const entities: Entity[] = [];
  const byId = new Map<string, Entity>();
  const open: unknown[] = [...jsonLd].reverse();
  while (open.length > 0 && entities.length < MAX_ENTITIES) {
    const next = open.pop();
    if (Array.isArray(next)) open.push(...(next.slice(0, MAX_ENTITIES) as unknown[]).reverse());
    if (!isObject(next)) continue;
    const graph = next['@graph'];
    if (Array.isArray(graph)) open.push(...(graph.slice(0, MAX_ENTITIES) as unknown[]).reverse());
    const entity = withType(next);
    if (!entity) continue;
    entities.push(entity);
    const { '@id': id, mainEntity } = next;
    if (typeof id === 'string' && !byId.has(id) && Object.keys(next).length > 2) byId.set(id, next);
    if (isObject(mainEntity) && mainEntity['@type'] !== undefined) entities.push(mainEntity);
  }
  for (const item of microdata) entities.push(entityOfItem(item));
  return { entities, byId };
};

const isReference = (value: Entity): boolean => Object.keys(value).length <= 2 && typeof value['@id'] === 'string';

const follow = (value: unknown, statements: Statements): unknown => {
  if (!isObject(value) || !isReference(value)) return value;
  return statements.byId.get(String(value['@id'])) ?? value;
};

const holds = (entity: Entity, word: string): boolean =>
  ['@type', 'priceType', 'interactionType', 'name'].some((key) => {
    const value = entity[key];
    const id = isObject(value) && typeof value['@id'] === 'string' ? value['@id'] : '';
    const text = isObject(value) ? `${typeOf(value)} ${id}` : [value].flat().join(' ');
    return bare(text).includes(bare(word));
  });

/** Values at a path such as `offers.price`; `path?Word` asks that the entity holding the value is of that sort. */
export const valuesAt = (entity: Entity, path: string, statements: Statements): unknown[] => {
  const [keys = '', word] = path.split('?');
  const steps = keys.split('.');
  let values: unknown[] = [entity];
  for (const [index, key] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const next: unknown[] = [];
    for (const value of values) {
      if (!isObject(value) || (isLast && word !== undefined && !holds(value, word))) continue;
      const inner = Object.hasOwn(value, key) ? value[key] : undefined;
      const parts: unknown[] = Array.isArray(inner) ? inner : [inner];
      for (const part of parts) {
        if (part === undefined || part === null || part === '') continue;
        if (next.length < MAX_VALUES) next.push(follow(part, statements));
      }
    }
    values = next;
  }
  return values;
};

/** Entities that describe the page, its site or its parts rather than what it shows. */
const WEAK =
  /^(?:Web(?:Site|Page|Application|PageElement)|\w*Page|BreadcrumbList|ItemList|ListItem|SearchAction|ImageObject|Organization|NewsMediaOrganization|Corporation|Person|PostalAddress|(?:Aggregate)?Offer|(?:Aggregate)?Rating|(?:User)?Review|SiteNavigationElement|WP\w+|VideoObject|AudioObject|FAQPage|Question|Answer|Brand|ContactPoint|Comment|Action|\w+Action|Place|GeoCoordinates|QuantitativeValue|CollectionPage|OfferCatalog|DataFeed|Thing|hatom|Blog|SpeakableSpecification|Country|City|Service|Quotation|UserComments|HowToStep|NutritionInformation|Periodical|\s)*$/;

export const nameOf = (entity: Entity): string => {
  const { headline, name, title } = entity;
  const value = [headline, name, title].flat().find((part) => typeof part === 'string' && part.trim() !== '');
  return typeof value === 'string' ? value : '';
};

const ORDER = [/Product/, /Recipe/, /JobPosting/, /Event|Festival/, /Article|Posting|Report/];
const rank = (entity: Entity): number => {
  const found = ORDER.findIndex((type) => type.test(typeOf(entity)));
  return found < 0 ? ORDER.length : found;
};

const isTitled = (entity: Entity, titles: readonly string[]): boolean => {
  const name = bare(nameOf(entity));
  return (
    name.length > 1 &&
    titles.some(
      (title) =>
        title === name || (name.length > 5 && title.includes(name)) || (title.length > 8 && name.includes(title)),
    )
  );
};

export interface MainThing {
  /** Statements about what the page shows, the best first; empty where it shows several things or says nothing. */
  readonly entities: readonly Entity[];
  /** Its types; empty where unknown. */
  readonly type: string;
}

const HOLDERS = ['mainEntity', 'offers.itemOffered', 'itemOffered', 'about'];
const HELD = /Residence|House|Apartment|Accommodation|Product|Place|Person|ProfilePage|Vehicle|Software/;

/** The thing itself, where statements wrap it in a page, an offer or a listing of it. */
const heldBy = (entity: Entity, statements: Statements): Entity[] =>
  HOLDERS.flatMap((path) => valuesAt(entity, path, statements))
    .filter(isObject)
    .filter((held) => HELD.test(typeOf(held)));

const withHeld = (entities: readonly Entity[], statements: Statements): Entity[] => [
  ...new Set([...entities, ...entities.flatMap((entity) => heldBy(entity, statements))]),
];

const sameThing = (first: Entity, entities: readonly Entity[]): Entity[] => {
  const name = bare(nameOf(first));
  return entities.filter((entity) => entity === first || (bare(nameOf(entity)) === name && name !== ''));
};

/** Finds the one thing a page is about among its statements; `titles` are the page's own headings and titles. */
export const mainThing = (statements: Statements, titles: readonly string[]): MainThing => {
  const known = titles.map((title) => bare(foldAccents(title))).filter((title) => title !== '');
  const named = statements.entities.filter((entity) => nameOf(entity) !== '');
  const strong = named.filter((entity) => !WEAK.test(typeOf(entity)));
  const titled = strong.filter((entity) => isTitled(entity, known));
  const pool = titled.length > 0 ? titled : strong;
  const [first] = [...pool].sort((left, right) => rank(left) - rank(right));
  if (first) {
    const rivals = pool.filter(
      (entity) => typeOf(entity) === typeOf(first) && bare(nameOf(entity)) !== bare(nameOf(first)),
    );
    if (rivals.length > 0 && titled.length !== 1 && !known.includes(bare(nameOf(first))))
      return { entities: [], type: '' };
    return { entities: withHeld(sameThing(first, pool), statements), type: typeOf(first) };
  }
  const weak = named.find(
    (entity) =>
      /Person|Organization|VideoObject|Service|Place/.test(typeOf(entity)) && isTitled(entity, known.slice(0, 2)),
  );
  return weak
    ? { entities: withHeld(sameThing(weak, named), statements), type: typeOf(weak) }
    : { entities: [], type: '' };
};
