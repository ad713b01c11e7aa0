import { isPlainObject } from '@quarry/contracts';
import { renderTable, type Column } from './table.js';
import { cutToWidth, toSafeLine, widthOf } from './text-width.js';

/** Maximum width of a cell of a table. */
const MAX_CELL_WIDTH = 48;
/** A column that is narrower than this shows nothing. */
const MIN_CELL_WIDTH = 12;
/** Levels that are shown as blocks; deeper ones are JSON. */
const MAX_DEPTH = 6;
const INDENT = '  ';

type Members = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A line of its own for each line of the text, none of which can control the terminal. */
const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n').map(toSafeLine);

/** What a cell says of a value that has parts. */
const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (isScalar(value)) return textOf(value);
  if (Array.isArray(value)) {
    const values: unknown[] = value;
    return values.every(isScalar) ? values.map(textOf).join(', ') : `${values.length} entries`;
  }
  return JSON.stringify(value);
};

const namesOf = (rows: readonly Members[]): readonly string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** Shows the columns that fit, in the order of the response, and names the others. */
const renderRows = (rows: readonly Members[], columns: number): readonly string[] => {
  const shown: Column<Members>[] = [];
  const left: string[] = [];
  let room = columns;
  for (const name of namesOf(rows)) {
    const cells = rows.map((row) => toSafeLine(cellOf(row[name])));
    const wanted = Math.max(widthOf(name), ...cells.map((cell) => Math.min(widthOf(cell), MAX_CELL_WIDTH)));
    const width = Math.min(wanted, room);
    if (shown.length > 0 && width < Math.min(wanted, Math.max(MIN_CELL_WIDTH, widthOf(name)))) {
      left.push(name);
      continue;
    }
    const isNumber = rows.every((row) => row[name] === undefined || typeof row[name] === 'number');
    shown.push({ heading: name, isNumber, cell: (row) => cutToWidth(toSafeLine(cellOf(row[name])), width) });
    room -= width + 2;
  }
  const table = renderTable(shown, rows).trimEnd().split('\n');
  return left.length === 0 ? table : [...table, `(further fields with --json: ${left.join(', ')})`];
};

const isRows = (values: readonly unknown[]): values is readonly Members[] =>
  values.length > 0 && values.every(isPlainObject);

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => (line === '' ? '' : INDENT + line));

const renderList = (values: readonly unknown[], columns: number, depth: number): readonly string[] => {
  if (isRows(values)) return renderRows(values, columns);
  return values.flatMap((value) =>
    isScalar(value)
      ? linesOf(textOf(value)).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
      : render(value, columns, depth),
  );
};

const renderMembers = (members: Members, columns: number, depth: number): readonly string[] => {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  const isShort = (value: unknown): boolean => isScalar(value) && !textOf(value).includes('\n');
  const width = Math.max(0, ...entries.filter(([, value]) => isShort(value)).map(([name]) => widthOf(name)));
  let isBelowBlock = false;
  return entries.flatMap(([name, value]) => {
    const gap = isBelowBlock ? [''] : [];
    isBelowBlock = false;
    if (isShort(value)) return [...gap, `${toSafeLine(name).padEnd(width)}  ${toSafeLine(textOf(value))}`];
    const inner = isScalar(value) ? linesOf(textOf(value)) : render(value, columns - INDENT.length, depth + 1);
    const size = Array.isArray(value) ? ` (${value.length})` : '';
    if (inner.length === 0) return [...gap, `${toSafeLine(name)}${size || ': none'}`];
    isBelowBlock = true;
    return ['', `${toSafeLine(name)}${size}`, ...indent(inner)];
  });
};

const render = (value: unknown, columns: number, depth: number): readonly string[] => {
  if (depth > MAX_DEPTH) return [toSafeLine(textOf(value))];
  if (Array.isArray(value)) return renderList(value as unknown[], columns, depth);
  return isPlainObject(value) ? renderMembers(value, columns, depth) : linesOf(textOf(value));
};

/** A response for people: names and values, lists of records as tables no wider than `columns`. */
export const renderValue = (value: unknown, columns: number): string =>
  `${render(value, columns, 0).join('\n').trimStart()}\n`;
