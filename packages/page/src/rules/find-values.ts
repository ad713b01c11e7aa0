import type { Concept, ValueKind } from './concepts/concept.js';
import { conceptById } from './concepts/find-concept.js';
import { valuesAt } from './facts/entities.js';
import type { Shown } from './facts/dom-facts.js';
import type { Scope } from './scope.js';
import { creditCandidates } from './article-credits.js';
import { inNameOrder, isPerson, isStreet, isWebsite, peopleFirst, settledPrices } from './judge-values.js';
import { specialCandidates } from './special-values.js';
import { shown, stated, type Candidate } from './values/candidate.js';
import { cleanText, labelKey } from './concepts/words.js';

/** Fields whose label occurs in any form or list of the page. */
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
  'price listPrice brand sku reviewCount rating stock company jobTitle salary version employmentType location'.split(
    ' ',
  ),
);
const MARKED_ANYWHERE = new Set(['author', 'published', 'modified']);
const isMarked = ({ id, of }: Concept, { type }: Scope): boolean =>
  MARKED_ANYWHERE.has(id) ||
  (MARKED.has(id) && type !== '' && (of === undefined ? /Product|JobPosting|Software/ : of).test(type));

const MIN_START = 6;

/** Values that are all equal; none where the page shows several. */
const agreed = (found: readonly Shown[]): Shown | undefined => {
  const inside = found.filter(({ isAside }) => isAside !== true);
  const pool = inside.length > 0 ? inside : found;
  const texts = new Set(pool.map(({ text }) => cleanText(text).toLowerCase()));
  if (texts.size === 1) return pool[0];
  // The same value again, with the text that follows it.
  const [shortest] = [...pool].sort((left, right) => left.text.length - right.text.length);
  const start = cleanText(shortest?.text ?? '').toLowerCase();
  return start.length >= MIN_START && [...texts].every((text) => text.startsWith(start)) ? shortest : undefined;
};

/** A value that begins with its own label: the part of a list below a heading. */
const LABELLED = /^\p{L}[\p{L} ]{1,30}:\s/u;

/**
 * Values beside one of the labels, those with a sure label first. Without `takesWeak` the label has to be marked as one, for
 * any two texts are beside each other somewhere.
 */
