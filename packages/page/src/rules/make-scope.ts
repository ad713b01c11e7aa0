import { Document, type Element } from 'domhandler';
import { dollarOf } from '@quarry/html';
import { readHeadData } from '../data/head-data.js';
import { readHeadingsAndTables } from '../data/headings-and-tables.js';
import { readMicrodata } from '../data/microdata.js';
import type { PageTable } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import { mainThing, readStatements, type Entity } from './facts/entities.js';
import { conceptById } from './concepts/find-concept.js';
import { labelKey } from './concepts/words.js';
import type { DomFacts } from './facts/dom-facts.js';
import { scanDom } from './facts/scan-dom.js';
import { HintKeys } from './facts/hint-keys.js';
import { readState, stateValues } from './facts/state.js';
import { isBuyPage, shownPrice } from './special-values.js';
import type { Scope } from './scope.js';

const GRAPH_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    article: 'Article',
    'news.article': 'Article',
    product: 'Product',
    'og:product': 'Product',
    'product.item': 'Product',
    book: 'Book',
    profile: 'Person',
    'video.movie': 'Movie',
    'video.other': 'VideoObject',
    'video.episode': 'VideoObject',
    video: 'VideoObject',
  }),
);

const EMPTY_META: ReadonlyMap<string, string> = new Map();

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';

/** A whole page with everything that it states and shows. */
export const pageScope = (source: PageSource): Scope => {
  const head = readHeadData(source);
  const hintKeys = new HintKeys();
  const dom = scanDom(source.root, { isPage: true, hintKeys });
  const statements = readStatements(head.jsonLd, readMicrodata(source));
  const headings = dom.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  const titles = [...headings, head.meta.get('og:title'), head.title].filter(
    (title): title is string => title !== undefined,
  );
  const main = mainThing(statements, titles);
  const type = main.type === '' ? (GRAPH_TYPES.get(head.meta.get('og:type')?.toLowerCase() ?? '') ?? '') : main.type;
  const state = readState(source, titles);
  const locale = head.meta.get('og:locale') ?? head.language;
  const scope: Scope = {
    source,
    page: {
      urls: source.urls,
      language: head.language,
      dollar: dollarOf(hostOf(source.url || (head.canonical ?? '')), locale),
    },
    statements,
    entities: main.entities,
    type,
    meta: head.meta,
    head,
    dom,
    isPage: true,
    states: state.titled.map(stateValues),
    stateLists: state.lists,
    hintKeys,
    meanings: new Map(),
    known: { inner: new Map() },
  };
  return type === '' ? { ...scope, type: shownType(scope) } : scope;
};

const BOOK = ['isbn', 'isbn 10', 'isbn 13'].map(labelKey);
const WHEN = 'date|when|day|date and time|wann|termin|quand|cuando|fecha|quando'.split('|').map(labelKey);
const WHERE = 'venue|where|wo|veranstaltungsort|lieu|donde|lugar|luogo|dove'.split('|').map(labelKey);

/** A page with more different sums lists things. */
const MAX_OWN_SUMS = 12;

const sells = (scope: Scope): boolean =>
  isBuyPage(scope) && [false, true].some((isStruck) => shownPrice(isStruck)(scope).length > 0);

/** What the page shows, by labels that only such a thing has, or because it is sold; empty where unknown. */
const shownType = (scope: Scope): string => {
  const isSaid = (keys: readonly string[] = []): boolean =>
    keys.some((key) => scope.dom.pairs.get(key)?.some(({ isWeak }) => isWeak !== true));
  const sums = new Set(scope.dom.money.map(({ text }) => text));
  if (sums.size > MAX_OWN_SUMS) return sells(scope) ? 'Product' : '';
  if (isSaid(BOOK)) return 'Book';
  if (isSaid(conceptById('bedrooms')?.keys) && isSaid(conceptById('bathrooms')?.keys)) return 'House';
  if (sells(scope)) return 'Product';
  return isSaid(WHEN) && isSaid(WHERE) ? 'Event' : '';
};

const NO_DOM: DomFacts = scanDom(new Document([]), { isPage: false, hintKeys: new HintKeys() });

const inner = (outer: Scope, own: Partial<Scope>): Scope => ({
  ...outer,
  entities: [],
  type: '',
  meta: EMPTY_META,
  head: undefined,
  dom: NO_DOM,
  isPage: false,
  states: [],
  stateLists: [],
  ...own,
});

const once = (outer: Scope, thing: object, own: () => Partial<Scope>): Scope => {
  const known = outer.known.inner.get(thing);
  if (known) return known;
  const scope = inner(outer, own());
  outer.known.inner.set(thing, scope);
  return scope;
};

/** One of several things that data states on the page. */
export const entityScope = (outer: Scope, entity: Entity, type: string): Scope =>
  inner(outer, { entities: [entity], type });

/** One of several things that the page's scripts list. */
export const stateScope = (outer: Scope, state: Entity): Scope =>
  once(outer, state, () => ({ states: [stateValues(state)] }));

/** One of several things that the page shows. */
export const partScope = (outer: Scope, part: Element): Scope =>
  once(outer, part, () => ({ dom: scanDom(part, { isPage: false, hintKeys: outer.hintKeys }) }));

/** The page's tables of values. */
export const tablesOf = ({ known, source }: Scope): readonly PageTable[] =>
  (known.tables ??= readHeadingsAndTables(source).tables);

/** One row of a table: its cells by the fields that the header names. */
export const rowScope = (outer: Scope, cells: readonly (readonly [name: string, text: string | undefined])[]): Scope =>
  inner(outer, {
    cells: new Map(cells.flatMap(([name, text]) => (text === undefined || text === '' ? [] : [[name, text] as const]))),
  });
