import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileKey, type FileKey } from '@quarry/files';
import { z } from 'zod';
import { readLines } from '../batch/input/read-lines.js';
import { BackupError, FILE_MODE, FILES_FOLDER, INDEX_FILE, Tally } from './manifest.js';

/** Characters buffered before a write. */
const WRITE_CHARS = 262_144;

/** A stored file in a backup: a line of the index and a file at the same path. */
export interface IndexedFile extends FileKey {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly sha256: string;
}

const lineSchema = z.object({
  accountId: z.string(),
  requestId: z.string(),
  name: z.string(),
  sizeBytes: z.int().min(0),
  modifiedAtMs: z.number().min(0),
  sha256: z.string(),
});

export const pathIn = (folder: string, { accountId, requestId, name }: FileKey): string =>
  join(folder, FILES_FOLDER, accountId, requestId, name);

/** Writes the list of the files of a backup. */
export class IndexWriter {
  readonly #tally = new Tally();
  #waiting: string[] = [];
  #waitingChars = 0;
  #writing = Promise.resolve();

  private constructor(private readonly file: FileHandle) {}

  static async open(folder: string): Promise<IndexWriter> {
    return new IndexWriter(await open(join(folder, INDEX_FILE), 'wx', FILE_MODE));
  }

  async add(file: IndexedFile): Promise<void> {
    const line = `${JSON.stringify(file)}\n`;
    this.#waiting.push(line);
    this.#waitingChars += line.length;
    if (this.#waitingChars >= WRITE_CHARS) await this.#flush();
  }

  async end(): Promise<{ sizeBytes: number; sha256: string }> {
    await this.#flush();
    await this.file.sync();
    return this.#tally.digest();
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting.join(''));
    [this.#waiting, this.#waitingChars] = [[], 0];
    // One after the other, in the order of the digest.
    this.#writing = this.#writing.then(async () => {
      this.#tally.add(bytes);
      await this.file.writeFile(bytes);
    });
    return this.#writing;
  }
}

const readLine = (text: string | undefined, number: number): IndexedFile => {
  try {
    const file = lineSchema.parse(JSON.parse(text ?? ''));
    if (isFileKey(file)) return file;
  } catch {
    // Reported below.
  }
  throw new BackupError(`Line ${number} of ${INDEX_FILE} is not a stored file. Make another backup.`);
};

/** The files of a backup, line by line. Rejects with a `BackupError` at an invalid line. */
export async function* readIndex(folder: string): AsyncGenerator<IndexedFile> {
  for await (const { number, text } of readLines(createReadStream(join(folder, INDEX_FILE)))) {
    yield readLine(text, number);
  }
}
