export const three = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(3));

/** Prints rows of cells in columns; the first row is the header. */
export const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  for (const cells of rows) {
    process.stdout.write(
      `${cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
  process.stdout.write('\n');
};
