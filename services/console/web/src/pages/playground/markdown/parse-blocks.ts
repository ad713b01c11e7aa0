/** A block of markdown; texts still have their inline marks. */
export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'rule' };

/** Nesting of lists and quotes that is read; deeper ones stay text. */
const DEPTH_MAX = 8;

const FENCE = /^ {0,3}(`{3,}|~{3,}) {0,5}([^\s`]{0,50})(?:\s[^`]*)?$/;
const HEADING = /^ {0,3}(#{1,6})(?=\s|$)/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( {1,4})|$)/;
const DASHES = /^:?-+:?$/;

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

interface Read {
  readonly block: Block;
  /** Index of the line after the block. */
  readonly end: number;
}

/** The cells of a table's line; a bar within code or after a backslash is text. */
export const cellsOf = (line: string): readonly string[] => {
  const cells: string[] = [];
  let cell = '';
  let isCode = false;
  const inner = line.trim().replace(/^\|/, '');
  for (let at = 0; at < inner.length; at += 1) {
    const char = inner[at] ?? '';
    if (char === '\\' && inner[at + 1] === '|') {
      cell += '|';
      at += 1;
    } else if (char === '|' && !isCode) {
      cells.push(cell.trim());
      cell = '';
    } else {
      if (char === '`') isCode = !isCode;
      cell += char;
    }
  }
  return isBlank(cell) ? cells : [...cells, cell.trim()];
};

/** The text of a heading without its marks, which may also stand at its end. */
const headingText = (line: string): string => {
  const text = line.trim().replace(/^#+/, '').trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
};

const readFence = (lines: readonly string[], from: number): Read | undefined => {
  const match = FENCE.exec(lines[from] ?? '');
  if (!match) return undefined;
  const [, fence = '', language = ''] = match;
  const text: string[] = [];
  let end = from + 1;
  const closes = (line: string): boolean => {
    const trimmed = line.trim();
    return trimmed.length >= fence.length && trimmed === (fence[0] ?? '').repeat(trimmed.length);
  };
  while (end < lines.length && !closes(lines[end] ?? '')) text.push(lines[end++] ?? '');
  return { block: { type: 'code', language, text: text.join('\n') }, end: end + 1 };
};

const readTable = (lines: readonly string[], from: number): Read | undefined => {
  const head = lines[from] ?? '';
  const line = lines[from + 1] ?? '';
  if (!head.includes('|') || !line.includes('-')) return undefined;
  const header = cellsOf(head);
  const dashes = cellsOf(line);
  if (dashes.length !== header.length || !dashes.every((cell) => DASHES.test(cell))) return undefined;
  const rows: (readonly string[])[] = [];
  let end = from + 2;
  while (end < lines.length && !isBlank(lines[end]) && (lines[end] ?? '').includes('|')) {
    const cells = cellsOf(lines[end++] ?? '');
    rows.push(header.map((_, index) => cells[index] ?? ''));
  }
  return { block: { type: 'table', header, rows }, end };
};

const readQuote = (lines: readonly string[], from: number, depth: number): Read => {
  const inner: string[] = [];
  let end = from;
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) inner.push((lines[end++] ?? '').replace(QUOTE, ''));
  return { block: { type: 'quote', blocks: blocksOf(inner, depth + 1) }, end };
};

const startsBlock = (line: string): boolean =>
  FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);

/** The lines of one item, without its indent; `end` is the line after it. */
const readItem = (lines: readonly string[], from: number, indent: number): { inner: string[]; end: number } => {
  const inner = [(lines[from] ?? '').slice(indent)];
  let end = from + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    if (isBlank(line)) {
      const next = lines.slice(end, end + 3).find((later) => !isBlank(later));
      if (next === undefined || !next.startsWith('  ')) break;
      inner.push('');
    } else if (/^ {2}/.test(line)) inner.push(line.slice(Math.min(indent, /^ */.exec(line)?.[0].length ?? 0)));
    else if (!startsBlock(line) && !isBlank(lines[end - 1])) inner.push(line);
    else break;
  }
  return { inner, end };
};

const readList = (lines: readonly string[], from: number, depth: number): Read => {
  const first = ITEM.exec(lines[from] ?? '')?.[2] ?? '';
  const isOrdered = /\d/.test(first);
  const items: (readonly Block[])[] = [];
  let end = from;
  while (end < lines.length) {
    if (isBlank(lines[end]) && ITEM.test(lines[end + 1] ?? '')) end += 1;
    const match = ITEM.exec(lines[end] ?? '');
    if (!match || /\d/.test(match[2] ?? '') !== isOrdered || RULE.test(lines[end] ?? '')) break;
    const item = readItem(lines, end, match[0].length);
    items.push(blocksOf(item.inner, depth + 1));
    end = item.end;
  }
  return { block: { type: 'list', start: isOrdered ? Number.parseInt(first, 10) : undefined, items }, end };
};

const readParagraph = (lines: readonly string[], from: number): Read => {
  const text = [lines[from] ?? ''];
  let end = from + 1;
  while (end < lines.length && !isBlank(lines[end]) && !startsBlock(lines[end] ?? '')) text.push(lines[end++] ?? '');
  return { block: { type: 'paragraph', text: text.map((line) => line.trimStart()).join('\n') }, end };
};

const readBlock = (lines: readonly string[], at: number, depth: number): Read => {
  const line = lines[at] ?? '';
  const heading = HEADING.exec(line);
  if (heading)
    return { block: { type: 'heading', level: heading[1]?.length ?? 1, text: headingText(line) }, end: at + 1 };
  if (RULE.test(line)) return { block: { type: 'rule' }, end: at + 1 };
  const special = readFence(lines, at) ?? readTable(lines, at);
  if (special) return special;
  if (depth < DEPTH_MAX && QUOTE.test(line)) return readQuote(lines, at, depth);
  if (depth < DEPTH_MAX && ITEM.test(line)) return readList(lines, at, depth);
  return readParagraph(lines, at);
};

function blocksOf(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { block, end } = readBlock(lines, at, depth);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

/** The blocks of a document: what the service writes as markdown, without raw html. */
export const parseBlocks = (markdown: string): readonly Block[] => blocksOf(markdown.split(/\r\n?|\n/), 0);
