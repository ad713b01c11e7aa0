import type { Archive } from '../archive/open-archive.js';
import { OfficeRefusal } from '../archive/office-refusal.js';
import {
  mainPart,
  readCoreFacts,
  readPageCount,
  readRelations,
  relatedParts,
  withoutGaps,
} from '../archive/package-parts.js';
import { readXml } from '../archive/xml-tree.js';
import { BlockHtml } from '../html-body.js';
import type { OfficeDocument, OfficeReading } from '../office-reading.js';
import { addBlocks, addNotes } from './docx-body.js';
import { type DocxContext, DocxNotes } from './docx-context.js';
import { FieldStack } from './field-stack.js';
import { readNumbering } from './read-numbering.js';
import { readStyles } from './read-styles.js';

const openContext = async (archive: Archive, main: string, reading: OfficeReading): Promise<DocxContext> => {
  const relations = await readRelations(archive, main, reading);
  const related = async (type: string) => {
    const [name] = relatedParts(relations, type);
    return name === undefined ? undefined : readXml(archive, name, reading);
  };
  return {
    styles: readStyles(await related('styles')),
    numbering: readNumbering(await related('numbering')),
    relations,
    notes: new DocxNotes(await related('footnotes'), await related('endnotes')),
    fields: new FieldStack(),
    reading,
    textBoxes: [],
    itemCounts: new Map(),
  };
};

/** Reads a document of a word processor: headings by style or outline level, lists, tables, links, emphasis, code, notes. */
export const readDocx = async (archive: Archive, reading: OfficeReading): Promise<OfficeDocument> => {
  const main = await mainPart(archive, 'word/document.xml', reading);
  const context = await openContext(archive, main, reading);
  const root = await readXml(archive, main, reading);
  if (!root) throw new OfficeRefusal('damaged');
  const blocks = new BlockHtml(reading);
  addBlocks(blocks, root, context);
  addNotes(blocks, context);
  const facts = await readCoreFacts(archive, reading);
  const pages = await readPageCount(archive, reading);
  return { facts: { ...facts, ...withoutGaps({ pages }) }, html: blocks.toString() };
};
