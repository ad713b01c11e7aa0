import type { Concept, ValueKind } from './concepts/concept.js';
import { nameOf, typeOf, valuesAt } from './facts/entities.js';
import type { Shown } from './facts/dom-facts.js';
import type { Scope } from './scope.js';
import { specialCandidates, withoutSite } from './special-values.js';
import { shown, stated, type Candidate } from './values/candidate.js';
import { moneyIn } from './values/money.js';
import { statedNumber } from './values/numbers.js';
import { bare, cleanText } from './words.js';

/** Fields whose label would be found on any form or list of the page. */
const UNLABELLED = new Set([
  'name',
  'description',
  'url',
  'image',
  'images',
  'links',
  'headings',
  'id',
  'language',
  'body',
  'siteName',
]);
/** Fields that markup of a whole page names reliably enough: of a thing of that sort, or of any page. */
const MARKED = new Set(
  'price listPrice brand sku reviewCount rating stock company jobTitle salary version employmentType location'.split(' '),
);
const MARKED_ANYWHERE = new Set(['author', 'published', 'modified']);
const isMarked = ({ id, of }: Concept, { type }: Scope): boolean =>
  MARKED_ANYWHERE.has(id) || (MARKED.has(id) && type !== '' && (of === undefined ? /Product|JobPosting|Software/ : of).test(type));

const MIN_START = 6;

/** Values that are all one; none where readers are shown several. */
const agreed = (found: readonly Shown[]): Shown | undefined => {
  const inside = found.filter(({ isAside }) => isAside !== true);
  const pool = inside.length > 0 ? inside : found;
  const texts = new Set(pool.map(({ text }) => cleanText(text).toLowerCase()));
  if (texts.size === 1) return pool[0];
  // The same value once more with what follows it.
  const [shortest] = [...pool].sort((left, right) => left.text.length - right.text.length);
  const start = cleanText(shortest?.text ?? '').toLowerCase();
  return start.length >= MIN_START && [...texts].every((text) => text.startsWith(start)) ? shortest : undefined;
};

/** A value that begins with a label of its own: the part of a list that stands below a heading. */
const LABELLED = /^\p{L}[\p{L} ]{1,30}:\s/u;

/**
 * Values beside one of the labels, those with a sure label first. Without `takesWeak` the label has to be marked as one, for
 * any two texts stand beside each other somewhere.
 */
export const labelledCandidates = (keys: readonly string[], scope: Scope, kind?: ValueKind, takesWeak = true): Candidate[] => {
  const strong: Candidate[] = [];
  const weak: Candidate[] = [];
  const isCounted = kind === 'count' || kind === 'number';
  for (const key of keys) {
    const found = scope.dom.pairs.get(key)?.filter(({ isCount }) => isCount !== true || isCounted);
    if (!found || found.length === 0) continue;
    const sure = agreed(found.filter(({ isWeak }) => isWeak !== true));
    const guess = takesWeak || isCounted ? agreed(found) : undefined;
    if (sure) strong.push(shown(sure.text, sure.element));
    else if (guess && !LABELLED.test(guess.text)) weak.push(shown(guess.text, guess.element));
  }
  return [...strong, ...weak];
};

/** Kinds whose form tells a value from any other text. */
const takesWeak = ({ id, kind }: Concept, scope: Scope): boolean =>
  FORMED.has(kind) || TIMED.has(kind) || (WEAKLY_LABELLED.has(id) && (!scope.isPage || scope.type !== ''));
const TIMED: ReadonlySet<ValueKind> = new Set(['count', 'number', 'duration', 'time', 'currency', 'flag']);
/** Rows of what shops and profiles tell, where label and value often are two plain elements. */
const WEAKLY_LABELLED = new Set(
  ('brand manufacturer sku gtin mpn model color size material weight dimensions width height depth warranty countryOfOrigin condition ' +
    'isbn edition format license version employmentType propertyType lotSize servings checkIn checkOut').split(' '),
);

const markedCandidates = (keys: readonly string[], scope: Scope): Candidate[] =>
  keys.flatMap((key) => {
    const found = scope.dom.hints.get(key);
    const one = found && (scope.isPage ? agreed(found) : found[0]);
    return one ? [shown(one.text, one.element)] : [];
  });

