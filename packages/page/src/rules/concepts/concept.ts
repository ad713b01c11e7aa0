import { labelKey } from './words.js';

/** What a value of the concept looks like. */
export type ValueKind =
  | 'text'
  | 'name'
  | 'long'
  | 'money'
  | 'currency'
  | 'date'
  | 'time'
  | 'count'
  | 'number'
  | 'rating'
  | 'stock'
  | 'term'
  | 'url'
  | 'image'
  | 'email'
  | 'phone'
  | 'address'
  | 'duration'
  | 'flag'
  | 'language';

export interface ConceptSource {
  readonly kind: ValueKind;
  /** Usual names of the field in rules, page labels in English and hints in markup; the first is its own name. */
  readonly names: readonly string[];
  /** Labels on pages in other languages. */
  readonly labels?: readonly string[];
  /** Paths into schema.org data, the best first. */
  readonly paths?: readonly string[];
  readonly meta?: readonly string[];
  /** Types of main things that have the concept; it is never read for others. Empty: any. */
  readonly of?: RegExp;
}

export interface Concept extends ConceptSource {
  readonly id: string;
  /** Keys of all its names and labels. */
  readonly keys: readonly string[];
}

export interface ConceptRow {
  readonly names: string;
  readonly labels?: string;
  readonly paths?: string;
  readonly meta?: string;
  readonly of?: RegExp;
}

const split = (list: string | undefined): string[] =>
  list === undefined ? [] : list.split('|').map((part) => part.trim());

/** A concept from its row; lists are written with `|` between their parts. */
export const concept = (id: string, kind: ValueKind, row: ConceptRow): Concept => ({
  id,
  kind,
  names: split(row.names),
  labels: split(row.labels),
  paths: split(row.paths),
  meta: split(row.meta),
  keys: [...new Set([...split(row.names), ...split(row.labels)].map(labelKey))],
  ...(row.of ? { of: row.of } : {}),
});
