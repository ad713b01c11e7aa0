import { open, rename, type FileHandle } from 'node:fs/promises';
import { readLines } from '../input/read-lines.js';

/** Longest line of a file of results: a row with its answer. */
const MAX_LINE_BYTES = 256 * 1_048_576;
const NEWLINE = 0x0a;

/** A file that is not what is being written; `message` says what to do. */
export class PartFileError extends Error {
  override readonly name = 'PartFileError';
}

const foreign = (path: string, why: string): PartFileError =>
  new PartFileError(`${path} is there already and ${why}. Remove it, or write elsewhere.`);

/** Cuts what a killed process left of its last line; answers the size. */
const cutTornLine = async (file: FileHandle): Promise<number> => {
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
 * A file of records that grows as `<path>.part` and gets its name when it is whole. What an earlier process wrote is kept:
 * a torn last line is cut, and the records that are there are told by their ids.
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

  /** Rejects with `PartFileError` when what is there was not written by the same command, else with the system's error. */
  static async open(
    path: string,
    input: { heading: string; idOf: (line: string) => string | undefined },
  ): Promise<PartFile> {
    const partPath = `${path}.part`;
    const file = await open(partPath, 'a+');
    try {
      let sizeBytes = await cutTornLine(file);
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

  /** Rejects with `PartFileError` when another process writes to the file as well. */
  async append(lines: string): Promise<void> {
    const { size } = await this.file.stat();
    if (size !== this.sizeBytes) throw new PartFileError(`Another process writes to ${this.partPath}.`);
    await this.file.appendFile(lines);
    this.sizeBytes += Buffer.byteLength(lines);
  }

  /** Takes back what this process wrote. */
  async restore(): Promise<void> {
    await this.file.truncate(this.oldBytes);
    this.sizeBytes = this.oldBytes;
  }

  /** Gives the file its name, on the disk as a whole. */
  async complete(): Promise<void> {
    await this.file.sync();
    await rename(this.partPath, this.path);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
