import type { AiRules } from '@quarry/contracts';
import type { Element } from 'domhandler';
import { isObject } from '@quarry/html';
import type { ValueKind } from './concepts/concept.js';
import { meaningOf } from './concepts/find-concept.js';
import type { Group } from './facts/dom-facts.js';
import { typeOf, valuesAt, type Entity } from './facts/entities.js';
import { RULES_LIMITS } from './facts/limits.js';
import { entityScope, partScope, rowScope, stateScope, tablesOf } from './make-scope.js';
import type { Scope } from './scope.js';
import { bare, labelKey, phraseKey, wordsOf } from './concepts/words.js';

type ReadItem = (name: string, fields: AiRules, scope: Scope) => Record<string, unknown> | undefined;
type Item = Record<string, unknown>;

/** Properties with the things of a list, by the words of the list's name. */
const LISTS: readonly (readonly [names: RegExp, paths: readonly string[]])[] = [
  [/\breview|\btestimonial/, ['review', 'reviews']],
  [/\bvariant|\boption/, ['hasVariant']],
  [/\boffer/, ['offers.offers', 'offers']],
  [/\bfaq|\bquestion/, ['mainEntity']],
  [/\bstep|\binstruction/, ['recipeInstructions', 'step']],
  [/\bauthor/, ['author']],
  [/\bperformer|\bartist|\bspeaker/, ['performer']],
  [/\bactor|\bcast\b/, ['actor']],
  [/\bepisode/, ['episode']],
  [/\btrack|\bsong/, ['track']],
  [/\bcomment/, ['comment']],
];
const GENERAL =
  /\b(?:item|product|result|article|post|job|event|listing|property|home|hotel|restaurant|business|story|card|entry|offer|news|headline|book|movie|recipe|video|place|agent|profile|people|person|repo|package|apartment|house|room|store|company|search|rental|vacancy|flat|deal|course|app|member|player|team|user|paper|publication|document|ad|tour|game|match|doctor|shop|brand|page|entry|record|row|thing|data|element|object|answer|reply|message)\b/;

const namedLists = (name: string, scope: Scope): Entity[] => {
  const key = phraseKey(wordsOf(name));
  const found = LISTS.find(([names]) => names.test(key));
  if (!found) return [];
  const holders = /\bfaq|\bquestion/.test(key)
    ? scope.statements.entities.filter((entity) => /FAQPage/.test(typeOf(entity)))
    : scope.entities;
  return (
    found[1]
      .map((path) => holders.flatMap((entity) => valuesAt(entity, path, scope.statements)).filter(isObject))
      .find((list) => list.length > 0) ?? []
  );
};

const listedEntities = (scope: Scope): Entity[][] => {
  const { entities } = scope.statements;
  const lists = entities
    .filter((entity) => /ItemList|OfferCatalog/.test(typeOf(entity)))
    .map((list) =>
      valuesAt(list, 'itemListElement', scope.statements)
        .filter(isObject)
        .map((entry) => (isObject(entry['item']) ? entry['item'] : entry)),
    );
  const byType = new Map<string, Entity[]>();
  for (const entity of entities) {
    const type = typeOf(entity);
    if (/List|Page|Site|Action|Organization|^$/.test(type)) continue;
    const list = byType.get(type);
    if (list) list.push(entity);
    else byType.set(type, [entity]);
  }
  return [...lists, ...[...byType.values()].filter((list) => list.length > 1)];
};

const isFilled = (value: unknown): boolean => value !== null && value !== undefined;

/** Share of the requested values that the items have: 0 to 1. */
const fillOf = (items: readonly Item[], fields: number): number => {
  const filled = items.reduce((sum, item) => sum + Object.values(item).filter(isFilled).length, 0);
  return items.length === 0 ? 0 : filled / (items.length * fields);
};

/** Scripts contain lists that no reader sees; only what the page shows counts. */
const isShown = (items: readonly Item[], scope: Scope): boolean => {
  const { headings, links, images } = scope.dom;
  const texts = new Set([...headings, ...links, ...images].map(({ text }) => bare(text)));
  const seen = items.filter((item) =>
    Object.values(item).some((value) => typeof value === 'string' && value.length > 5 && texts.has(bare(value))),
  );
  return seen.length >= items.length / 2;
};

