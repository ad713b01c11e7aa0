export type BlockKind = 'heading' | 'code' | 'table' | 'text';

/** Lines of a markdown text that belong together. */
export interface Block {
  readonly kind: BlockKind;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  /** Without the line break after it. */
  readonly text: string;
}

const HEADING = /^(#{1,6})(?:\s|$)/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const BLANK = /^\s*$/;

/** The mark that ends a fenced block, if the line opens one. */
const fenceOf = (line: string): string | undefined => FENCE.exec(line)?.[1];

const closes = (line: string, fence: string): boolean => {
  const mark = line.trim();
  return mark.startsWith(fence) && mark.replaceAll(fence[0] ?? '', '') === '';
};

const kindOf = (line: string): BlockKind => {
  if (HEADING.test(line)) return 'heading';
  if (fenceOf(line) !== undefined) return 'code';
  return line.startsWith('|') ? 'table' : 'text';
};

/** Number of the line after the block that begins at `from`. */
const endOf = (lines: readonly string[], from: number, kind: BlockKind): number => {
  const first = lines[from] ?? '';
  if (kind === 'heading') return from + 1;
  const fence = kind === 'code' ? fenceOf(first) : undefined;
  let end = from + 1;
  if (fence !== undefined) {
    while (end < lines.length && !closes(lines[end] ?? '', fence)) end += 1;
    return Math.min(end + 1, lines.length);
  }
  while (end < lines.length && !BLANK.test(lines[end] ?? '') && kindOf(lines[end] ?? '') === kind) end += 1;
  return end;
};

/** The headings, fenced code, tables and other runs of lines of a markdown text, in order; blank lines between them are dropped. */
export const readBlocks = (markdown: string): Block[] => {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length;) {
    const line = lines[from] ?? '';
    if (BLANK.test(line)) {
      from += 1;
      continue;
    }
    const kind = kindOf(line);
    const end = endOf(lines, from, kind);
    const level = kind === 'heading' ? (HEADING.exec(line)?.[1]?.length ?? 0) : 0;
    blocks.push({ kind, level, text: lines.slice(from, end).join('\n') });
    from = end;
  }
  return blocks;
};
