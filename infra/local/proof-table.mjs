const COLUMNS = [
  { title: 'what', of: ({ name }) => name },
  { title: 'cases', of: ({ cases }) => cases.toLocaleString('en-US'), isNumber: true },
  { title: 'failures', of: ({ failures }) => String(failures), isNumber: true },
  { title: 'seconds', of: ({ seconds }) => seconds.toFixed(1), isNumber: true },
  { title: 'note', of: ({ note }) => note ?? '' },
];

/** The lines of a proof as a table of plain text. */
export const proofTable = (lines) => {
  const rows = [COLUMNS.map(({ title }) => title), ...lines.map((line) => COLUMNS.map(({ of }) => of(line)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (COLUMNS[column].isNumber ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Jest's results as lines, one for each file that ran a test: for a proof whose tests record none of their own. */
export const fileLines = ({ jest, root }) =>
  jest.testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      name: name.replace(`${root}/`, ''),
      cases: assertionResults.filter(({ status }) => status === 'passed' || status === 'failed').length,
      failures: assertionResults.filter(({ status }) => status === 'failed').length,
      seconds: (endTime - startTime) / 1_000,
    }))
    .filter(({ cases }) => cases > 0);