export const labelledCandidates = (
  keys: readonly string[],
  scope: Scope,
  kind?: ValueKind,
  takesWeak = true,
): Candidate[] => {
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

/** Kinds whose form distinguishes a value from any other text. */
const takesWeak = ({ id, kind }: Concept, scope: Scope): boolean =>
  FORMED.has(kind) || TIMED.has(kind) || (WEAKLY_LABELLED.has(id) && (!scope.isPage || scope.type !== ''));
const TIMED: ReadonlySet<ValueKind> = new Set(['count', 'number', 'duration', 'time', 'currency', 'flag']);
/** Rows of facts in shops and profiles, where label and value often are two plain elements. */
const WEAKLY_LABELLED = new Set(
  (
    'brand manufacturer sku gtin mpn model color size material weight dimensions width height depth warranty countryOfOrigin condition ' +
    'isbn edition format license version employmentType propertyType lotSize servings checkIn checkOut'
  ).split(' '),
);

const markedCandidates = (keys: readonly string[], scope: Scope): Candidate[] =>
  keys.flatMap((key) => {
    const found = scope.dom.hints.get(key);
    const one = found && (scope.isPage ? agreed(found) : found[0]);
    return one ? [shown(one.text, one.element)] : [];
  });

/** Kinds of value that are recognized by their form alone. */
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

/** Scripts use general words with other meanings; they name these fields as people do. */
const IN_STATE = new Set(
  (
    'brand sku gtin mpn color seller manufacturer company jobTitle employmentType city postalCode country street propertyType username ' +
    'name image description author address phone email company soldOut model'
  ).split(' '),
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

const metaCandidates = ({ meta = [] }: Concept, scope: Scope): Candidate[] =>
  meta.flatMap((name) => scope.meta.get(name) ?? []).map(stated);

/** A page that shows more prices than this and says nothing of itself lists things: none of the prices is its own. */
const MAX_OWN_PRICES = 12;
const countPrices = ({ dom }: Scope): number => new Set(dom.money.map(({ text }) => text)).size;

/** Selects among the values found by the nature of the concept. */
const judged = (concept: Concept, found: readonly Candidate[], scope: Scope): Candidate[] => {
  switch (concept.id) {
    case 'name':
      return scope.isPage ? inNameOrder(found, scope) : [...found];
    case 'website':
      return found.filter((candidate) => isWebsite(candidate, scope));
    case 'author':
      return peopleFirst(
        found.filter((candidate) => isPerson(candidate, scope)),
        scope,
      );
    case 'city':
      return found.filter((candidate) => !isStreet(candidate, scope));
    default:
      return [...found];
  }
};

/** In a part of a list its heading comes first, and before it the name that is marked within it. */
const headingCandidates = (concept: Concept, scope: Scope): Candidate[] => {
  const heading = concept.id === 'name' && !scope.isPage ? scope.dom.headings[0]?.text : undefined;
  if (heading === undefined) return [];
  const marked = markedCandidates(concept.keys, scope).filter(
    ({ value }) => typeof value === 'string' && heading.startsWith(value),
  );
  return [...marked, ...specialCandidates(concept, scope)];
};

/** What a date is called beside an event alone; elsewhere it may be any date. */
const EVENT_DAYS = ['date', 'day', 'date and time', 'fecha', 'data'].map(labelKey);
const isEvent = ({ type }: Scope): boolean => /Event|Festival/.test(type);

/** Values shown to readers: beside labels, under marks, in their usual place. */
const shownCandidates = (concept: Concept, scope: Scope): Candidate[] => {
  const { keys, kind, id } = concept;
  // Each tag has its own mark; an outer mark is the list of them.
  if (id === 'tags' && !scope.isPage) return specialCandidates(concept, scope);
  return [
    ...(UNLABELLED.has(id) ? [] : labelledCandidates(keys, scope, kind, takesWeak(concept, scope))),
    ...headingCandidates(concept, scope),
    ...(!scope.isPage || isMarked(concept, scope) ? markedCandidates(keys, scope) : []),
    ...looseCandidates(concept, keys, scope),
    ...specialCandidates(concept, scope),
    ...(id === 'author' || id === 'published' ? creditCandidates(id, scope) : []),
    ...(id === 'startDate' && isEvent(scope) ? labelledCandidates(EVENT_DAYS, scope, kind) : []),
    ...(id === 'currency' && scope.isPage ? labelledCandidates(conceptById('price')?.keys ?? [], scope, 'money') : []),
  ];
};

const pathCandidates = ({ paths = [] }: Concept, { entities, statements }: Scope): Candidate[] =>
  entities.flatMap((entity) => paths.flatMap((path) => valuesAt(entity, path, statements).map(stated)));

/** Possible values of the concept, the most trusted first: statements of data, meta tags, labels, marks, prominent texts. */
export const findValues = (concept: Concept, scope: Scope): Candidate[] => {
  if (!isFieldOf(concept, scope)) return [];
  const meta = metaCandidates(concept, scope);
  const isAmidPrices =
    concept.kind === 'money' && scope.isPage && scope.type === '' && countPrices(scope) > MAX_OWN_PRICES;
  if (isAmidPrices) return meta;
  const inData = [
    ...pathCandidates(concept, scope),
    ...meta,
    ...(isInState(concept) ? stateCandidates(concept.keys, scope) : []),
  ];
  const settled = concept.id === 'price' ? settledPrices(inData, scope) : inData;
  return judged(concept, [...settled, ...shownCandidates(concept, scope)], scope);
};
