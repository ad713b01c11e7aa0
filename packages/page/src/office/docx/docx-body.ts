import type { Element } from 'domhandler';
import { attribute, childNamed, elementsOf, localName, toggle } from '../archive/xml-tree.js';
import { BlockHtml, InlineHtml } from '../html-body.js';
import { cellInner, tableHtml, type TableRow } from '../html-table.js';
import type { DocxContext } from './docx-context.js';
import { chosenVariant, readRuns } from './docx-run.js';
import { listRef, outlineLevel } from './read-styles.js';

/** Elements around blocks that show what is in them. */
const AROUND: ReadonlySet<string> = new Set('body sdt sdtContent customXml ins moveTo smartTag docPartBody'.split(' '));

interface Paragraph {
  readonly properties: Element | undefined;
  readonly inner: string;
}

const NO_STYLE = { isCode: false, isQuote: false } as const;

const addItem = (blocks: BlockHtml, { properties, inner }: Paragraph, context: DocxContext): boolean => {
  const style = context.styles.get(attribute(childNamed(properties, 'pStyle'), 'val') ?? '');
  const { numId, level = 0 } = { ...style?.list, ...listRef(properties) };
  if (numId === undefined || numId === '0' || inner === '') return false;
  const list = context.numbering(numId, level);
  if (!list) return false;
  const counts = context.itemCounts.get(numId) ?? [];
  const before = counts[level] ?? 0;
  // Deeper levels begin anew.
  counts.length = level;
  counts[level] = before + 1;
  context.itemCounts.set(numId, counts);
  blocks.item({ level, isOrdered: list.isOrdered, key: numId, start: list.start + before }, inner);
  return true;
};

const addParagraph = (blocks: BlockHtml, paragraph: Element, context: DocxContext): void => {
  const properties = childNamed(paragraph, 'pPr');
  const style = context.styles.get(attribute(childNamed(properties, 'pStyle'), 'val') ?? '') ?? NO_STYLE;
  if ('isContents' in style && style.isContents === true) return;
  const heading = outlineLevel(properties) ?? ('heading' in style ? style.heading : undefined);
  const { isCode, isQuote } = style;
  const runs = new InlineHtml();
  readRuns(paragraph, runs, context, { isHeading: heading !== undefined, isCode });
  const inner = isCode ? runs.toRawString() : runs.toString();
  if (isCode) blocks.codeLine(inner);
  else if (heading !== undefined) blocks.block(`h${heading}`, inner);
  else if (!addItem(blocks, { properties, inner }, context))
    blocks.block('p', inner, isQuote ? 'blockquote' : undefined);
  for (const box of context.textBoxes.splice(0)) addBlocks(blocks, box, context);
};

/** Rows and cells may stand in elements of their own. */
const partsNamed = (parent: Element, wanted: string): Element[] =>
  elementsOf(parent).flatMap((element) => {
    const name = localName(element);
    if (name === wanted) return [element];
    return AROUND.has(name) ? partsNamed(element, wanted) : [];
  });

const numberOf = (properties: Element | undefined, name: string): number => {
  const value = Number(attribute(childNamed(properties, name), 'val') ?? NaN);
  return Number.isInteger(value) && value > 0 ? value : 0;
};

const addTable = (blocks: BlockHtml, table: Element, context: DocxContext): void => {
  const rows: TableRow[] = [];
  const merging = new Map<number, { height: number }>();
  for (const row of partsNamed(table, 'tr')) {
    if (!blocks.hasRoom) break;
    const properties = childNamed(row, 'trPr');
    const isHeader = toggle(properties, 'tblHeader') === true;
    let column = numberOf(properties, 'gridBefore');
    const cells = [];
    for (const cell of partsNamed(row, 'tc')) {
      const cellProperties = childNamed(cell, 'tcPr');
      const width = Math.max(1, numberOf(cellProperties, 'gridSpan'));
      const merge = childNamed(cellProperties, 'vMerge');
      const isContinued = merge !== undefined && attribute(merge, 'val') !== 'restart';
      const above = merging.get(column);
      if (isContinued && above) above.height += 1;
      else {
        if (!context.reading.takeCells(1)) break;
        const content = new BlockHtml(context.reading);
        addBlocks(content, cell, context);
        const made = { width, height: 1, inner: cellInner(content.toString()) };
        if (merge) merging.set(column, made);
        else merging.delete(column);
        cells.push(made);
      }
      column += width;
    }
    rows.push({ isHeader, cells });
  }
  blocks.made(tableHtml(rows));
};

/** Paragraphs and tables, in order. */
export const addBlocks = (blocks: BlockHtml, parent: Element, context: DocxContext): void => {
  for (const element of elementsOf(parent)) {
    if (!blocks.hasRoom) return;
    const name = localName(element);
    if (name === 'p') addParagraph(blocks, element, context);
    else if (name === 'tbl') addTable(blocks, element, context);
    else if (name === 'AlternateContent') {
      const variant = chosenVariant(element);
      if (variant) addBlocks(blocks, variant, context);
    } else if (AROUND.has(name)) addBlocks(blocks, element, context);
  }
};

/** The notes of the text, numbered as it refers to them; notes may refer to further ones. */
export const addNotes = (blocks: BlockHtml, context: DocxContext): void => {
  const { shown } = context.notes;
  for (let index = 0; index < shown.length && blocks.hasRoom; index += 1) {
    const note = shown[index];
    if (!note) continue;
    if (index === 0) blocks.made('<hr>');
    const content = new BlockHtml(context.reading);
    addBlocks(content, note, context);
    blocks.note(index + 1, content.toString());
  }
};
