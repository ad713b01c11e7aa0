import type { Element } from 'domhandler';
import type { Archive } from '../archive/open-archive.js';
import { OfficeRefusal } from '../archive/office-refusal.js';
import { partName, textOf, timeOf, withoutGaps } from '../archive/package-parts.js';
import { attribute, childNamed, childrenNamed, readXml } from '../archive/xml-tree.js';
import type { OfficeDocument, OfficeFacts, OfficeReading } from '../office-reading.js';
import { chapterHtml } from './chapter-html.js';

/** Fonts alone may be scrambled; the text is not. */
const FONT_ALGORITHM = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

const refuseEncrypted = async (archive: Archive, reading: OfficeReading): Promise<void> => {
  const root = await readXml(archive, 'META-INF/encryption.xml', reading);
  const isText = childrenNamed(root, 'EncryptedData').some(
    (data) => !FONT_ALGORITHM.test(attribute(childNamed(data, 'EncryptionMethod'), 'Algorithm') ?? ''),
  );
  if (isText) throw new OfficeRefusal('encrypted');
};

const packagePart = async (archive: Archive, reading: OfficeReading): Promise<string> => {
  const container = await readXml(archive, 'META-INF/container.xml', reading);
  const path = attribute(childNamed(container, 'rootfiles', 'rootfile'), 'full-path');
  if (path === undefined || !archive.has(path)) throw new OfficeRefusal('damaged');
  return path;
};

const readFacts = (metadata: Element | undefined): Partial<OfficeFacts> => {
  const stated = (property: string): string | undefined =>
    textOf(childrenNamed(metadata, 'meta').find((meta) => attribute(meta, 'property') === property));
  const authors = childrenNamed(metadata, 'creator').flatMap((creator) => textOf(creator) ?? []);
  return withoutGaps({
    title: textOf(childNamed(metadata, 'title')),
    author: authors.length > 0 ? authors.join(', ') : undefined,
    language: textOf(childNamed(metadata, 'language')),
    created: timeOf(stated('dcterms:created')),
    modified: timeOf(stated('dcterms:modified')),
  });
};

/** Names of the chapters' parts in the order of reading, without the table of contents. */
const readSpine = (root: Element, part: string): string[] => {
  const items = new Map(
    childrenNamed(childNamed(root, 'manifest'), 'item').map((item) => [attribute(item, 'id') ?? '', item]),
  );
  return childrenNamed(childNamed(root, 'spine'), 'itemref').flatMap((reference) => {
    const item = items.get(attribute(reference, 'idref') ?? '');
    const isBeside = attribute(reference, 'linear') === 'no';
    const isContents = /(?:^|\s)nav(?:\s|$)/.test(attribute(item, 'properties') ?? '');
    const name = partName(part, attribute(item, 'href') ?? '');
    return name === undefined || isBeside || isContents ? [] : [name];
  });
};

const readChapter = async (archive: Archive, part: string, reading: OfficeReading): Promise<string> => {
  const body = childNamed(await readXml(archive, part, reading, true), 'body');
  return body ? chapterHtml(body, reading) : '';
};

/** Reads a book: its chapters in order, with their own headings, lists, tables, links, emphasis, code and notes. */
export const readEpub = async (archive: Archive, reading: OfficeReading): Promise<OfficeDocument> => {
  await refuseEncrypted(archive, reading);
  const part = await packagePart(archive, reading);
  const root = await readXml(archive, part, reading);
  if (!root) throw new OfficeRefusal('damaged');
  const spine = readSpine(root, part);
  const { maxOfficeChapters } = reading.limits;
  if (spine.length > maxOfficeChapters) reading.limitsHit.add('maxOfficeChapters');
  const chapters: string[] = [];
  for (const chapter of spine.slice(0, maxOfficeChapters)) {
    if (!reading.hasChars || !reading.hasTime()) break;
    const html = await readChapter(archive, chapter, reading);
    if (html.trim() !== '') chapters.push(`<section>\n${html}\n</section>`);
  }
  return { facts: { ...readFacts(childNamed(root, 'metadata')), chapters: spine.length }, html: chapters.join('\n') };
};