/** Kinds of value that are told from other texts by their form alone. */
const FORMED: ReadonlySet<ValueKind> = new Set(['money', 'date', 'rating', 'count', 'phone', 'email', 'stock']);

/** In one part of a list: marks that merely begin or end with the field's name. */
const looseCandidates = (concept: Concept, keys: readonly string[], scope: Scope): Candidate[] => {
  const isSalary = concept.id === 'salary';
  if (scope.isPage || !(FORMED.has(concept.kind) || isSalary)) return [];
  for (const [hint, found] of scope.dom.hints) {
    if (!keys.some((key) => key.length > 3 && (hint.startsWith(`${key} `) || hint.endsWith(` ${key}`)))) continue;
    const one = agreed(found);
    if (one && (!isSalary || /\d/.test(one.text))) return [shown(one.text, one.element)];
  }
  return [];
};

/** Scripts use general words for their own ends; these fields they name as people do. */
const IN_STATE = new Set(
  ('brand sku gtin mpn color seller manufacturer company jobTitle employmentType city postalCode country street propertyType username ' +
    'name image description author address phone email company soldOut model').split(' '),
);
const isInState = ({ id, kind }: Concept): boolean => IN_STATE.has(id) || FORMED.has(kind) || TIMED.has(kind);

export const stateCandidates = (keys: readonly string[], scope: Scope): Candidate[] =>
  scope.states.flatMap((values) =>
    keys
      .flatMap((key) => values.get(key) ?? [])
      .flatMap((value) => (Array.isArray(value) ? value : [value]).map(stated)),
  );

export const isFieldOf = (concept: Concept, scope: Scope): boolean =>
  concept.of === undefined || scope.type === '' || concept.of.test(scope.type);

/**
 * Of the prices that a page states for one thing, the one that it shows first; else the lowest: what stands beside it is what
 * it cost before.
 */
const settled = (found: readonly Candidate[], scope: Scope): Candidate[] => {
  const amountOf = ({ value }: Candidate): number | undefined =>
    statedNumber(value) ?? (typeof value === 'string' ? moneyIn(value)[0]?.amount : undefined);
  const known = found.filter((candidate) => (amountOf(candidate) ?? 0) > 0);
  const amounts = new Set(known.map(amountOf));
  if (amounts.size < 2) return [...found];
  const seen = scope.dom.money.find(({ isStruck, text }) => !isStruck && amounts.has(moneyIn(text)[0]?.amount));
  const amount = seen
    ? moneyIn(seen.text)[0]?.amount
    : Math.min(...[...amounts].filter((value) => value !== undefined));
  return known.filter((candidate) => amountOf(candidate) === amount);
};

