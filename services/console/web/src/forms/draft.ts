import { allFields, type FormField } from './form-field.js';

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** What a control holds: text as typed, several values, or names with values. */
export type DraftValue = string | readonly string[] | readonly Pair[];

/** What a form holds, by the path of the field. A path that is missing or blank is left out of the call. */
export type Draft = Readonly<Record<string, DraftValue>>;

export const isPair = (entry: string | Pair): entry is Pair => typeof entry !== 'string';

export const textOf = (value: DraftValue | undefined): string => (typeof value === 'string' ? value : '');

export const valuesOf = (value: DraftValue | undefined): readonly string[] =>
  value === undefined || typeof value === 'string'
    ? []
    : value.flatMap((entry: string | Pair) => (isPair(entry) ? [] : [entry]));

export const pairsOf = (value: DraftValue | undefined): readonly Pair[] =>
  value === undefined || typeof value === 'string'
    ? []
    : value.flatMap((entry: string | Pair) => (isPair(entry) ? [entry] : []));

const isBlankEntry = (entry: string | Pair): boolean =>
  isPair(entry) ? entry.name.trim() === '' && entry.value === '' : entry.trim() === '';

/** True if the field is left out of the call. */
export const isBlank = (value: DraftValue | undefined): boolean => {
  if (value === undefined) return true;
  return typeof value === 'string' ? value.trim() === '' : value.every(isBlankEntry);
};

/** How many of the fields, those of groups included, are set. */
export const countSet = (fields: readonly FormField[], draft: Draft): number =>
  allFields(fields).filter(({ path }) => !isBlank(draft[path])).length;
