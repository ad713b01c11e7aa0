import { BATCH_CSV_COLUMNS } from '@quarry/contracts';
import type { BatchItem } from '@quarry/store';
import { MAX_TABLE_ROW_BYTES } from '../../bounds.js';
import { Turns } from '../../http/turns.js';
import { JsonPicker, TOO_LARGE, type JsonPath } from './json-picker.js';
import { withAnswers, type ReadAnswersOptions, type StoredAnswer } from './read-answers.js';
import { csvLine, rowCells, type Cell } from './result-row.js';

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

const partsOf = async (answer: StoredAnswer): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined> => {
  if (answer.kind === 'whole') return [answer.body];
  // safe because files are read as bytes
  return answer.kind === 'large' ? ((await answer.open()) as AsyncIterable<Uint8Array>) : undefined;
};

/** The values in a response, by column. */
const readValues = async (
  answer: StoredAnswer,
  columns: readonly string[],
  turns: Turns,
): Promise<ReadonlyMap<string, unknown>> => {
  const parts = await partsOf(answer);
  if (parts === undefined) return new Map();
  const picker = new JsonPicker(columns.flatMap(pathsOf), MAX_TABLE_ROW_BYTES);
  for await (const part of parts) {
    picker.write(part);
    await turns.take();
  }
  const valueOf = (name: string): unknown =>
    pathsOf(name)
      .map((path) => picker.valueAt(path))
      .find((value) => value !== undefined);
  return new Map(columns.map((name) => [name, valueOf(name)]));
};

/**
 * Rows of chosen columns: those of the plain table, and paths such as `extractedData.price` in the stored response of the item,
 * or else in its `requestMetadata`. Objects and lists are JSON.
 */
export async function* columnRows(
  pages: AsyncGenerator<readonly BatchItem[]>,
  columns: readonly string[],
  filesUrl: string,
  reading: ReadAnswersOptions,
): AsyncGenerator<string> {
  const turns = new Turns();
  const read = columns.filter((name) => !isPlainColumn(name));
  for await (const items of pages) {
    for await (const { item, answer } of withAnswers(reading, items)) {
      const values = await readValues(answer, read, turns);
      const known = rowCells(item, filesUrl);
      yield csvLine(
        columns.map((name) => (isPlainColumn(name) ? known[name] : cellOf(values.get(name), known['json']))),
      );
      await turns.take();
    }
  }
}
