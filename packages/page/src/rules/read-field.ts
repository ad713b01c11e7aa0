import type { AiRule, AiRules } from '@quarry/contracts';
import { isObject } from '@quarry/html';
import { conceptById, meaningOf, type FieldMeaning } from './concepts/find-concept.js';
import type { Concept, ValueKind } from './concepts/concept.js';
import { typeOf, valuesAt } from './facts/entities.js';
import { findValues, isFieldOf, labelledCandidates, stateCandidates } from './find-values.js';
import { RULES_LIMITS } from './facts/limits.js';
import { readItems } from './read-items.js';
import { entityScope } from './make-scope.js';
import type { Scope } from './scope.js';
import { coerce, plainText } from './values/coerce.js';
import { hasForm } from './values/forms.js';
import { statedStock, stockIn } from './values/stock.js';
import type { Candidate } from './values/candidate.js';
import { labelKey, phraseKey, wordsOf } from './concepts/words.js';

type ScalarType = 'string' | 'number' | 'boolean';

const isFields = (output: AiRule['output']): output is AiRules => typeof output === 'object';

/** General names that mean another field for another kind of thing. */
const turned = (meaning: FieldMeaning, scope: Scope): Concept | undefined => {
  const { concept, words } = meaning;
  const phrase = phraseKey(words);
  if (/Event|Festival/.test(scope.type) && /^(?:event )?(?:date|time|datetime|when|day)$/.test(phrase))
    return conceptById('startDate');
  if (/Person|Profile/.test(scope.type) && /^(?:title|position|headline|role)$/.test(phrase))
    return conceptById('jobTitle');
  if (/Software/.test(scope.type) && phrase === 'star') return conceptById('repoStars');
  if (/VideoObject|Movie/.test(scope.type) && /^(?:time|length)$/.test(phrase)) return conceptById('duration');
  return concept;
};

/** Kinds whose several values make one text. */
const JOINED = new Set([
  'author',
  'tags',
  'categories',
  'breadcrumbs',
  'ingredients',
  'instructions',
  'actors',
  'director',
  'artist',
  'cuisine',
  'employmentType',
  'openingHours',
  'skills',
  'operatingSystem',
  'amenities',
  'features',
  'category',
  'diet',
  'founder',
  'location',
]);
const BY_LINE = new Set(['instructions', 'ingredients', 'openingHours', 'features']);

const freeCandidates = (words: readonly string[], scope: Scope): Candidate[] => {
  const key = phraseKey(words);
  const byName = scope.entities.flatMap((entity) =>
    Object.keys(entity)
      .filter((name) => phraseKey(wordsOf(name)) === key)
      .flatMap((name) => valuesAt(entity, name, scope.statements)),
  );
  return [
    ...byName.map((value) => ({ value, isStated: true })),
    ...stateCandidates([key], scope),
    ...labelledCandidates([key], scope),
  ];
};

/** A label on the page with the rule's exact words counts before its concept. */
const ownLabel = (concept: Concept, words: readonly string[], scope: Scope): Candidate[] => {
  const key = phraseKey(words);
  const isKnown = words.length < 2 || concept.keys.includes(key) || !isFieldOf(concept, scope);
  return isKnown ? [] : labelledCandidates([key], scope, concept.kind, false);
};

const readScalar = (concept: Concept | undefined, words: readonly string[], rule: AiRule, scope: Scope): unknown => {
  const type = rule.type as ScalarType;
  const derived = concept && DERIVED[concept.id];
  if (derived) return type === 'boolean' ? derived(scope) : undefined;
  const kind = concept?.kind ?? 'text';
  const candidates = concept
    ? [...ownLabel(concept, words, scope), ...findValues(concept, scope)]
    : freeCandidates(words, scope);
  if (type === 'string' && rule.enum === undefined && concept && JOINED.has(concept.id)) {
    const [own] = ownLabel(concept, words, scope);
    if (typeof own?.value === 'string') return own.value;
    const values = readMany(concept, 'string', scope).map(String);
    if (values.length > 0) return values.join(BY_LINE.has(concept.id) ? '\n' : ', ');
    return undefined;
  }
  for (const candidate of candidates) {
    const value = coerce(candidate, kind, type, scope.page, rule.enum);
    if (value !== undefined && (typeof value !== 'string' || !concept || hasForm(concept.id, value))) return value;
  }
  return undefined;
};

const numberOf = (id: string, scope: Scope): number | undefined => {
  const concept = conceptById(id);
  const value = concept && readScalar(concept, [], { type: 'number' }, scope);
  return typeof value === 'number' ? value : undefined;
};

