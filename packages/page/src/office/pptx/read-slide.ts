import type { Element } from 'domhandler';
import type { Archive } from '../archive/open-archive.js';
import type { Relations } from '../archive/package-parts.js';
import { attribute, childNamed, childrenNamed, elementsOf, localName, prefixed, readXml } from '../archive/xml-tree.js';
import { BlockHtml, InlineHtml } from '../html-body.js';
import { cellInner, tableHtml, type TableRow } from '../html-table.js';
import type { OfficeReading } from '../office-reading.js';
import { addChart } from './chart-table.js';
import { addTextBody, lineOf } from './text-body.js';

export interface SlideContext {
  readonly archive: Archive;
  readonly relations: Relations;
  readonly reading: OfficeReading;
}

/** Place of a shape in the slide's layout; undefined for one that stands for itself. */
const placeOf = (shape: Element): string | undefined => {
  const place = childNamed(shape, 'nvSpPr', 'nvPr', 'ph');
  return place ? (attribute(place, 'type') ?? 'obj') : undefined;
};

const TITLES: ReadonlySet<string> = new Set(['ctrTitle', 'title']);
/** Dates, numbers and lines that stand on every slide. */
const REPEATED: ReadonlySet<string> = new Set(['dt', 'ftr', 'hdr', 'sldImg', 'sldNum']);
const OUTLINES: ReadonlySet<string> = new Set(['body', 'obj']);
const GROUPS: ReadonlySet<string> = new Set(['grpSp', 'AlternateContent', 'Choice']);

/** Shapes of a slide, those in groups among them. */
const shapesOf = (tree: Element | undefined): Element[] =>
  (tree ? elementsOf(tree) : []).flatMap((shape) => (GROUPS.has(localName(shape)) ? shapesOf(shape) : [shape]));

const addTable = (blocks: BlockHtml, table: Element, { relations, reading }: SlideContext): void => {
  const hasHeader = /^(?:1|true)$/.test(attribute(childNamed(table, 'tblPr'), 'firstRow') ?? '');
  const rows: TableRow[] = [];
  for (const [index, row] of childrenNamed(table, 'tr').entries()) {
    const cells = childrenNamed(row, 'tc')
      .filter((cell) => attribute(cell, 'hMerge') === undefined && attribute(cell, 'vMerge') === undefined)
      .flatMap((cell) => {
        if (!reading.takeCells(1)) return [];
        const content = new BlockHtml(reading);
        addTextBody(content, childNamed(cell, 'txBody'), relations);
        const [width, height] = [attribute(cell, 'gridSpan'), attribute(cell, 'rowSpan')].map((span) =>
          Number(span ?? 1),
        );
        return [{ width: spanOf(width), height: spanOf(height), inner: cellInner(content.toString()) }];
      });
    rows.push({ isHeader: hasHeader && index === 0, cells });
  }
  blocks.made(tableHtml(rows));
};

const spanOf = (span = 1): number => (Number.isInteger(span) ? span : 1);

/** Texts of a diagram, in the order of its parts. */
const addDiagram = async (blocks: BlockHtml, reference: Element, context: SlideContext): Promise<void> => {
  const part = context.relations.get(prefixed(reference, 'dm') ?? '')?.target;
  const root = part === undefined ? undefined : await readXml(context.archive, part, context.reading);
  for (const point of childrenNamed(childNamed(root, 'ptLst'), 'pt')) {
    const line = lineOf(childNamed(point, 't'), context.relations);
    blocks.item({ level: 0, isOrdered: false }, line);
  }
};

const addFrame = async (blocks: BlockHtml, frame: Element, context: SlideContext): Promise<void> => {
  const data = childNamed(frame, 'graphic', 'graphicData');
  const table = childNamed(data, 'tbl');
  if (table) addTable(blocks, table, context);
  const diagram = childNamed(data, 'relIds');
  if (diagram) await addDiagram(blocks, diagram, context);
  const chart = childNamed(data, 'chart');
  const part = chart && context.relations.get(prefixed(chart, 'id') ?? '');
  if (part?.isOutward === false)
    addChart(blocks, await readXml(context.archive, part.target, context.reading), context.reading);
};

const addPicture = (blocks: BlockHtml, picture: Element): void => {
  const out = new InlineHtml();
  out.image(attribute(childNamed(picture, 'nvPicPr', 'cNvPr'), 'descr'));
  blocks.block('p', out.toString());
};

const addShape = async (blocks: BlockHtml, shape: Element, context: SlideContext): Promise<void> => {
  const name = localName(shape);
  if (name === 'pic') addPicture(blocks, shape);
  else if (name === 'graphicFrame') await addFrame(blocks, shape, context);
  else if (name === 'sp') {
    const place = placeOf(shape);
    if (place !== undefined && (TITLES.has(place) || REPEATED.has(place))) return;
    addTextBody(blocks, childNamed(shape, 'txBody'), context.relations, place !== undefined && OUTLINES.has(place));
  }
};

/** Adds a slide: its title as a heading, else a line that parts it from the one before; then its shapes. */
export const addSlide = async (blocks: BlockHtml, slide: Element, context: SlideContext): Promise<void> => {
  const shapes = shapesOf(childNamed(slide, 'cSld', 'spTree'));
  const title = shapes.find((shape) => TITLES.has(placeOf(shape) ?? ''));
  const heading = lineOf(childNamed(title, 'txBody'), context.relations).replace(/<br>/g, ' ');
  if (heading === '') blocks.made('<hr>');
  else blocks.block('h2', heading);
  for (const shape of shapes) if (blocks.hasRoom) await addShape(blocks, shape, context);
};

/** Adds the notes of a slide as a quotation. */
export const addNotes = (
  blocks: BlockHtml,
  notes: Element | undefined,
  relations: Relations,
  reading: OfficeReading,
): void => {
  const shapes = shapesOf(childNamed(notes, 'cSld', 'spTree')).filter((shape) => placeOf(shape) === 'body');
  const content = new BlockHtml(reading);
  for (const shape of shapes) addTextBody(content, childNamed(shape, 'txBody'), relations);
  const html = content.toString();
  if (html !== '') blocks.made(`<blockquote>${html}</blockquote>`);
};