/** Rows of the first table whose head names most of the fields. */
const tableRows = (fields: AiRules, scope: Scope, readItem: ReadItem): Item[] => {
  if (!scope.isPage) return [];
  const names = Object.keys(fields);
  for (const table of tablesOf(scope)) {
    // Many tables mark their header by style alone; it must still name the fields.
    const [first = [], ...others] = table.rows;
    const keys = (table.headers ?? first).map(labelKey);
    const rows = table.headers ? table.rows : others;
    const columns = names.map((name) => {
      const { concept, words } = meaningOf(name, fields[name]?.description);
      const own = keys.indexOf(phraseKey(words));
      return own >= 0 ? own : keys.findIndex((key) => key !== '' && concept?.keys.includes(key) === true);
    });
    const known = columns.filter((column) => column >= 0).length;
    if (known < Math.min(2, names.length) || known < names.length * MIN_COLUMNS) continue;
    const items = rows.slice(0, RULES_LIMITS.listValues).map((row) => {
      const cells = columns.map((column, index) => [names[index] ?? '', row[column]] as const);
      return readItem('item', fields, rowScope(scope, cells));
    });
    const found = items.filter((item) => item !== undefined);
    if (found.length > 0) return found;
  }
  return [];
};

const MIN_COLUMNS = 0.6;

/** Things of a list, and the pages that may list them though they are about one thing. Pages of no known thing may list any. */
const LISTED_ON: readonly (readonly [names: RegExp, types: RegExp])[] = [
  [/\b(?:article|news|story|post|headline|result|link|card|entry|comment|video|review|page)\b/, /./],
  [
    /\b(?:product|item|offer|deal|book)\b/,
    /^(?!.*(?:Residence|RealEstate|Accommodation)).*(?:Product|Offer|Store|Business|Organization|Brand)/,
  ],
  [/\b(?:hotel|room)\b/, /Hotel|Lodging/],
  [/\b(?:property|listing|rental|apartment|home|house|flat)\b/, /Residence|RealEstate|Accommodation|Apartment/],
  [/\bevent\b/, /Event|Place|Organization|Music|Business|Person|Theater/],
  [/\b(?:job|vacancy)\b/, /Organization|JobPosting|Business|Corporation/],
  [/\brecipe\b/, /Recipe/],
];

const mayList = (key: string, { type }: Scope): boolean =>
  type === '' || LISTED_ON.some(([names, types]) => names.test(key) && types.test(type));

/** Kinds of value that any link has: they do not show what it links to. */
const PLAIN: ReadonlySet<ValueKind> = new Set(['name', 'url', 'image', 'long']);
const MIN_TELLING = 0.6;

/** Fields that distinguish a thing of the requested kind from other parts of a page. */
const tellingFields = (key: string, fields: AiRules): string[] => {
  const isOfNews = /\b(?:article|news|story|post|headline|comment|review)\b/.test(key);
  return Object.keys(fields).filter((name) => {
    const { concept } = meaningOf(name, fields[name]?.description);
    return concept === undefined || !(PLAIN.has(concept.kind) || (concept.kind === 'date' && !isOfNews));
  });
};

/** Most of the items have at least one of the distinguishing fields, where there are any. */
const isTold = (items: readonly Item[], telling: readonly string[]): boolean =>
  telling.length === 0 ||
  telling.some((name) => items.filter((item) => isFilled(item[name])).length >= items.length * MIN_TELLING);

/** On a page about one thing, fewer parts than this are parts of it. */
const MIN_BESIDE = 3;
const MIN_FILL = 0.5;
const MIN_ITEMS = 2;

/** Parts marked with the name of the list, such as quotes with the class `quote`. */
const isMarkedAs = (key: string, { parts: [part] }: Group, scope: Scope): boolean => {
  const last = key.split(' ').at(-1) ?? '';
  return (
    part !== undefined && last.length > 2 && scope.hintKeys.of(part).some((hint) => hint.split(' ').includes(last))
  );
};

/** A thing of a list has a name, where names are requested. */
const withNames = (items: readonly Item[], fields: AiRules): Item[] => {
  const names = Object.keys(fields).filter((name) => meaningOf(name, fields[name]?.description).concept?.id === 'name');
  return items.filter((item) => names.every((name) => isFilled(item[name])));
};

