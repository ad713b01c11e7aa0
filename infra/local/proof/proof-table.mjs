const COLUMNS = [
  { title: 'what', of: ({ name }) => name },
  { title: 'cases', of: ({ cases }) => cases.toLocaleString('en-US'), isNumber: true },
  { title: 'failures', of: ({ failures }) => String(failures), isNumber: true },
  { title: 'seconds', of: ({ seconds }) => seconds.toFixed(1), isNumber: true },
  { title: 'note', of: ({ note }) => note ?? '' },
];
/** For the table of several proofs; only the first line of each has its name. */
const PROOF_COLUMN = { title: 'proof', of: ({ proof }) => proof ?? '' };

const textTable = (columns, lines) => {
  const rows = [columns.map(({ title }) => title), ...lines.map((line) => columns.map(({ of }) => of(line)))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (columns[column].isNumber ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** The lines of a proof as a table of plain text. */
export const proofTable = (lines) => textTable(COLUMNS, lines);

/** The tests of a proof as a whole, then the lines that they recorded. */
const linesOf = ({ name, what, cases, failures, seconds, note, lines }) => [
  { proof: name, name: what, cases, failures, seconds, note },
  ...lines,
];

/** The results of several proofs as one table of plain text. */
export const resultTable = (results) => textTable([PROOF_COLUMN, ...COLUMNS], results.flatMap(linesOf));

const inCell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The same as a table of Markdown. */
export const resultMarkdown = (results) => {
  const columns = [PROOF_COLUMN, ...COLUMNS];
  const row = (cells) => `| ${cells.join(' | ')} |`;
  return [
    row(columns.map(({ title }) => title[0].toUpperCase() + title.slice(1))),
    row(columns.map(({ isNumber }) => (isNumber ? '---:' : '---'))),
    ...results.flatMap(linesOf).map((line) => row(columns.map(({ of }) => inCell(of(line))))),
  ].join('\n');
};

const MARKED = /(<!-- proofs -->\n)[\s\S]*?(<!-- end of proofs -->)/;

/** The page with the results between its marks. */
export const rewritePage = (text, block) => {
  if (!MARKED.test(text)) throw new Error('the page has no place for the proofs');
  return text.replace(MARKED, (_, start, end) => `${start}${block}\n${end}`);
};

const NAMED_ROW = /^\| (\w+) \|/;

/** The rows of a table of Markdown by proof: a row without a name belongs to the proof above it. */
const rowsByProof = (rows) => {
  const byProof = new Map();
  for (const row of rows) {
    const [, name] = NAMED_ROW.exec(row) ?? [];
    const own = byProof.get(name ?? [...byProof.keys()].at(-1)) ?? [];
    byProof.set(name ?? [...byProof.keys()].at(-1), [...own, row]);
  }
  return byProof;
};

/** The page with the rows of `results` in place of those of the same proofs, and `note` below what was said above the table. */
export const replaceRows = (text, results, note) => {
  const [, block] = /<!-- proofs -->\n([\s\S]*?)\n<!-- end of proofs -->/.exec(text) ?? [];
  const lines = block?.split('\n') ?? [];
  const at = lines.findIndex((line) => line.startsWith('| Proof |'));
  if (at < 0) throw new Error('the page has no table of proofs: write it by a whole run first');
  const [head, rule, ...fresh] = resultMarkdown(results).split('\n');
  const rows = new Map([...rowsByProof(lines.slice(at + 2)), ...rowsByProof(fresh)]);
  const above = lines.slice(0, at).filter((line) => line !== '');
  return rewritePage(text, [...above, note, '', head, rule, ...[...rows.values()].flat()].join('\n'));
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
