import type { Element } from 'domhandler';
import { childrenNamed, parseXml } from '../archive/xml-tree.js';
import type { OfficeReading } from '../office-reading.js';

/** A large part is parsed in pieces of about this many units, so that only a little of it is a tree at a time. */
const PIECE_CHARS = 256 * 1024;

/** The elements of this name below one another's parent, in order, as XML in pieces. */
export function* elementsInPieces(xml: string, name: string, reading: OfficeReading): Generator<Element> {
  const [, prefix = ''] = new RegExp(`<((?:[\\w.-]{1,64}:)?)${name}[\\s>/]`).exec(xml) ?? [];
  const end = `</${prefix}${name}>`;
  let from = 0;
  while (from < xml.length) {
    const found = xml.indexOf(end, from + PIECE_CHARS);
    const to = found < 0 ? xml.length : found + end.length;
    yield* childrenNamed(parseXml(xml.slice(from, to), reading), name);
    from = to;
  }
}

export interface XmlSection {
  readonly before: string;
  readonly inner: string;
  readonly after: string;
}

/** The content of the first element of this name, with what is before and behind it. */
export const xmlSection = (xml: string, name: string): XmlSection => {
  const start = new RegExp(`<((?:[\\w.-]{1,64}:)?)${name}(?:\\s[^>]{0,1000}?)?(/?)>`).exec(xml);
  if (!start) return { before: xml, inner: '', after: '' };
  const [tag, prefix = '', slash] = start;
  const from = start.index + tag.length;
  if (slash === '/') return { before: xml.slice(0, start.index), inner: '', after: xml.slice(from) };
  const found = xml.lastIndexOf(`</${prefix}${name}>`);
  const to = found < from ? xml.length : found;
  return { before: xml.slice(0, start.index), inner: xml.slice(from, to), after: xml.slice(to) };
};
