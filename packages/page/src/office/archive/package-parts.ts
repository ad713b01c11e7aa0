import type { Element } from 'domhandler';
import type { OfficeFacts, OfficeReading } from '../office-reading.js';
import type { Archive } from './open-archive.js';
import { childNamed, childrenNamed, elementsOf, localName, readXml } from './xml-tree.js';
import { rawText } from '@quarry/html';

/** A reference of one part to another one or out of the document. */
interface Relation {
  readonly type: string;
  /** Name of the part; of an outward reference its address. */
  readonly target: string;
  readonly isOutward: boolean;
}

export type Relations = ReadonlyMap<string, Relation>;

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);

/** Name of a part that another one refers to; undefined where the reference leads out of the archive. */
export const partName = (from: string, reference: string): string | undefined => {
  const [address = ''] = reference.split('#', 1);
  const url = URL.parse(address, `part:///${folderOf(from).split('/').map(encodeURIComponent).join('/')}`);
  if (url?.protocol !== 'part:' || url.host !== '') return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return url.pathname.slice(1);
  }
};

/** References of a part, by id. */
export const readRelations = async (archive: Archive, part: string, reading: OfficeReading): Promise<Relations> => {
  const folder = folderOf(part);
  const root = await readXml(archive, `${folder}_rels/${part.slice(folder.length)}.rels`, reading);
  const relations = new Map<string, Relation>();
  for (const element of childrenNamed(root, 'Relationship')) {
    const { Id: id, Target: target = '', TargetMode: mode, Type: type = '' } = element.attribs;
    const isOutward = mode === 'External';
    const name = isOutward ? target : partName(part, target);
    if (id !== undefined && name !== undefined)
      relations.set(id, { type: type.replace(/^.*\//, ''), target: name, isOutward });
  }
  return relations;
};

export const relatedParts = (relations: Relations, type: string): string[] =>
  [...relations.values()].filter((one) => one.type === type && !one.isOutward).map(({ target }) => target);

/** The part that the package calls its document, else the one with the usual name. */
export const mainPart = async (archive: Archive, usual: string, reading: OfficeReading): Promise<string> => {
  const [stated] = relatedParts(await readRelations(archive, '', reading), 'officeDocument');
  return stated !== undefined && archive.has(stated) ? stated : usual;
};

export const textOf = (element: Element | undefined): string | undefined => {
  const text = element ? rawText(element).replace(/\s+/g, ' ').trim() : '';
  return text === '' ? undefined : text;
};

/** What is no time is not a time of the document. */
export const timeOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?)?$/.test(text) ? text : undefined;

export const countOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined;

/** Title, author, language and times of a package. */
export const readCoreFacts = async (archive: Archive, reading: OfficeReading): Promise<Partial<OfficeFacts>> => {
  const root = await readXml(archive, 'docProps/core.xml', reading);
  const texts = new Map(root ? elementsOf(root).map((element) => [localName(element), textOf(element)]) : []);
  return withoutGaps({
    title: texts.get('title'),
    author: texts.get('creator'),
    language: texts.get('language'),
    created: timeOf(texts.get('created')),
    modified: timeOf(texts.get('modified')),
  });
};

/** Pages as the program counted them that saved the document last. */
export const readPageCount = async (archive: Archive, reading: OfficeReading): Promise<number | undefined> =>
  countOf(textOf(childNamed(await readXml(archive, 'docProps/app.xml', reading), 'Pages')));

export const withoutGaps = (facts: { [K in keyof OfficeFacts]: OfficeFacts[K] | undefined }): Partial<OfficeFacts> =>
  // safe because what is undefined is left out
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Partial<OfficeFacts>;
