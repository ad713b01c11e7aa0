import type { Archive } from '../archive/open-archive.js';
import { OfficeRefusal } from '../archive/office-refusal.js';
import { countOf, textOf, timeOf, withoutGaps } from '../archive/package-parts.js';
import { attribute, childNamed, readXml, readXmlText } from '../archive/xml-tree.js';
import { BlockHtml } from '../html-body.js';
import type { OfficeDocument, OfficeFacts, OfficeReading } from '../office-reading.js';
import { addBlocks, addNotes } from './odt-body.js';
import type { OdtContext } from './odt-context.js';
import { readStyles } from './read-styles.js';

const ENCRYPTED = /<(?:[\w.-]+:)?encryption-data[\s>]/;

const readFacts = async (archive: Archive, reading: OfficeReading): Promise<Partial<OfficeFacts>> => {
  const meta = childNamed(await readXml(archive, 'meta.xml', reading), 'meta');
  const text = (name: string): string | undefined => textOf(childNamed(meta, name));
  return withoutGaps({
    title: text('title'),
    author: text('initial-creator') ?? text('creator'),
    language: text('language'),
    created: timeOf(text('creation-date')),
    modified: timeOf(text('date')),
    pages: countOf(attribute(childNamed(meta, 'document-statistic'), 'page-count')),
  });
};

/** Reads an OpenDocument text: headings, lists, tables, links, emphasis, code, notes. */
export const readOdt = async (archive: Archive, reading: OfficeReading): Promise<OfficeDocument> => {
  const manifest = await readXmlText(archive, 'META-INF/manifest.xml');
  if (manifest !== undefined && ENCRYPTED.test(manifest)) throw new OfficeRefusal('encrypted');
  const root = await readXml(archive, 'content.xml', reading);
  const text = childNamed(root, 'body', 'text');
  if (!text) throw new OfficeRefusal('damaged');
  const context: OdtContext = {
    styles: readStyles([root, await readXml(archive, 'styles.xml', reading)]),
    reading,
    notes: [],
    textBoxes: [],
    isCode: false,
  };
  const blocks = new BlockHtml(reading);
  addBlocks(blocks, text, context);
  addNotes(blocks, context);
  return { facts: await readFacts(archive, reading), html: blocks.toString() };
};
