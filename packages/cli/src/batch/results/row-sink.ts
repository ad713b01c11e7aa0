import type { ResultRow } from '../batch-api.js';
import { ReaderGone, type FleetSession } from '../fleet-session.js';
import { PartFile, PartFileError } from './part-file.js';
import { readAnswers } from './read-answers.js';
import { formatRow, headingOf, idOfLine, type RowFormat } from './row-format.js';

/** Characters that are gathered before they are written. */
const WRITE_CHARS = 1_048_576;

export interface RowChoice {
  readonly format: RowFormat;
  readonly hasAnswers: boolean;
  readonly isFailedOnly: boolean;
}

/** Where results go as they come. */
export interface RowSink {
  /** Rows that an earlier process wrote and that have not come by yet. */
  readonly awaited: () => number;
  readonly write: (rows: readonly ResultRow[]) => Promise<void>;
  /** Everything has come that an earlier process can have written. */
  readonly check: () => Promise<void>;
  /** Everything there will be has come. */
  readonly complete: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SinkInput {
  readonly session: FleetSession;
  readonly choice: RowChoice;
}

const isWanted = ({ result }: ResultRow, { isFailedOnly }: RowChoice): boolean =>
  !isFailedOnly || result.status !== 'ok';

/** Formats rows and hands them over in pieces, each of whole lines. */
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
    // What was read before a failure or Ctrl-C need not be read again.
    await writeLines();
  }
};

/** Prints rows. Rejects with `ReaderGone` when nobody reads any more. */
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

/** Writes rows to a file that a later process can carry on. Rejects with `PartFileError` or the system's error. */
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
        `${file.partPath} has ${awaited.size} results that do not belong here. Remove it, or write elsewhere.`,
      );
    },
    complete: () => file.complete(),
    close: () => file.close(),
  };
};
