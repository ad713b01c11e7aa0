import { escapeText } from '../writers/escape.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The delimiter that the first line has most of. */
const delimiterOf = (text: string): string => {
  const [line = ''] = text.slice(0, 65_536).split(/\r?\n/, 1);
  const count = (delimiter: string): number => line.split(delimiter).length;
  return DELIMITERS.reduce<string>((best, next) => (count(next) > count(best) ? next : best), ',');
};

/** Rows of delimited values; quoted ones may hold delimiters, line breaks and doubled quotes. One pass. */
export const readDelimited = (text: string, delimiter = delimiterOf(text)): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        const end = quote < 0 ? text.length : quote;
        value += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"' || quote < 0) break;
        value += '"';
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
    value += text.slice(at, end).replace(/\r$/, '');
    row.push(value);
    at = end + 1;
    if (text[end] === delimiter && at < text.length) continue;
    if (text[end] === delimiter) row.push('');
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
};

const cell = (value: string): string =>
  escapeText(value.trim(), false)
    .replaceAll('|', '\\|')
    .replace(/\s*\r?\n\s*/g, '<br>');

const line = (values: readonly string[], columns: number): string => {
  const cells = values.map(cell);
  while (cells.length < columns) cells.push('');
  return `| ${cells.join(' | ')} |`;
};

/** Rows as a GFM table with the first as its heading; undefined for what is none, or of more than `maxColumns`. */
export const delimitedMarkdown = (rows: readonly (readonly string[])[], maxColumns: number): string | undefined => {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [first, ...others] = rows;
  if (!first || columns < 2 || columns > maxColumns) return undefined;
  // Padding ragged rows must not multiply their size.
  if (columns * rows.length > 4 * rows.reduce((sum, row) => sum + row.length, 0)) return undefined;
  return [line(first, columns), `|${' --- |'.repeat(columns)}`, ...others.map((row) => line(row, columns))].join('\n');
};
