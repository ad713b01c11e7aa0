import type { Concept } from './concepts/concept.js';
import { valuesAt } from './facts/entities.js';
import type { Shown } from './facts/dom-facts.js';
import type { Scope } from './scope.js';
import { specialCandidates } from './special-values.js';
import { shown, stated, type Candidate } from './values/candidate.js';
import { cleanText, labelKey } from './words.js';

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
/** Fields that markup of a whole page names reliably enough. */
const MARKED = new Set([
  'author',
  'published',
  'modified',
  'price',
  'listPrice',
  'brand',
  'sku',
  'reviewCount',
  'rating',
  'stock',
  'company',
  'jobTitle',
  'salary',
  'version',
]);

const keysOf = (concept: Concept): string[] => [
  ...new Set([...concept.names, ...(concept.labels ?? [])].map(labelKey)),
];

/** Values that are all one; none where readers are shown several. */
const agreed = (found: readonly Shown[]): Shown | undefined => {
  const inside = found.filter(({ isAside }) => isAside !== true);
  const pool = inside.length > 0 ? inside : found;
  const texts = new Set(pool.map(({ text }) => cleanText(text).toLowerCase()));
  return texts.size === 1 ? pool[0] : undefined;
};

export const labelledCandidates = (keys: readonly string[], scope: Scope): Candidate[] => {
  const strong: Candidate[] = [];
  const weak: Candidate[] = [];
  for (const key of keys) {
    const found = scope.dom.pairs.get(key);
    if (!found) continue;
    const sure = agreed(found.filter(({ isWeak }) => isWeak !== true));
    const guess = agreed(found);
    if (sure) strong.push(shown(sure.text, sure.element));
    else if (guess) weak.push(shown(guess.text, guess.element));
  }
  return [...strong, ...weak];
};

const markedCandidates = (keys: readonly string[], scope: Scope): Candidate[] =>
  keys.flatMap((key) => {
    const found = scope.dom.hints.get(key);
    const one = found && (scope.isPage ? agreed(found) : found[0]);
    return one ? [shown(one.text, one.element)] : [];
  });

export const isFieldOf = (concept: Concept, scope: Scope): boolean =>
  concept.of === undefined || scope.type === '' || concept.of.test(scope.type);

/** Values that may be the concept's, the most trusted first: statements of data, meta tags, labels, marks, what stands out. */
export const findValues = (concept: Concept, scope: Scope): Candidate[] => {
  if (!isFieldOf(concept, scope)) return [];
  const { paths = [], meta = [] } = concept;
  const found: Candidate[] = [];
  for (const entity of scope.entities) {
    for (const path of paths) found.push(...valuesAt(entity, path, scope.statements).map(stated));
  }
  for (const name of meta) {
    const value = scope.meta.get(name);
    if (value !== undefined) found.push(stated(value));
  }
  const keys = keysOf(concept);
  if (!UNLABELLED.has(concept.id)) found.push(...labelledCandidates(keys, scope));
  if (!scope.isPage || MARKED.has(concept.id)) found.push(...markedCandidates(keys, scope));
  found.push(...specialCandidates(concept, scope));
  return found;
};
