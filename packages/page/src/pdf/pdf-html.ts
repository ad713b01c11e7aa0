import type { PdfDocument, PdfLine } from './read-pdf.js';

/** Lines further apart than this many heights are separate paragraphs. */
const PARAGRAPH_GAP = 1.6;
const SAME_SIZE = 0.1;
const HEADING_RATIO = 1.18;
const HEADING_MAX_CHARS = 200;
const HEADING_LEVELS = 4;
/** A line shorter than this, or far from the right edge of its paragraph, ends on purpose. */
const FULL_LINE_CHARS = 40;
const FULL_LINE_SHARE = 0.85;

const BULLET = /^[\u2022\u2023\u25aa\u25ab\u25cb\u25cf\u25e6\u2043\uf0b7\u00b7]\s*/;

interface Block {
  readonly lines: PdfLine[];
  readonly size: number;
}

const blocksOf = (lines: readonly PdfLine[]): Block[] => {
  const blocks: Block[] = [];
  let last: PdfLine | undefined;
  for (const line of lines) {
    const block = blocks.at(-1);
    const gap = last ? last.y - line.y : 0;
    const isSameSize = block !== undefined && Math.abs(line.size - block.size) <= block.size * SAME_SIZE;
    const isNear = gap >= -raiseOf(line) && gap <= Math.max(line.size, 1) * PARAGRAPH_GAP;
    if (block && isSameSize && isNear && !BULLET.test(line.text)) block.lines.push(line);
    else blocks.push({ lines: [line], size: line.size });
    last = line;
  }
  return blocks;
};

/** Raised and lowered letters still belong to their line. */
const raiseOf = (line: PdfLine): number => line.size / 2;

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** Size of most of the letters. */
const bodySize = (document: PdfDocument): number => {
  const chars = new Map<number, number>();
  for (const line of document.pages.flat()) {
    const size = rounded(line.size);
    chars.set(size, (chars.get(size) ?? 0) + line.text.length);
  }
  return [...chars].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const paragraph = ({ lines }: Block): string => {
  const right = Math.max(...lines.map((line) => line.right));
  return lines
    .map((line, index) => {
      const isFull = line.text.length >= FULL_LINE_CHARS && line.right >= right * FULL_LINE_SHARE;
      const end = index === lines.length - 1 ? '' : isFull ? '\n' : '<br>\n';
      return escape(line.text.replace(BULLET, '')) + end;
    })
    .join('');
};

const charsOf = ({ lines }: Block): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** The document as a plain web page: headings by the size of their letters, paragraphs, marked list items. */
export const pdfHtml = (document: PdfDocument): string => {
  const body = bodySize(document);
  const blocks = document.pages.flatMap(blocksOf);
  const isHeading = (block: Block): boolean =>
    body > 0 && block.size >= body * HEADING_RATIO && charsOf(block) <= HEADING_MAX_CHARS;
  const sizes = [...new Set(blocks.filter(isHeading).map(({ size }) => rounded(size)))].sort((a, b) => b - a);
  const parts: string[] = [];
  let inList = false;
  for (const block of blocks) {
    const isItem = BULLET.test(block.lines[0]?.text ?? '');
    if (inList !== isItem) parts.push(isItem ? '<ul>' : '</ul>');
    inList = isItem;
    const level = Math.min(sizes.indexOf(rounded(block.size)) + 1, HEADING_LEVELS);
    const name = isItem ? 'li' : isHeading(block) ? `h${level}` : 'p';
    parts.push(`<${name}>${paragraph(block)}</${name}>`);
  }
  if (inList) parts.push('</ul>');
  const language = document.language === undefined ? '' : ` lang="${escape(document.language)}"`;
  const title = document.title === undefined ? '' : `<title>${escape(document.title)}</title>\n`;
  return `<!DOCTYPE html>\n<html${language}>\n<head>\n<meta charset="utf-8">\n${title}</head>\n<body>\n${parts.join('\n')}\n</body>\n</html>\n`;
};
