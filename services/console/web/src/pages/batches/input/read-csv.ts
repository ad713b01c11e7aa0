export interface CsvRow {
  /** Line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How much of a file is read to tell what separates its cells. */
const SAMPLE_CHARS = 20_000;

/** The character that separates cells: the one that occurs most often outside of quotes in the first lines. */
export const guessDelimiter = (text: string): string => {
  const sample = text.slice(0, SAMPLE_CHARS).replace(/"(?:[^"]|"")*"?/g, '');
  const [firstLine = ''] = sample.split(/\r\n?|\n/, 1);
  const count = (part: string): number => firstLine.split(part).length - 1;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
};

/** Without the mark that programs put at the start of a file in UTF-8. */
const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/**
 * The rows of a table in RFC 4180, with any of the usual delimiters and line ends. Rows without any text are left out. A quote
 * within an unquoted cell is a character like any other, and a quoted cell without an end reaches to the end of the file.
 */
export const readCsv = (whole: string, delimiter = guessDelimiter(withoutMark(whole))): readonly CsvRow[] => {
  const text = withoutMark(whole);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [at, line, rowLine] = [0, 1, 1];

  const readQuoted = (): string => {
    let cell = '';
    at += 1;
    for (;;) {
      const quote = text.indexOf('"', at);
      const part = text.slice(at, quote < 0 ? undefined : quote);
      cell += part;
      if (quote < 0) {
        at = text.length;
        break;
      }
      at = quote + 1;
      if (text[at] !== '"') break;
      cell += '"';
      at += 1;
    }
    line += cell.split(/\r\n?|\n/).length - 1;
    return cell;
  };

  const ends = new RegExp(`[\\r\\n${delimiter === '\t' ? '\\t' : `\\${delimiter}`}]`, 'g');
  const readPlain = (): string => {
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    const cell = text.slice(at, end);
    at = end;
    return cell;
  };

  const endRow = (): void => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: rowLine, cells });
    cells = [];
  };

  while (at < text.length) {
    // Text after the closing quote belongs to the cell, as spreadsheets read it.
    cells.push(text[at] === '"' ? readQuoted() + readPlain() : readPlain());
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    if (at < text.length) at += 1;
    endRow();
    line += 1;
    rowLine = line;
  }
  endRow();
  return rows;
};
