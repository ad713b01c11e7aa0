export const WANTED_SCORE = 0.85;

const STATUSES = ['killed', 'timeout', 'survived', 'uncovered'];

/** Counts of a part: `score` is the share of mutants that some test notices. */
export const scoreOf = (name, mutants) => {
  const counts = Object.fromEntries(
    STATUSES.map((wanted) => [wanted, mutants.filter(({ status }) => status === wanted).length]),
  );
  const score = mutants.length === 0 ? 0 : (counts.killed + counts.timeout) / mutants.length;
  return { name, mutants: mutants.length, ...counts, score };
};

const COLUMNS = ['part', 'mutants', ...STATUSES, 'score'];

/** The numbers of all parts as a table of plain text. */
export const scoreTable = (scores) => {
  const rows = scores.map(({ name, mutants, score, ...counts }) => [
    name,
    ...[mutants, ...STATUSES.map((status) => counts[status])].map(String),
    score.toFixed(3),
  ]);
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  return [COLUMNS, ...rows]
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
};

const MAX_CODE_CHARS = 70;
const CHARS_BEFORE = 25;

/** Both texts in one line each, from shortly before the first difference. */
const around = (before, after) => {
  const [one, other] = [before, after].map((code) => code.replace(/\s+/g, ' '));
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const from = one.length > MAX_CODE_CHARS ? Math.max(0, same - CHARS_BEFORE) : 0;
  const cut = (code) =>
    `${from > 0 ? '…' : ''}${code.slice(from, from + MAX_CODE_CHARS)}${code.length > from + MAX_CODE_CHARS ? '…' : ''}`;
  return `${cut(one)} → ${cut(other)}`;
};

/** A mutant that no test noticed, as a line. */
export const survivorLine = ({ file, line, column, mutator, before, after, status }) =>
  `${file}:${line}:${column} ${status === 'uncovered' ? 'no test comes by: ' : ''}${mutator}: ${around(before, after)}`;
