import { open, rename, type FileHandle } from 'node:fs/promises';
import { readLines } from '../input/read-lines.js';

/** Maximum length of a line of results: a row with its response. */
const MAX_LINE_BYTES = 256 * 1_048_576;
const NEWLINE = 0x0a;

/** A file that was not written by the same command; `message` says what to do. */
export class PartFileError extends Error {
  override readonly name = 'PartFileError';
}

const foreign = (path: string, why: string): PartFileError =>
  new PartFileError(`${path} already exists and ${why}. Remove it, or write to another file.`);

/** Cuts an incomplete last line of a killed process; returns the size. */
const cutPartialLine = async (file: FileHandle): Promise<number> => {
  const { size } = await file.stat();
  const block = Buffer.alloc(65_536);
  for (let end = size; end > 0;) {
    const start = Math.max(end - block.length, 0);
    const { bytesRead } = await file.read(block, 0, end - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at !== -1) {
      await file.truncate(start + at + 1);
      return start + at + 1;
    }
    end = start;
  }
  await file.truncate(0);
  return 0;
};

/**
 * A file of records that is written as `<path>.part` and renamed when complete. Records of an earlier process are kept: an
 * incomplete last line is cut, and `ids` has the existing records.
 */
export class PartFile {
  private constructor(
    private readonly file: FileHandle,
    readonly path: string,
    private sizeBytes: number,
    private readonly oldBytes: number,
    /** Ids of the records that an earlier process wrote. */
    readonly ids: ReadonlySet<string>,
  ) {}

  /** Rejects with `PartFileError` if the file was not written by the same command, else with the system's error. */
  static async open(
    path: string,
    input: { heading: string; idOf: (line: string) => string | undefined },
  ): Promise<PartFile> {
    const partPath = `${path}.part`;
    const file = await open(partPath, 'a+');
    try {
      let sizeBytes = await cutPartialLine(file);
      if (sizeBytes === 0 && input.heading !== '') {
        await file.appendFile(input.heading);
        sizeBytes = Buffer.byteLength(input.heading);
      }
      const ids = new Set<string>();
      const chunks = file.createReadStream({ autoClose: false, start: 0 });
      for await (const { number, text } of readLines(chunks, MAX_LINE_BYTES)) {
        if (number === 1 && input.heading !== '') {
          if (text !== input.heading.trimEnd()) throw foreign(partPath, 'has other columns');
          continue;
        }
        const id = input.idOf(text ?? '');
        if (id === undefined) throw foreign(partPath, `line ${number} was not written by this command`);
        if (ids.has(id)) throw foreign(partPath, `line ${number} has a result twice`);
        ids.add(id);
      }
      return new PartFile(file, path, sizeBytes, sizeBytes, ids);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get partPath(): string {
    return `${this.path}.part`;
  }

  /** Rejects with `PartFileError` if another process writes to the file as well. */
  async append(lines: string): Promise<void> {
    const { size } = await this.file.stat();
    if (size !== this.sizeBytes) throw new PartFileError(`Another process is writing to ${this.partPath}.`);
    await this.file.appendFile(lines);
    this.sizeBytes += Buffer.byteLength(lines);
  }

  /** Removes what this process wrote. */
  async restore(): Promise<void> {
    await this.file.truncate(this.oldBytes);
    this.sizeBytes = this.oldBytes;
  }

  /** Flushes the file to disk and gives it its name. */
  async complete(): Promise<void> {
    await this.file.sync();
    await rename(this.partPath, this.path);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
