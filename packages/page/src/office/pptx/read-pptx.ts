import type { Archive } from '../archive/open-archive.js';
import { OfficeRefusal } from '../archive/office-refusal.js';
import { mainPart, readCoreFacts, readRelations, relatedParts } from '../archive/package-parts.js';
import { attribute, childNamed, childrenNamed, prefixed, readXml } from '../archive/xml-tree.js';
import { BlockHtml } from '../html-body.js';
import type { OfficeDocument, OfficeReading } from '../office-reading.js';
import { addNotes, addSlide } from './read-slide.js';

const readOne = async (blocks: BlockHtml, archive: Archive, part: string, reading: OfficeReading): Promise<void> => {
  const slide = await readXml(archive, part, reading);
  if (!slide || /^(?:0|false)$/.test(attribute(slide, 'show') ?? '')) return;
  const relations = await readRelations(archive, part, reading);
  await addSlide(blocks, slide, { archive, relations, reading });
  const [notesPart] = relatedParts(relations, 'notesSlide');
  if (notesPart === undefined) return;
  const notes = await readXml(archive, notesPart, reading);
  addNotes(blocks, notes, await readRelations(archive, notesPart, reading), reading);
};

/** Reads a presentation: each slide that is not hidden, with its title, texts, tables, diagrams and notes. */
export const readPptx = async (archive: Archive, reading: OfficeReading): Promise<OfficeDocument> => {
  const main = await mainPart(archive, 'ppt/presentation.xml', reading);
  const root = await readXml(archive, main, reading);
  if (!root) throw new OfficeRefusal('damaged');
  const relations = await readRelations(archive, main, reading);
  const slides = childrenNamed(childNamed(root, 'sldIdLst'), 'sldId');
  if (slides.length > reading.limits.maxOfficeSlides) reading.limitsHit.add('maxOfficeSlides');
  const blocks = new BlockHtml(reading);
  for (const slide of slides.slice(0, reading.limits.maxOfficeSlides)) {
    const part = relations.get(prefixed(slide, 'id') ?? '')?.target;
    if (!blocks.hasRoom) break;
    if (part !== undefined) await readOne(blocks, archive, part, reading);
  }
  const facts = await readCoreFacts(archive, reading);
  return { facts: { ...facts, slides: slides.length }, html: blocks.toString() };
};