const continues = (name: string, start: string): boolean =>
  name.startsWith(start) && /^\s*[-–—|,:(]/.test(name.slice(start.length));

/** Names without the site's own, the one that the page shows as its heading before others. */
const named = (found: readonly Candidate[], scope: Scope): Candidate[] => {
  const names = found.map((candidate) =>
    typeof candidate.value === 'string' ? { ...candidate, value: withoutSite(candidate.value, scope) } : candidate,
  );
  const headings = scope.dom.headings.filter(({ level }) => level === 1).map(({ text }) => bare(text));
  const keyOf = ({ value }: Candidate): string => bare(String(value));
  const [first] = names;
  // `Blue Hall - 1 Main St` below the heading `Blue Hall`.
  const heading =
    first &&
    scope.dom.headings.find(
      ({ level, text }) => level === 1 && text.length > 7 && continues(String(first.value), text),
    );
  if (heading) return [shown(heading.text), ...names];
  const isSame =
    first !== undefined && headings.some((heading) => heading.includes(keyOf(first)) || keyOf(first).includes(heading));
  if (isSame) return names;
  const isHeading = (name: Candidate): boolean => headings.includes(keyOf(name));
  return [...names.filter((name) => isHeading(name)), ...names.filter((name) => !isHeading(name))];
};

/** What the site calls itself. */
const siteNames = ({ meta, head, statements }: Scope): string[] => {
  const organizations = statements.entities
    .filter((entity) => /Organization|Corporation|WebSite/.test(typeOf(entity)))
    .map(nameOf);
  const ending = head?.title?.split(/\s[|–—·•-]\s/).at(-1);
  return [meta.get('og:site_name'), ending, ...organizations].filter((name) => name !== undefined).map(bare);
};

/** The page's own address is the site's page about the thing, unless it is the site's first. */
const isWebsite = ({ value }: Candidate, { head, source }: Scope): boolean => {
  const url = typeof value === 'string' ? URL.parse(value, source.url || undefined) : null;
  const own = [head?.canonical, source.url].map((address) => URL.parse(address ?? '')?.href);
  return url === null || url.pathname === '/' || !own.includes(url.href);
};

/** A person's name is short and has no figures; the site itself wrote only what is an article. */
const isPerson = ({ value, isStated }: Candidate, scope: Scope): boolean => {
  if (typeof value !== 'string') return true;
  const own = bare(value);
  const isSite = siteNames(scope).some((site) => site === own || (site.length > 3 && own.startsWith(site)));
  if (isSite && !/Article|Posting|Report/.test(scope.type)) return false;
  return isStated || (value.length <= 120 && !/\d|[?!]/.test(value));
};

/** Some pages state the start of the street as the town. */
const isStreet = ({ value }: Candidate, scope: Scope): boolean =>
  scope.entities.some((entity) =>
    valuesAt(entity, 'address.streetAddress', scope.statements).some((street) =>
      bare(String(street)).startsWith(bare(String(value))),
    ),
  );

const metaCandidates = ({ meta = [] }: Concept, scope: Scope): Candidate[] =>
  meta.flatMap((name) => scope.meta.get(name) ?? []).map(stated);

/** A page that shows more prices than this and says nothing of itself lists things: none of the prices is its own. */
const MAX_OWN_PRICES = 12;
const countPrices = ({ dom }: Scope): number => new Set(dom.money.map(({ text }) => text)).size;

/** Values that may be the concept's, the most trusted first: statements of data, meta tags, labels, marks, what stands out. */
export const findValues = (concept: Concept, scope: Scope): Candidate[] => {
  if (!isFieldOf(concept, scope)) return [];
  const isAmidPrices = concept.kind === 'money' && scope.isPage && scope.type === '' && countPrices(scope) > MAX_OWN_PRICES;
  if (isAmidPrices) return metaCandidates(concept, scope);
  const { paths = [] } = concept;
  const found: Candidate[] = [];
  for (const entity of scope.entities) {
    for (const path of paths) found.push(...valuesAt(entity, path, scope.statements).map(stated));
  }
  if (concept.id === 'city' && found.length > 0) return found.filter((candidate) => !isStreet(candidate, scope));
  found.push(...metaCandidates(concept, scope));
  const { keys } = concept;
  if (isInState(concept)) found.push(...stateCandidates(keys, scope));
  if (concept.id === 'price')
    return settled(found, scope).concat(
      labelledCandidates(keys, scope, concept.kind),
      markedCandidates(keys, scope),
      looseCandidates(concept, keys, scope),
      specialCandidates(concept, scope),
    );
  if (!UNLABELLED.has(concept.id)) found.push(...labelledCandidates(keys, scope, concept.kind, takesWeak(concept, scope)));
  const heading = concept.id === 'name' && !scope.isPage ? scope.dom.headings[0]?.text : undefined;
  if (heading !== undefined) {
    // A heading may hold more than the name that is marked within it.
    const marked = markedCandidates(keys, scope).filter(
      ({ value }) => typeof value === 'string' && heading.startsWith(value),
    );
    found.push(...marked, ...specialCandidates(concept, scope));
  }
  if (!scope.isPage || isMarked(concept, scope)) found.push(...markedCandidates(keys, scope));
  found.push(...looseCandidates(concept, keys, scope));
  found.push(...specialCandidates(concept, scope));
  if (concept.id === 'name' && scope.isPage) return named(found, scope);
  if (concept.id === 'website') return found.filter((candidate) => isWebsite(candidate, scope));
  return concept.id === 'author' ? found.filter((candidate) => isPerson(candidate, scope)) : found;
};
