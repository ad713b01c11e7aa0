import { isRecord } from '../../../forms/json-schema.js';
import { readCsv, type CsvRow } from './read-csv.js';

/** Most requests of one batch, as the API has it. */
export const ITEMS_MAX = 10_000;

/** What is wrong with a line of the input. */
export interface LineFault {
  readonly line: number;
  /** Path of the parameter; empty for the whole line. */
  readonly field: string;
  readonly message: string;
}

/** A request of the batch and where it was written. */
export interface InputItem {
  readonly line: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export type InputForm = 'lines' | 'ndjson' | 'json' | 'csv';

/** What a text holds: requests, or a table whose columns are still to be named. */
export type ReadInput =
  | {
      readonly kind: 'items';
      readonly form: InputForm;
      readonly items: readonly InputItem[];
      readonly faults: readonly LineFault[];
    }
  | { readonly kind: 'table'; readonly rows: readonly CsvRow[] };

const NOT_OBJECT = 'Must be a JSON object of parameters.';

const itemOf = (value: unknown, line: number): InputItem | LineFault =>
  isRecord(value) ? { line, params: value } : { line, field: '', message: NOT_OBJECT };

const sort = (form: InputForm, found: readonly (InputItem | LineFault)[]): ReadInput => ({
  kind: 'items',
  form,
  items: found.filter((entry): entry is InputItem => 'params' in entry),
  faults: found.filter((entry): entry is LineFault => 'message' in entry),
});

const linesOf = (text: string): readonly { readonly line: number; readonly text: string }[] =>
  text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');

/** JSON by lines; a plain text among them stands for the main parameter. */
const readJsonLines = (text: string, mainField: string): ReadInput =>
  sort(
    'ndjson',
    linesOf(text).map(({ line, text: json }) => {
      if (!/^[[{"]/.test(json)) return { line, params: { [mainField]: json } };
      try {
        return itemOf(JSON.parse(json), line);
      } catch {
        return { line, field: '', message: 'Not valid JSON.' };
      }
    }),
  );

/** A whole list as JSON, also as the body of a submission. Its entries count as lines. */
const readJsonList = (text: string, mainField: string): ReadInput | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const list = isRecord(value) && Array.isArray(value['requests']) ? value['requests'] : value;
    if (!Array.isArray(list)) return undefined;
    return sort(
      'json',
      list.map((entry: unknown, index) =>
        typeof entry === 'string' ? { line: index + 1, params: { [mainField]: entry } } : itemOf(entry, index + 1),
      ),
    );
  } catch {
    return undefined;
  }
};

/** The form of a text, by the name of its file and else by how it begins. */
export const formOf = (text: string, fileName = ''): InputForm => {
  const [, extension = ''] = /\.(\w+)$/.exec(fileName.toLowerCase()) ?? [];
  if (['csv', 'tsv'].includes(extension)) return 'csv';
  if (['ndjson', 'jsonl'].includes(extension)) return 'ndjson';
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return /^\{\s*"requests"\s*:/.test(start) ? 'json' : 'ndjson';
  if (extension === 'txt') return 'lines';
  const [first = ''] = start.split(/\r\n?|\n/, 1);
  // A URL or a search text may have commas of its own.
  const isTable = !/^https?:\/\//i.test(first) && /^[\w ."-]+(?:[,;\t][\w ."-]*)+$/.test(first);
  return isTable ? 'csv' : 'lines';
};

/** Reads pasted text or a file. `mainField`: the parameter that a line of plain text stands for. */
export const readInput = (text: string, mainField: string, form: InputForm): ReadInput => {
  switch (form) {
    case 'csv':
      return { kind: 'table', rows: readCsv(text) };
    case 'json':
      return readJsonList(text, mainField) ?? readJsonLines(text, mainField);
    case 'ndjson':
      return readJsonLines(text.replace(/^\uFEFF/, ''), mainField);
    case 'lines':
      return sort(
        'lines',
        linesOf(text.replace(/^\uFEFF/, '')).map(({ line, text: value }) => ({ line, params: { [mainField]: value } })),
      );
  }
};
