import type { BATCH_CSV_COLUMNS } from '@quarry/contracts';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { PARQUET_GROUP_CHARS, PARQUET_GROUP_ROWS } from '../bounds.js';
import type { Cell } from '../rows/result-row.js';
import type { ExportSource } from '../source.js';
import { tableRows } from '../table/answer-columns.js';

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const INTEGERS: ReadonlySet<string> = new Set<(typeof BATCH_CSV_COLUMNS)[number]>(['index', 'statusCode']);
const FLAGS: ReadonlySet<string> = new Set<(typeof BATCH_CSV_COLUMNS)[number]>(['retryable']);

const elementOf = (name: string): Schema[number] => {
  const shared = { name, repetition_type: 'OPTIONAL' } as const;
  if (INTEGERS.has(name)) return { ...shared, type: 'INT32' };
  return FLAGS.has(name) ? { ...shared, type: 'BOOLEAN' } : { ...shared, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
};

const isTyped = (name: string): boolean => INTEGERS.has(name) || FLAGS.has(name);

/** Rows of one group, by column. */
class RowGroup {
  readonly #columns: readonly { readonly name: string; readonly data: unknown[] }[];
  #rows = 0;
  #chars = 0;

  constructor(names: readonly string[]) {
    this.#columns = names.map((name) => ({ name, data: [] }));
  }

  get isFull(): boolean {
    return this.#rows >= PARQUET_GROUP_ROWS || this.#chars >= PARQUET_GROUP_CHARS;
  }

  add(cells: readonly Cell[]): void {
    this.#rows += 1;
    for (const [place, { name, data }] of this.#columns.entries()) {
      const cell = cells[place];
      const value = cell === undefined || isTyped(name) ? cell : String(cell);
      if (typeof value === 'string') this.#chars += value.length;
      data.push(value);
    }
  }

  /** The columns; the group is empty then. */
  take(): { name: string; data: unknown[]; offsetIndex: false }[] {
    this.#rows = 0;
    this.#chars = 0;
    return this.#columns.map(({ name, data }) => ({ name, data: data.splice(0), offsetIndex: false }));
  }
}

/** The bytes that were written since the last call. */
const takeBytes = (writer: ByteWriter): Uint8Array => {
  const bytes = new Uint8Array(writer.getBuffer());
  writer.index = 0;
  return bytes;
};

/**
 * The table as a Parquet file, a row group at a time. `index` and `statusCode` are whole numbers, `retryable` is a boolean, every
 * other column is text, and whatever a row does not have is null.
 */
export async function* parquetParts(source: ExportSource, columns: readonly string[]): AsyncGenerator<Uint8Array> {
  const names = [...new Set(columns)];
  const bytes = new ByteWriter();
  const schema: Schema = [{ name: 'root', num_children: names.length }, ...names.map(elementOf)];
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'Quarry' });
  const group = new RowGroup(names);
  const write = (): Uint8Array => {
    void file.write({ columnData: group.take(), rowGroupSize: PARQUET_GROUP_ROWS });
    return takeBytes(bytes);
  };
  for await (const cells of tableRows(source, names)) {
    group.add(cells);
    if (!group.isFull) continue;
    yield write();
    await source.takeTurn();
  }
  // Without a row there is no group, and the file has its columns alone.
  yield write();
  void file.finish();
  yield takeBytes(bytes);
}
