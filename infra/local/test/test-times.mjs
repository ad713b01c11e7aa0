const LISTED_FILES = 40;
const AREA = /^(?:(?:packages|services)\/[^/]+|test\/[^/]+|[^/]+)/;

const sum = (lines, of) => lines.reduce((total, line) => total + (of(line) ?? 0), 0);
const inSeconds = (ms) => (ms / 1_000).toFixed(1);

const groupBy = (lines, keyOf) => {
  const groups = new Map();
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  return [...groups];
};

const asTable = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
      .join('  '),
  );
};

const fileRow = (name, lines) => [
  name,
  lines.length,
  inSeconds(sum(lines, ({ wallMs }) => wallMs)),
  inSeconds(sum(lines, ({ ownMs }) => ownMs)),
  inSeconds(sum(lines, ({ childrenMs }) => childrenMs)),
  inSeconds(sum(lines, ({ loadMs }) => loadMs)),
];

const FILE_HEAD = ['', 'files', 'wall s', 'cpu s', 'children cpu s', 'loading s'];

/**
 * Where the time of a run went, as text: phases, checks, programs started and how often, areas of the tests and the slowest
 * files. CPU of children counts when they end: that of a shared server counts for no file.
 */
export const timesTable = ({ phases, checks, lines }) => {
  const files = lines.filter(({ kind }) => kind === 'file');
  const starts = lines.filter(({ kind }) => kind === 'start');
  const byWall = (one, other) => sum(other[1], ({ wallMs }) => wallMs) - sum(one[1], ({ wallMs }) => wallMs);
  const areas = groupBy(files, ({ name }) => AREA.exec(name)?.[0] ?? name).sort(byWall);
  const mostOf = (of) => [...files].sort((one, other) => of(other) - of(one)).slice(0, LISTED_FILES);
  const slowest = mostOf(({ wallMs }) => wallMs);
  const costliest = mostOf(({ ownMs, childrenMs }) => ownMs + childrenMs);
  return [
    ...asTable([['phase', 'wall s'], ...phases.map(({ name, ms }) => [name, inSeconds(ms)])]),
    '',
    ...asTable([['check', 'wall s'], ...checks.map(({ name, ms }) => [name, inSeconds(ms)])]),
    '',
    ...asTable([
      ['started', 'times', 'wall s'],
      ...groupBy(starts, ({ name }) => name)
        .sort(byWall)
        .map(([name, group]) => [name, group.length, inSeconds(sum(group, ({ wallMs }) => wallMs))]),
    ]),
    '',
    ...asTable([
      ['area', ...FILE_HEAD.slice(1)],
      ...areas.map(([name, group]) => fileRow(name, group)),
      fileRow('all', files),
    ]),
    '',
    ...asTable([
      [`the ${slowest.length} slowest files`, ...FILE_HEAD.slice(1)],
      ...slowest.map((line) => fileRow(line.name, [line])),
    ]),
    '',
    ...asTable([
      [`the ${costliest.length} files of most cpu`, ...FILE_HEAD.slice(1)],
      ...costliest.map((line) => fileRow(line.name, [line])),
    ]),
  ].join('\n');
};
