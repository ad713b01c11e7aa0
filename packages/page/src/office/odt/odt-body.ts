import type { Element } from 'domhandler';
import { attribute, childNamed, elementsOf, localName } from '../archive/xml-tree.js';
import { BlockHtml, InlineHtml } from '../html-body.js';
import { cellInner, tableHtml, type TableCell, type TableRow } from '../html-table.js';
import type { OdtContext } from './odt-context.js';
import { readInline } from './odt-inline.js';
import { withMarks } from './read-styles.js';

const MAX_HEADING = 6;
const CODE_STYLE = /^Preformatted Text$/;
const QUOTE_STYLE = /^(?:Quotations|Quote)$/;

const AROUND: ReadonlySet<string> = new Set(
  // Tables of contents and indexes only name places of this document.
  'section bibliography index-body index-title numbered-paragraph'.split(' '),
);

const addParagraph = (blocks: BlockHtml, paragraph: Element, context: OdtContext): void => {
  const { marks, names, isHidden } = context.styles.style('paragraph', attribute(paragraph, 'style-name'));
  if (isHidden) return;
  const isTitle = names.includes('Title');
  const isHeading = localName(paragraph) === 'h' || isTitle;
  context.isCode = !isHeading && names.some((name) => CODE_STYLE.test(name));
  const { isCode } = context;
  const out = new InlineHtml();
  readInline(paragraph, out, context, isHeading ? {} : { marks: withMarks(undefined, marks) });
  if (isCode) blocks.codeLine(out.toRawString());
  else if (isHeading) blocks.block(`h${isTitle ? 1 : headingLevel(paragraph)}`, out.toString());
  else blocks.block('p', out.toString(), names.some((name) => QUOTE_STYLE.test(name)) ? 'blockquote' : undefined);
  for (const box of context.textBoxes.splice(0)) addBlocks(blocks, box, context);
};

const headingLevel = (heading: Element): number => {
  const level = Number(attribute(heading, 'outline-level') ?? 1);
  return Number.isInteger(level) && level > 0 ? Math.min(level, MAX_HEADING) : 1;
};

interface ListPlace {
  readonly style: string | undefined;
  readonly level: number;
}

const addList = (blocks: BlockHtml, list: Element, context: OdtContext, outer?: ListPlace): void => {
  const style = attribute(list, 'style-name') ?? outer?.style;
  const level = outer ? outer.level + 1 : 0;
  const isOrdered = context.styles.isOrdered(style, level);
  for (const item of elementsOf(list)) {
    const lines: string[] = [];
    const end = (): void => {
      blocks.item({ level, isOrdered }, lines.splice(0).join('<br>'));
    };
    for (const part of elementsOf(item)) {
      const name = localName(part);
      if (name === 'p') {
        const { marks } = context.styles.style('paragraph', attribute(part, 'style-name'));
        const out = new InlineHtml();
        context.isCode = false;
        readInline(part, out, context, { marks: withMarks(undefined, marks) });
        lines.push(out.toString());
        continue;
      }
      end();
      if (name === 'list') addList(blocks, part, context, { style, level });
      else if (name === 'h') addParagraph(blocks, part, context);
    }
    end();
  }
};

const ROW_GROUPS: ReadonlySet<string> = new Set(['table-header-rows', 'table-row-group', 'table-rows']);

const countOf = (element: Element, name: string): number => {
  const count = Number(attribute(element, name) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
};

/** Cells of a row; what claims to be repeated is, as far as a table has columns. */
const readCells = (row: Element, context: OdtContext): TableCell[] => {
  const cells: TableCell[] = [];
  const { maxTableColumns } = context.reading.limits;
  for (const cell of elementsOf(row)) {
    if (localName(cell) !== 'table-cell') continue;
    const content = new BlockHtml(context.reading);
    addBlocks(content, cell, context);
    const made = {
      width: countOf(cell, 'number-columns-spanned'),
      height: countOf(cell, 'number-rows-spanned'),
      inner: cellInner(content.toString()),
    };
    for (let left = countOf(cell, 'number-columns-repeated'); left > 0; left -= 1) {
      if (cells.length >= maxTableColumns || !context.reading.takeCells(1)) return cells;
      if (left > 1 && !context.reading.takeChars(made.inner.length)) return cells;
      cells.push(made);
    }
  }
  return cells;
};

const readRows = (parent: Element, context: OdtContext, isHeader: boolean): TableRow[] =>
  elementsOf(parent).flatMap((element) => {
    const name = localName(element);
    if (!context.reading.hasTime()) return [];
    if (name === 'table-row') return [{ isHeader, cells: readCells(element, context) }];
    return ROW_GROUPS.has(name) ? readRows(element, context, isHeader || name === 'table-header-rows') : [];
  });

/** Paragraphs, headings, lists and tables, in order. */
export const addBlocks = (blocks: BlockHtml, parent: Element, context: OdtContext): void => {
  for (const element of elementsOf(parent)) {
    if (!blocks.hasRoom) return;
    const name = localName(element);
    if (name === 'p' || name === 'h') addParagraph(blocks, element, context);
    else if (name === 'list') addList(blocks, element, context);
    else if (name === 'table') blocks.made(tableHtml(readRows(element, context, false)));
    else if (name === 'frame') {
      const box = childNamed(element, 'text-box');
      if (box) addBlocks(blocks, box, context);
    } else if (AROUND.has(name) && attribute(element, 'display') !== 'none') addBlocks(blocks, element, context);
  }
};

/** The notes of the text, numbered as it refers to them. */
export const addNotes = (blocks: BlockHtml, context: OdtContext): void => {
  for (let index = 0; index < context.notes.length && blocks.hasRoom; index += 1) {
    const body = childNamed(context.notes[index], 'note-body');
    if (index === 0) blocks.made('<hr>');
    if (!body) continue;
    const content = new BlockHtml(context.reading);
    addBlocks(content, body, context);
    blocks.note(index + 1, content.toString());
  }
};
