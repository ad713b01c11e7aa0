/** A column's heading and how a row shows in it. Numbers stand to the right. */
export interface Column<Row> {
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => string;
}

const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Plain text in aligned columns, two spaces apart. Control characters never reach the terminal. */
export const renderTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row).replace(CONTROL_CHARACTERS, ' ')));
  const headings = columns.map(({ heading }) => heading);
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...cells.map((line) => line[index]?.length ?? 0)),
  );
  const renderLine = (line: readonly string[]): string =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.isNumber ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [headings, ...cells].map((line) => `${renderLine(line)}\n`).join('');
};

export const formatCount = (value: number): string => value.toLocaleString('en-US');

export const formatDay = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);