/** Yes-or-no fields that other fields decide: only what the page states either way. */
const DERIVED: Readonly<Record<string, (scope: Scope) => boolean | undefined>> = {
  soldOut: (scope) => {
    const concept = conceptById('stock');
    const text = concept && readScalar(concept, [], { type: 'string' }, scope);
    const stock = typeof text === 'string' ? (statedStock(text) ?? stockIn(text)) : undefined;
    return stock && (stock === 'OutOfStock' || stock === 'Discontinued');
  },
  onSale: (scope) => {
    const [price, before] = [numberOf('price', scope), numberOf('listPrice', scope)];
    return price === undefined || before === undefined ? undefined : before > price;
  },
};

const SPLIT = new Set(['tags', 'categories', 'skills', 'cuisine', 'operatingSystem', 'sizes', 'colors']);

const MAX_STEP_DEPTH = 4;

/** Steps of a recipe's sections, flattened. */
const flattened = (candidates: readonly Candidate[], depth = 0): Candidate[] =>
  candidates.flatMap((candidate) => {
    const { value } = candidate;
    if (!isObject(value)) return [candidate];
    const inner = value['itemListElement'];
    if (typeof value['text'] === 'string') return [{ ...candidate, value: value['text'] }];
    return Array.isArray(inner) && depth < MAX_STEP_DEPTH
      ? flattened(
          inner.slice(0, RULES_LIMITS.listValues).map((part: unknown) => ({ ...candidate, value: part })),
          depth + 1,
        )
      : [candidate];
  });

/** Values from the first source that has any. */
const readMany = (concept: Concept, type: ScalarType, scope: Scope): unknown[] => {
  if (!isFieldOf(concept, scope)) return [];
  const { paths = [] } = concept;
  const groups: Candidate[][] = scope.entities.flatMap((entity) =>
    paths.map((path) => valuesAt(entity, path, scope.statements).map((value) => ({ value, isStated: true }))),
  );
  const rest = findValues({ ...concept, paths: [] }, scope);
  const isOne = !['breadcrumbs', 'headings', 'links', 'images', 'phones', 'emails', 'tags', 'questions'].includes(
    concept.id,
  );
  const items = sectionItems(concept, scope);
  if (items.length > 0) groups.push(items);
  if (rest.length > 0) groups.push(isOne ? rest.slice(0, 1) : rest);
  for (const group of groups) {
    const values =
      group.length === 0
        ? []
        : (concept.id === 'instructions' ? flattened(group) : group).flatMap((candidate) => {
            const parts =
              SPLIT.has(concept.id) && typeof candidate.value === 'string'
                ? plainText(candidate.value).split(/\s*[,;]\s*/)
                : [candidate.value];
            return parts
              .map((value) => coerce({ ...candidate, value }, concept.kind, type, scope.page))
              .filter((value) => value !== undefined && (typeof value !== 'string' || hasForm(concept.id, value)));
          });
    const unique = [...new Set(values)];
    if (unique.length > 0) return unique.slice(0, RULES_LIMITS.listValues);
  }
  return [];
};

const sectionItems = (concept: Concept, scope: Scope): Candidate[] => {
  for (const name of [...concept.names, ...(concept.labels ?? [])]) {
    const section = scope.dom.sections.get(labelKey(name));
    if (section && section.items.length > 0) return section.items.map((value) => ({ value, isStated: false }));
  }
  return [];
};

const readList = (name: string, rule: AiRule, meaning: FieldMeaning, scope: Scope): unknown => {
  const { output = 'string' } = rule;
  if (isFields(output)) {
    const items = readItems(name, output, scope, readItem);
    return items.length > 0 ? items : undefined;
  }
  const concept = turned(meaning, scope);
  if (concept && LISTED.has(concept.kind)) return readColumn(concept.id, output, scope);
  const values = concept ? readMany(concept, output, scope) : readFree(meaning.words, output, scope);
  return values.length > 0 ? values : undefined;
};

/** Kinds of which one thing has one value: a list of them is about several things. */
const LISTED: ReadonlySet<ValueKind> = new Set(['name', 'money', 'rating', 'count']);

const readColumn = (name: string, output: ScalarType, scope: Scope): unknown => {
  if (scope.type !== '') return undefined;
  const fields: AiRules =
    name === 'name' ? { name: { type: output } } : { name: { type: 'string' }, [name]: { type: output } };
  const values = readItems('items', fields, scope, readItem).map((item) => item[name]);
  const found = values.filter((value) => value !== null && value !== undefined);
  return found.length > 0 ? found : undefined;
};

