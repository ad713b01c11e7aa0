import { isPlainObject } from '@quarry/contracts';
import type { BatchItem } from '@quarry/store';
import { Turns } from '../../http/turns.js';
import { withAnswers, type ReadAnswersOptions, type StoredAnswer } from './read-answers.js';
import { csvLine, rowCells, type Cell } from './result-row.js';

const readWhole = async (answer: StoredAnswer): Promise<unknown> => {
  if (answer.kind === 'whole') return JSON.parse(answer.body.toString('utf8'));
  if (answer.kind !== 'large') return undefined;
  const parts: Uint8Array[] = [];
  // safe because files are read as bytes
  for await (const part of await answer.open()) parts.push(part as Uint8Array);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
};

const stepInto = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? (value as unknown[])[Number(key)] : undefined;
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
};

/** The value at a dotted path of a response, such as `extractedData.price`. Objects and lists are JSON. */
export const cellAt = (answer: unknown, path: string): Cell => {
  const value = path.split('.').reduce<unknown>(stepInto, answer);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};

/** Rows of chosen columns: those of the plain table, and any other from the stored response of the item. */
export async function* columnRows(
  pages: AsyncGenerator<readonly BatchItem[]>,
  columns: readonly string[],
  filesUrl: string,
  reading: ReadAnswersOptions,
): AsyncGenerator<string> {
  const turns = new Turns();
  for await (const items of pages) {
    for await (const { item, answer } of withAnswers(reading, items)) {
      const known = rowCells(item, filesUrl);
      const whole = await readWhole(answer);
      yield csvLine(columns.map((name) => (Object.hasOwn(known, name) ? known[name] : cellAt(whole, name))));
      await turns.take();
    }
  }
}
