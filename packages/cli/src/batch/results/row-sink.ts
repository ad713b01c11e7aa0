import type { ResultRow } from '../batch-api.js';
import { ReaderGone, type FleetSession } from '../fleet-session.js';
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

/** Formats rows and writes them in pieces of whole lines. */
const writeRows = async (
  { session, choice }: SinkInput,
  rows: readonly ResultRow[],
  write: (lines: string) => Promise<void>,
): Promise<void> => {
  let lines = '';
  const writeLines = async (): Promise<void> => {
    const piece = lines;
    lines = '';
    if (piece !== '') await write(piece);
  };
  try {
    for await (const row of choice.hasAnswers ? readAnswers(session, rows) : rows) {
      lines += formatRow(row, choice.format);
      if (lines.length >= WRITE_CHARS) await writeLines();
    }
  } finally {
    // Rows read before a failure or Ctrl-C need not be read again.
    await writeLines();
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
      await writeRows(
        input,
        rows.filter((row) => isWanted(row, input.choice)),
        write,
      );
    },
    check: async () => undefined,
    complete: async () => undefined,
    close: async () => undefined,
  };
};

/** Writes rows to a file that a later process can resume. Rejects with `PartFileError` or the system's error. */
export const openFileSink = async (input: SinkInput, path: string): Promise<RowSink> => {
  const file = await PartFile.open(path, {
    heading: headingOf(input.choice.format),
    idOf: (line) => idOfLine(line, input.choice),
  });
  const awaited = new Set(file.ids);
  return {
    awaited: () => awaited.size,
    write: (rows) => {
      const fresh = rows.filter((row) => isWanted(row, input.choice) && !awaited.delete(row.result.id));
      return writeRows(input, fresh, (lines) => file.append(lines));
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
