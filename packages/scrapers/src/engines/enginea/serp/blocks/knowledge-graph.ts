import type { Element } from 'domhandler';
import { allBelow, ancestors, filled, firstBelow, readText, walk } from '@quarry/html';
import { readTarget } from '../../link-target.js';
import { regionOf } from '../regions.js';
import type { ResultsPage } from '../results-page.js';
import { readPlainEntity } from './plain-entity.js';

export interface KnowledgeGraph {
  readonly title: string;
  readonly [fact: string]: unknown;
}

const attributeOf = (element: Element): string => element.attribs['data-attrid'] ?? '';

/** Facts of an entity, and facts that the engine read from pages. */
const FACT = /^(?:kc|hw|ss|okra):\/|^lab\/fact\//;
const KNOWN = /^(?:kc|hw|ss|okra):\//;
const MAX_FACTS = 60;
const MAX_VALUE_CHARS = 600;

const camelCase = (words: string): string =>
  words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

/** Name of a fact from the engine's key, which is the same in every language: `kc:/people/person:born`. */
const factName = (attribute: string): string => camelCase(/[:/]([^:/]+)$/.exec(attribute)?.[1] ?? '');

/** `More`, after the first few of many: a link to the same search for all of them, in capitals or alone after a comma. */
const isMore = (element: Element): boolean =>
  element.name === 'a' &&
  /^(?:(?:see )?more|mehr|más|plus|altro|mais|ещё|еще|もっと見る|더보기|المزيد)$/i.test(
    readText(element).replace(/[.…]+$/, ''),
  );

/** `Founded: 4 September 1998`: the label is a separate part before the value. */
const factValue = (element: Element): string => {
  const text = readText(element, { isLeftOut: (part) => isMore(part) || part.attribs['role'] === 'heading' });
  const [, value = text] = /^[^:：]{1,60}[:：]\s*(.+)$/.exec(text) ?? [];
  return value.replace(/[\s,،、·]+$/, '').trim();
};

/** Separate fields, and what is not a fact. */
const RESERVED: ReadonlySet<string> = new Set(['title', 'type', 'description', 'website', 'reviews', '']);

/** The engine cuts the ends of words in names that it read from pages: the label has the whole words. */
const SHORTENED = /^(?:hw|ss|okra):\//;

const labelOf = (element: Element): string => {
  const [, label = ''] = /^([^:：]{1,40})[:：]/.exec(readText(element)) ?? [];
  return camelCase(label);
};

const nameOf = (element: Element): string => {
  const attribute = attributeOf(element);
  if (!FACT.test(attribute)) return '';
  const label = SHORTENED.test(attribute) ? labelOf(element) : '';
  return label === '' ? factName(attribute) : label;
};

/** Rows of pictures of other people and things are not facts. */
const isGallery = (element: Element): boolean =>
  ancestors(element).some((above) => regionOf(above) === 'carousel') ||
  allBelow(element, ({ name }) => name === 'img' || name === 'g-img').length > 1 ||
  allBelow(element, ({ name }) => name === 'a').some(
    (link) => firstBelow(link, ({ attribs }) => attribs['role'] === 'heading') !== undefined,
  ) ||
  allBelow(element, ({ attribs }) => attribs['role'] === 'listitem' || attribs['role'] === 'button').length > 1;

/** Most marked parts that are read for facts. */
const MAX_MARKED = 300;

const readFacts = (elements: readonly Element[]): Record<string, string> => {
  const facts: Record<string, string> = {};
  for (const element of elements.slice(0, MAX_MARKED)) {
    const name = nameOf(element);
    const value = RESERVED.has(name) || isGallery(element) ? '' : factValue(element);
    if (
      value === '' ||
      value.length > MAX_VALUE_CHARS ||
      Object.hasOwn(facts, name) ||
      Object.keys(facts).length >= MAX_FACTS
    )
      continue;
    facts[name] = value;
  }
  return facts;
};

const linkIn = (element: Element, page: ResultsPage): string | undefined => {
  let found: string | undefined;
  walk(element, {
    enter: ({ name, attribs }) => {
      const target = name === 'a' ? readTarget(attribs['href'], page.url) : undefined;
      if (found === undefined && target?.kind === 'site') found = target.url;
      return found === undefined;
    },
  });
  return found;
};

const isIn = (element: Element, ids: readonly string[]): boolean =>
  ancestors(element).some(({ attribs }) => ids.includes(attribs['id'] ?? ''));

/** Where nothing is marked as the name. */
const fromPlain = (page: ResultsPage, marked: readonly Element[]): KnowledgeGraph | undefined => {
  const plain = readPlainEntity(page);
  const facts = readFacts(marked);
  if (!plain || (plain.type === undefined && plain.facts.length + Object.keys(facts).length === 0)) return undefined;
  const { facts: labelled, ...entity } = plain;
  const named = labelled
    .map(([label, value]) => [camelCase(label), value] as const)
    .filter(([name]) => !RESERVED.has(name));
  return { ...entity, ...Object.fromEntries(named), ...facts };
};

/** What the page states about the thing, person or place of the search. */
export const readKnowledgeGraph = (page: ResultsPage): KnowledgeGraph | undefined => {
  const elements = page.marked.get('data-attrid') ?? [];
  const named = elements.filter(
    (element) => attributeOf(element) === 'title' && readText(element, { readsHidden: true }) !== '',
  );
  const title = named.find((element) => !isIn(element, ['lfootercc']));
  // The engine's own facts precede those that it read from pages.
  const facts = [
    ...elements.filter((element) => KNOWN.test(attributeOf(element))),
    ...elements.filter((element) => FACT.test(attributeOf(element)) && !KNOWN.test(attributeOf(element))),
  ];
  const description = elements.find((element) => attributeOf(element) === 'description');
  const type = elements.find((element) => attributeOf(element) === 'subtitle');
  // A choice between entities ("See results about") has the mark of a name, and no facts.
  if (!title) return fromPlain(page, facts);
  if (!type && !description && facts.length === 0) return undefined;
  const about =
    description && readText(description, { isLeftOut: ({ name }) => name === 'a' || name === 'h3' || name === 'h2' });
  const website = elements.find((element) => /official_?website|website$/i.test(attributeOf(element)));
  const site = website && linkIn(website, page);
  const kind = type && readText(type, { readsHidden: true });
  return {
    title: readText(title, { readsHidden: true }),
    ...filled<Partial<KnowledgeGraph>>({ type: kind, description: about, website: site }),
    ...readFacts(facts),
  };
};
