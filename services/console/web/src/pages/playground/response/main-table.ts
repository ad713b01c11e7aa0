import { isRecord } from '../../../forms/json-schema.js';
import { membersOf } from './tree-rows.js';

/** A list of a response as a table. */
export interface MainTable {
  /** Where the list is, such as `organicResults` or `extractedData.products`. */
  readonly path: string;
  readonly columns: readonly string[];
  /** Cells by column; objects and lists as JSON, nothing for what is not there. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of the list, of which `rows` may be the beginning. */
  readonly total: number;
}

const COLUMNS_MAX = 30;
const ROWS_MAX = 1_000;
const CELL_MAX_CHARS = 300;
/** Places of a response that hold lists of their own. */
const INNER = ['extractedData', 'aiResponse', 'json'];

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > CELL_MAX_CHARS ? `${text.slice(0, CELL_MAX_CHARS)}…` : text;
};

const isListOfRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

const tableOf = (path: string, list: readonly Readonly<Record<string, unknown>>[]): MainTable => {
  const columns = new Set<string>();
  for (const row of list) for (const name of Object.keys(row)) if (columns.size < COLUMNS_MAX) columns.add(name);
  const names = [...columns];
  return {
    path,
    columns: names,
    rows: list.slice(0, ROWS_MAX).map((row) => names.map((name) => cellOf(row[name]))),
    total: list.length,
  };
};

/** Texts side by side as a table of one column each, such as `links`. */
const ofTexts = (path: string, list: readonly unknown[]): MainTable => ({
  path,
  columns: [path],
  rows: list.slice(0, ROWS_MAX).map((entry) => [cellOf(entry)]),
  total: list.length,
});

/** Every list of a response that can be shown as a table, the longest lists of records first. */
export const tablesOf = (response: unknown): readonly MainTable[] => {
  const at = (value: unknown, parent: string): readonly (readonly [string, unknown])[] =>
    isRecord(value)
      ? membersOf(value).map(([name, member]) => [parent === '' ? name : `${parent}.${name}`, member])
      : [];
  const places = [
    ...at(response, '').filter(([path]) => path !== 'warnings'),
    ...(isRecord(response) ? INNER.flatMap((name) => at(response[name], name)) : []),
  ];
  const records = places.flatMap(([path, value]) => (isListOfRecords(value) ? [tableOf(path, value)] : []));
  const texts = places.flatMap(([path, value]) =>
    Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string')
      ? [ofTexts(path, value)]
      : [],
  );
  return [...records.toSorted((a, b) => b.total - a.total), ...texts];
};
