import type { Archive } from '../archive/open-archive.js';
import { OfficeRefusal } from '../archive/office-refusal.js';
import { mainPart, readCoreFacts, readRelations, relatedParts } from '../archive/package-parts.js';
import { attribute, childNamed, childrenNamed, prefixed, readXml, readXmlText } from '../archive/xml-tree.js';
import { BlockHtml, escapeHtml } from '../html-body.js';
import type { OfficeDocument, OfficeReading } from '../office-reading.js';
import { readNumberKinds } from './cell-values.js';
import { readSheet, richText, type Workbook } from './read-sheet.js';
import { elementsInPieces, xmlSection } from './xml-pieces.js';

const readStrings = async (archive: Archive, part: string | undefined, reading: OfficeReading): Promise<string[]> => {
  const xml = part === undefined ? undefined : await readXmlText(archive, part);
  if (xml === undefined) return [];
  const strings: string[] = [];
  for (const string of elementsInPieces(xmlSection(xml, 'sst').inner, 'si', reading)) {
    if (!reading.hasTime()) break;
    strings.push(richText(string));
  }
  return strings;
};

/** Reads a workbook: each sheet that is not hidden, as its name and a table of its values. */
export const readXlsx = async (archive: Archive, reading: OfficeReading): Promise<OfficeDocument> => {
  const main = await mainPart(archive, 'xl/workbook.xml', reading);
  const root = await readXml(archive, main, reading);
  if (!root) throw new OfficeRefusal('damaged');
  // Large, and few documents need it.
  const numfmt = await import('numfmt');
  const relations = await readRelations(archive, main, reading);
  const [stylesPart = ''] = relatedParts(relations, 'styles');
  const [stringsPart] = relatedParts(relations, 'sharedStrings');
  const is1904 = /^(?:1|true)$/.test(attribute(childNamed(root, 'workbookPr'), 'date1904') ?? '');
  const workbook: Workbook = {
    strings: await readStrings(archive, stringsPart, reading),
    kinds: readNumberKinds(await readXml(archive, stylesPart, reading), numfmt),
    writing: { numfmt, is1904 },
  };
  const sheets = childrenNamed(childNamed(root, 'sheets'), 'sheet').filter(
    (sheet) => !/hidden$/i.test(attribute(sheet, 'state') ?? ''),
  );
  const blocks = new BlockHtml(reading);
  for (const sheet of sheets) {
    if (!blocks.hasRoom) break;
    const part = relations.get(prefixed(sheet, 'id') ?? '')?.target;
    const xml = part === undefined ? undefined : await readXmlText(archive, part);
    if (part === undefined || xml === undefined) continue;
    const table = readSheet(xml, await readRelations(archive, part, reading), workbook, reading);
    if (table === '') continue;
    blocks.block('h2', escapeHtml(attribute(sheet, 'name') ?? ''));
    blocks.made(table);
  }
  const facts = await readCoreFacts(archive, reading);
  return { facts: { ...facts, sheets: sheets.length }, html: blocks.toString() };
};
