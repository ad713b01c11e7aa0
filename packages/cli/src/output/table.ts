import { groupDigits } from '@quarry/contracts';
import { padLeft, padRight, toSafeLine, widthOf } from './text-width.js';

/** A column: its heading and the cell of a row. Numbers are right-aligned. */
export interface Column<Row> {
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => string;
}

/** Plain text in aligned columns, two spaces apart. Control characters never reach the terminal. */
export const renderTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const cells = rows.map((row) => columns.map(({ cell }) => toSafeLine(cell(row))));
  const headings = columns.map(({ heading }) => heading);
  const widths = headings.map((heading, index) =>
    cells.reduce((width, line) => Math.max(width, widthOf(line[index] ?? '')), widthOf(heading)),
  );
  const renderLine = (line: readonly string[]): string =>
    line
      .map((cell, index) => (columns[index]?.isNumber ? padLeft : padRight)(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [headings, ...cells].map((line) => `${renderLine(line)}\n`).join('');
};

export const formatCredits = (credits: number): string =>
  `${groupDigits(credits)} ${credits === 1 ? 'credit' : 'credits'}`;

export const formatDay = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const STEP = 1_024;

/** Such as `12.3 MB`. */
export const formatBytes = (sizeBytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(sizeBytes, 1)) / Math.log(STEP)), BYTE_UNITS.length - 1);
  return `${(sizeBytes / STEP ** power).toFixed(power === 0 ? 0 : 1)} ${BYTE_UNITS[power] ?? ''}`;
};
