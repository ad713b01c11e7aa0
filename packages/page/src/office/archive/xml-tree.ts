import type { Document, Element } from 'domhandler';
import { isElement, parseDocument } from '@quarry/html';
import type { OfficeReading } from '../office-reading.js';
import type { Archive } from './open-archive.js';

export type Parent = Element | Document;

/** A name without the prefix of its name space. */
const bare = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

export const localName = (element: Element): string => bare(element.name);

export const elementsOf = (parent: Parent): Element[] => parent.children.filter(isElement);

export const childrenNamed = (parent: Parent | undefined, name: string): Element[] =>
  parent ? elementsOf(parent).filter((child) => localName(child) === name) : [];

export const childNamed = (parent: Parent | undefined, ...names: readonly string[]): Element | undefined => {
  let found: Parent | undefined = parent;
  for (const name of names) {
    found = found?.children.find((child): child is Element => isElement(child) && localName(child) === name);
  }
  // safe because a document is no child
  return found === parent ? undefined : (found as Element | undefined);
};

/** Value of an attribute without prefix, or with any if there is none such. */
export const attribute = (element: Element | undefined, name: string): string | undefined => {
  if (!element) return undefined;
  const { attribs } = element;
  if (attribs[name] !== undefined) return attribs[name];
  for (const key of Object.keys(attribs)) if (key.endsWith(`:${name}`)) return attribs[key];
  return undefined;
};

/** Value of an attribute that must have a prefix: `r:id` beside an `id` of another meaning. */
export const prefixed = ({ attribs }: Element, name: string): string | undefined => {
  const key = Object.keys(attribs).find((one) => one.endsWith(`:${name}`));
  return key === undefined ? undefined : attribs[key];
};

/** A property such as `<w:b/>` or `<w:b w:val="0"/>`; undefined where it is not stated. */
export const toggle = (properties: Element | undefined, name: string): boolean | undefined => {
  const property = childNamed(properties, name);
  if (!property) return undefined;
  return !/^(?:0|false|off|none)$/i.test(attribute(property, 'val') ?? '1');
};

const ENCODING = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/i;

const encodingOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 300)).toString('latin1');
  return ENCODING.exec(head)?.[1] ?? 'utf-8';
};

const decodeXml = (bytes: Uint8Array): string => {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/** A document type further behind than this is none. */
const PROLOG_CHARS = 4_096;

/** Without the declarations of a document type: entities are never expanded. An unclosed one is the whole rest. */
const withoutDoctype = (xml: string): string => {
  const start = xml.slice(0, PROLOG_CHARS).search(/<!DOCTYPE/i);
  if (start < 0) return xml;
  const from = xml.slice(start, start + PROLOG_CHARS).search(/[[>]/);
  const subset = from >= 0 && xml[start + from] === '[' ? xml.indexOf(']', start) : start;
  const end = subset < 0 || from < 0 ? -1 : xml.indexOf('>', subset);
  return xml.slice(0, start) + (end < 0 ? '' : xml.slice(end + 1));
};

/** A part of the document as text; undefined if there is none. */
export const readXmlText = async (archive: Archive, name: string): Promise<string | undefined> => {
  const bytes = await archive.read(name);
  return bytes && withoutDoctype(decodeXml(bytes));
};

/** Parses XML within the limits of the reading; `isXhtml`: by the names and rules of web pages. */
export const parseXml = (xml: string, reading: OfficeReading, isXhtml = false): Document => {
  const { root, limitsHit } = parseDocument(xml, { isXml: !isXhtml, isXhtml, limits: reading.limits });
  for (const name of limitsHit) reading.limitsHit.add(name);
  return root;
};

/** The root element of a part; undefined if there is none. */
export const readXml = async (
  archive: Archive,
  name: string,
  reading: OfficeReading,
  isXhtml = false,
): Promise<Element | undefined> => {
  const xml = await readXmlText(archive, name);
  return xml === undefined ? undefined : elementsOf(parseXml(xml, reading, isXhtml))[0];
};
