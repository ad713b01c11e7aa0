import { BATCH_CSV_COLUMNS } from '@quarry/contracts';
import type { BatchItem } from '@quarry/store';
import { MAX_TABLE_ROW_BYTES } from '../bounds.js';
import { bytesOf, withAnswers, type StoredAnswer } from '../rows/read-answers.js';
import { rowCells, type Cell } from '../rows/result-row.js';
import type { ExportSource } from '../source.js';
import { JsonPicker, TOO_LARGE, type JsonPath } from './json-picker.js';

/** Name of the response in a line of results.ndjson; before a path, it means the response alone. */
const ANSWER = 'answer';
const METADATA = 'requestMetadata';

const PLAIN: ReadonlySet<string> = new Set(BATCH_CSV_COLUMNS);

/** True if the column needs no stored response. */
export const isPlainColumn = (name: string): boolean => PLAIN.has(name);

/** Where the value of a column may be in a response, in the order of preference. */
const pathsOf = (name: string): readonly JsonPath[] => {
  const path = name.split('.');
  return path.length > 1 && path[0] === ANSWER ? [path.slice(1)] : [path, [METADATA, ...path]];
};

const cellOf = (value: unknown, answerUrl: Cell): Cell => {
  if (value === TOO_LARGE) return `[more than ${MAX_TABLE_ROW_BYTES / 1_048_576} MB, see ${String(answerUrl)}]`;
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};

/** The values in a response, by column. */
const readValues = async (
  answer: StoredAnswer,
  columns: readonly string[],
  takeTurn: ExportSource['takeTurn'],
): Promise<ReadonlyMap<string, unknown>> => {
  const parts = await bytesOf(answer);
  if (parts === undefined) return new Map();
  const picker = new JsonPicker(columns.flatMap(pathsOf), MAX_TABLE_ROW_BYTES);
  for await (const part of parts) {
    picker.write(part);
    await takeTurn();
  }
  const valueOf = (name: string): unknown =>
    pathsOf(name)
      .map((path) => picker.valueAt(path))
      .find((value) => value !== undefined);
  return new Map(columns.map((name) => [name, valueOf(name)]));
};

async function* plainRows({ pages, filesUrl }: ExportSource, columns: readonly string[]): AsyncGenerator<Cell[]> {
  const cellsOf = (item: BatchItem): Cell[] => {
    const known = rowCells(item, filesUrl);
    return columns.map((name) => known[name]);
  };
  for await (const items of pages) for (const item of items) yield cellsOf(item);
}

async function* answerRows(source: ExportSource, columns: readonly string[]): AsyncGenerator<Cell[]> {
  const { pages, filesUrl, takeTurn } = source;
  const read = columns.filter((name) => !isPlainColumn(name));
  for await (const items of pages) {
    for await (const { item, answer } of withAnswers(source, items)) {
      const values = await readValues(answer, read, takeTurn);
      const known = rowCells(item, filesUrl);
      yield columns.map((name) => (isPlainColumn(name) ? known[name] : cellOf(values.get(name), known['json'])));
      await takeTurn();
    }
  }
}

/**
 * Rows of chosen columns: those of the plain table, and paths such as `extractedData.price` in the stored response of the item,
 * or else in its `requestMetadata`. Objects and lists are JSON.
 */
export const tableRows = (source: ExportSource, columns: readonly string[]): AsyncGenerator<Cell[]> =>
  columns.every(isPlainColumn) ? plainRows(source, columns) : answerRows(source, columns);