const readFree = (words: readonly string[], type: ScalarType, scope: Scope): unknown[] => {
  const key = phraseKey(words);
  const section = scope.dom.sections.get(key);
  const candidates: Candidate[] =
    section && section.items.length > 0
      ? section.items.map((value) => ({ value, isStated: false }))
      : freeCandidates(words, scope);
  return candidates
    .map((candidate) => coerce(candidate, 'text', type, scope.page))
    .filter((value) => value !== undefined);
};

/** Parts of a thing that are things themselves, by the names that rules give them. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  author: ['author', 'creator'],
  publisher: ['publisher'],
  brand: ['brand'],
  seller: ['offers.seller', 'seller'],
  organizer: ['organizer'],
  company: ['hiringOrganization', 'worksFor'],
  venue: ['location'],
  location: ['jobLocation', 'location'],
  agent: ['agent'],
};

const readItem = (name: string, fields: AiRules, scope: Scope): Record<string, unknown> | undefined => {
  const id = meaningOf(name).concept?.id ?? '';
  const inner = (INNER[id] ?? [])
    .flatMap((path) => scope.entities.flatMap((entity) => valuesAt(entity, path, scope.statements)))
    .find(isObject);
  const hasInner = INNER[id] !== undefined;
  const innerScope = inner ? entityScope(scope, inner, typeOf(inner) || 'Thing') : undefined;
  let isFound = false;
  const entries = Object.entries(fields).map(([field, rule]: [string, AiRule]) => {
    const value = hasInner ? readInner(name, field, rule, scope, innerScope) : readField(field, rule, scope, name);
    if (value !== undefined && value !== null) isFound = true;
    return [field, value ?? null] as const;
  });
  if (!isFound) return undefined;
  const item = Object.fromEntries(entries);
  const isShownPart = !scope.isPage && scope.entities.length === 0;
  return isShownPart ? withoutNamesAsRoles(item, fields, scope, name) : item;
};

/** The heading of a part is a job's title or a person's name, not both. */
const withoutNamesAsRoles = (
  item: Record<string, unknown>,
  fields: AiRules,
  scope: Scope,
  parent: string,
): Record<string, unknown> => {
  const isOf = (id: string, field: string, rule: AiRule): boolean =>
    knownMeaning(field, rule, scope, parent).concept?.id === id;
  const entries = Object.entries(fields);
  const names = new Set(entries.filter((entry) => isOf('name', ...entry)).map(([field]) => item[field]));
  const roles = entries.filter(([field, rule]) => names.has(item[field]) && isOf('jobTitle', field, rule));
  return { ...item, ...Object.fromEntries(roles.map(([field]) => [field, null])) };
};

const readInner = (name: string, field: string, rule: AiRule, scope: Scope, inner: Scope | undefined): unknown => {
  const own = inner ? readField(field, rule, inner) : undefined;
  if (own !== undefined && own !== null) return own;
  const joined = meaningOf(`${name} ${field}`, rule.description);
  return meaningOf(field).concept !== joined.concept && joined.concept && rule.type !== 'list' && rule.type !== 'item'
    ? readScalar(joined.concept, joined.words, rule, scope)
    : undefined;
};

const readCell = (name: string, rule: AiRule, concept: Concept | undefined, scope: Scope): unknown => {
  const text = scope.cells?.get(name);
  if (text === undefined || rule.type === 'list') return undefined;
  return coerce(
    { value: text, isStated: false },
    concept?.kind ?? 'text',
    rule.type as ScalarType,
    scope.page,
    rule.enum,
  );
};

const knownMeaning = (name: string, rule: AiRule, scope: Scope, parent?: string): FieldMeaning => {
  const key = `${parent ?? ''}\n${name}\n${rule.description ?? ''}`;
  const meaning = scope.meanings.get(key) ?? meaningOf(name, rule.description, parent);
  scope.meanings.set(key, meaning);
  return meaning;
};

/** The value of one rule; undefined where the scope does not state it. */
export const readField = (name: string, rule: AiRule, scope: Scope, parent?: string): unknown => {
  if (rule.type === 'item') return isFields(rule.output) ? readItem(name, rule.output, scope) : undefined;
  const meaning = knownMeaning(name, rule, scope, parent);
  if (scope.cells) return readCell(name, rule, meaning.concept, scope);
  if (rule.type === 'list') return readList(name, rule, meaning, scope);
  const concept = turned(meaning, scope);
  const isElsewhere =
    meaning.about !== undefined && scope.type !== '' && !meaning.about.test(scope.type) && concept?.of === undefined;
  if (isElsewhere) return undefined;
  const value = readScalar(concept, meaning.words, rule, scope);
  // `stars` are a rating on most pages and a count on those of software.
  const isStars = value === undefined && phraseKey(meaning.words) === 'star';
  return isStars ? readScalar(conceptById('repoStars'), [], rule, scope) : value;
};
