import { join } from 'node:path';
import type { ResultRow } from '../batch-api.js';
import { ReaderGone, type FleetSession } from '../fleet-session.js';
import { INDEX_FILE, PageFiles } from './page-files.js';
import { PartFile, PartFileError } from './part-file.js';
import { readAnswers } from './read-answers.js';
import { formatRow, headingOf, idOfLine, type RowFormat } from './row-format.js';

/** Characters buffered before a write. */
const WRITE_CHARS = 1_048_576;

export interface RowChoice {
  readonly format: RowFormat;
  readonly hasAnswers: boolean;
  readonly isFailedOnly: boolean;
}

/** Destination of results. */
export interface RowSink {
  /** Rows of an earlier process that have not been seen yet. */
  readonly awaited: () => number;
  readonly write: (rows: readonly ResultRow[]) => Promise<void>;
  /** Called when all rows that an earlier process can have written were seen. */
  readonly check: () => Promise<void>;
  /** Called when all rows were written. */
  readonly complete: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SinkInput {
  readonly session: FleetSession;
  readonly choice: RowChoice;
}

const isWanted = ({ result }: ResultRow, { isFailedOnly }: RowChoice): boolean =>
  !isFailedOnly || result.status !== 'ok';

/** Rows as lines, each with its line break. */
async function* linesOf({ session, choice }: SinkInput, rows: readonly ResultRow[]): AsyncGenerator<string> {
  for await (const row of choice.hasAnswers ? readAnswers(session, rows) : rows) yield formatRow(row, choice.format);
}

/** Writes lines in pieces of whole lines. */
const writeLines = async (lines: AsyncIterable<string>, write: (piece: string) => Promise<void>): Promise<void> => {
  let held = '';
  const writeHeld = async (): Promise<void> => {
    const piece = held;
    held = '';
    if (piece !== '') await write(piece);
  };
  try {
    for await (const line of lines) {
      held += line;
      if (held.length >= WRITE_CHARS) await writeHeld();
    }
  } finally {
    // Rows read before a failure or Ctrl-C need not be read again.
    await writeHeld();
  }
};

/** Prints rows. Rejects with `ReaderGone` if nobody reads any more. */
export const createOutSink = (input: SinkInput, writeOut: (text: string) => Promise<boolean>): RowSink => {
  const write = async (text: string): Promise<void> => {
    if (text !== '' && !(await writeOut(text))) throw new ReaderGone();
  };
  let hasHeading = false;
  return {
    awaited: () => 0,
    write: async (rows) => {
      if (!hasHeading) await write(headingOf(input.choice.format));
      hasHeading = true;
      const wanted = rows.filter((row) => isWanted(row, input.choice));
      await writeLines(linesOf(input, wanted), write);
    },
    check: async () => undefined,
    complete: async () => undefined,
    close: async () => undefined,
  };
};

/** The file of the lines, and how they are made. */
interface LineFile {
  readonly path: string;
  readonly heading: string;
  readonly idOf: (line: string) => string | undefined;
  readonly linesOf: (rows: readonly ResultRow[]) => AsyncIterable<string>;
}

const lineFileOf = async (input: SinkInput, path: string): Promise<LineFile> => {
  if (input.choice.format === 'files') {
    const pages = await PageFiles.open(input.session, path);
    return {
      ...{ path: join(path, INDEX_FILE), heading: '' },
      ...{ idOf: (line) => pages.idOfLine(line), linesOf: (rows) => pages.write(rows) },
    };
  }
  return {
    ...{ path, heading: headingOf(input.choice.format) },
    ...{ idOf: (line) => idOfLine(line, input.choice), linesOf: (rows) => linesOf(input, rows) },
  };
};

/**
 * Writes rows to a file, or pages to a folder, that a later process can resume. Rejects with `PartFileError` or the system's
 * error.
 */
export const openFileSink = async (input: SinkInput, path: string): Promise<RowSink> => {
  const lineFile = await lineFileOf(input, path);
  const file = await PartFile.open(lineFile.path, lineFile);
  const awaited = new Set(file.ids);
  return {
    awaited: () => awaited.size,
    write: (rows) => {
      const fresh = rows.filter((row) => isWanted(row, input.choice) && !awaited.delete(row.result.id));
      return writeLines(lineFile.linesOf(fresh), (lines) => file.append(lines));
    },
    check: async () => {
      if (awaited.size === 0) return;
      await file.restore();
      throw new PartFileError(
        `${file.partPath} has ${awaited.size} results that these jobs do not have. Remove it, or write to another file.`,
      );
    },
    complete: () => file.complete(),
    close: () => file.close(),
  };
};