/** Without parts among the things of a list that are none of them: an advertisement, a form. */
const whole = (items: readonly Item[]): Item[] => {
  const counts = items.map((item) => Object.values(item).filter(isFilled).length);
  const usual = [...counts].sort((left, right) => left - right)[Math.floor(counts.length * 0.6)] ?? 0;
  return items.filter((_, index) => (counts[index] ?? 0) >= usual / 2);
};

/** One requested list of things: reads candidates for it and keeps the best. */
class ItemReader {
  private best: Item[] = [];
  private bestScore = 0;
  private readonly count: number;
  private readonly telling: readonly string[];

  constructor(
    private readonly key: string,
    private readonly fields: AiRules,
    private readonly scope: Scope,
    private readonly readItem: ReadItem,
  ) {
    this.count = Object.keys(fields).length;
    this.telling = tellingFields(key, fields);
  }

  /** The things as data states them: each is taken as it is. */
  ofEntities(list: readonly Entity[]): Item[] {
    return this.readAll(list.slice(0, RULES_LIMITS.listValues), (entity) =>
      entityScope(this.scope, entity, typeOf(entity) || 'Thing'),
    );
  }

  read(): Item[] {
    const isGeneral = GENERAL.test(this.key) && mayList(this.key, this.scope);
    if (isGeneral) this.considerData();
    const group = this.scope.isPage ? this.bestGroup(isGeneral) : undefined;
    return withNames(whole(group ? this.ofParts(group.parts) : this.best), this.fields);
  }

  private readAll<T>(list: readonly T[], scopeOf: (one: T) => Scope): Item[] {
    return list.map((one) => this.readItem('item', this.fields, scopeOf(one))).filter((item) => item !== undefined);
  }

  private ofStates(list: readonly Entity[]): Item[] {
    return this.readAll(list, (state) => stateScope(this.scope, state));
  }

  private ofParts(parts: readonly Element[]): Item[] {
    return this.readAll(parts, (part) => partScope(this.scope, part));
  }

  private considerData(): void {
    for (const list of listedEntities(this.scope)) this.consider(this.ofEntities(list));
    for (const list of this.scope.stateLists) {
      const sample = this.ofStates(list.slice(0, RULES_LIMITS.sampledParts));
      const isLikely = fillOf(sample, this.count) >= MIN_FILL && isShown(sample, this.scope);
      if (isLikely) this.consider(this.ofStates(list));
    }
  }

  private consider(items: Item[]): void {
    const score = this.scoreOf(items, 1, items.length);
    if (items.length < MIN_ITEMS || score <= this.bestScore) return;
    this.best = items;
    this.bestScore = score;
  }

  /** 0 where the items have too few of the requested values; `share` is their part of what was examined. */
  private scoreOf(items: readonly Item[], share: number, length: number): number {
    const fill = fillOf(items, this.count) * share;
    return fill < MIN_FILL || !isTold(items, this.telling) ? 0 : fill * fill * Math.min(length, MAX_COUNTED);
  }

  /** The group of parts with more values than the best of the data, judged by its first parts. */
  private bestGroup(isGeneral: boolean): Group | undefined {
    let best: Group | undefined;
    for (const group of this.scope.dom.groups) {
      const isFew = this.scope.type !== '' && group.parts.length < MIN_BESIDE;
      if (isFew || (!isGeneral && !isMarkedAs(this.key, group, this.scope))) continue;
      const sample = group.parts.slice(0, RULES_LIMITS.sampledParts);
      const items = this.ofParts(sample);
      const score = this.scoreOf(items, items.length / sample.length, group.parts.length);
      if (score <= this.bestScore) continue;
      this.bestScore = score;
      best = group;
    }
    return best;
  }
}

/** More items than this do not make a list better. */
const MAX_COUNTED = 60;

/** The things of a list: those that data lists, else the page's repeated parts with most of the requested values. */
export const readItems = (name: string, fields: AiRules, scope: Scope, readItem: ReadItem): Item[] => {
  const rows = tableRows(fields, scope, readItem);
  if (rows.length > 0) return rows;
  const reader = new ItemReader(phraseKey(wordsOf(name)), fields, scope, readItem);
  const named = reader.ofEntities(namedLists(name, scope));
  return named.length > 0 ? named : reader.read();
};
