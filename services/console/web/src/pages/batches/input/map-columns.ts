import { allFields, type FormField, type LeafField } from '../../../forms/form-field.js';
import type { CsvRow } from './read-csv.js';

/** The parameter that a column holds; undefined for a column that is left out. */
export type ColumnMapping = readonly (string | undefined)[];

/** Fields that a column can hold. */
export const columnFields = (fields: readonly FormField[]): readonly LeafField[] =>
  allFields(fields).filter((field): field is LeafField => field.kind !== 'group' && field.kind !== 'options');

const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  url: ['link', 'href', 'address', 'page', 'website', 'site', 'uri', 'loc'],
  q: ['query', 'search', 'keyword', 'keywords', 'term', 'searchterm', 'text'],
};

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

const isUrl = (cell: string): boolean => /^https?:\/\//i.test(cell.trim());

/** The column in which most cells are URLs. */
const urlColumn = (rows: readonly CsvRow[], width: number): number => {
  const counts = Array.from(
    { length: width },
    (_, column) => rows.filter(({ cells }) => isUrl(cells[column] ?? '')).length,
  );
  const best = counts.indexOf(Math.max(...counts));
  return (counts[best] ?? 0) > rows.length / 2 ? best : -1;
};

/** True if the first row of a table names its columns: it has no URL, and one of its names is that of a parameter or no cell repeats. */
export const hasNames = (rows: readonly CsvRow[], fields: readonly FormField[]): boolean => {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0 || first.cells.some(isUrl)) return false;
  const known = new Set(columnFields(fields).flatMap(({ path }) => [plain(path), ...(SYNONYMS[path] ?? [])]));
  if (first.cells.some((cell) => known.has(plain(cell)))) return true;
  return rest.some(({ cells }) => cells.some(isUrl));
};

/** Which parameter each column seems to hold: by its name, by usual other names, or as the only column of URLs. Each is used once. */
export const guessMapping = (
  names: readonly string[],
  rows: readonly CsvRow[],
  fields: readonly FormField[],
  mainField: string,
): ColumnMapping => {
  const known = columnFields(fields);
  const used = new Set<string>();
  const take = (path: string | undefined): string | undefined => {
    if (path === undefined || used.has(path)) return undefined;
    used.add(path);
    return path;
  };
  const byName = names.map((name) => take(known.find(({ path }) => plain(path) === plain(name))?.path));
  const mapping = byName.map((path, column) => {
    if (path !== undefined) return path;
    const name = plain(names[column] ?? '');
    return take(known.find((field) => (SYNONYMS[field.path] ?? []).includes(name))?.path);
  });
  if (used.has(mainField)) return mapping;
  const column = mainField === 'url' ? urlColumn(rows, names.length) : names.length === 1 ? 0 : -1;
  return mapping.map((path, index) => (index === column ? mainField : path));
};
