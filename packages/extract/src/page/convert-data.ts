import type { DocumentKind } from '../document/media-type.js';
import { parseDocument } from '../dom/parse-document.js';
import { isElement, isText, rawText, walk } from '../dom/walk.js';
import type { ConversionLimitName, ConversionLimits } from './conversion-limits.js';
import { emailsInTexts, jsonTexts, xmlTexts } from './emails.js';
import { codeFence } from './markdown/escape.js';
import { linksInText } from './links-in-text.js';
import type { ConversionRequest, FetchedText, PageContent } from './page-content.js';
import type { ChildNode, Element } from 'domhandler';

type DataKind = Exclude<DocumentKind, 'html' | 'binary'>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return undefined;
  }
};

interface XmlNode {
  name: string;
  attributes?: Record<string, string>;
  text?: string;
  children?: XmlNode[];
}

const xmlNode = (element: Element): XmlNode => {
  const node: XmlNode = { name: element.name };
  if (Object.keys(element.attribs).length > 0) node.attributes = { ...element.attribs };
  const children: readonly ChildNode[] = element.children;
  const text = children
    .filter(isText)
    .map((child) => child.data)
    .join('')
    .trim();
  if (text !== '') node.text = text;
  return node;
};

/** Nesting that JSON output still follows; writing it out is recursive everywhere. */
const MAX_XML_DEPTH = 200;

const xmlData = (root: { readonly children: readonly ChildNode[] }): XmlNode | undefined => {
  const open: XmlNode[] = [];
  let top: XmlNode | undefined;
  walk(root, {
    enter: (element) => {
      if (open.length >= MAX_XML_DEPTH) return false;
      const node = xmlNode(element);
      const parent = open.at(-1);
      if (parent) (parent.children ??= []).push(node);
      else top ??= node;
      open.push(node);
      return true;
    },
    leave: () => void open.pop(),
  });
  return top;
};

const xmlText = (root: { readonly children: readonly ChildNode[] }): string => {
  const lines: string[] = [];
  walk(root, {
    enter: (element) => {
      const hasElements = element.children.some(isElement);
      if (!hasElements) {
        const line = rawText(element).replace(/\s+/g, ' ').trim();
        if (line !== '') lines.push(line);
      }
      return hasElements;
    },
    text: (node) => {
      const line = node.data.replace(/\s+/g, ' ').trim();
      if (line !== '') lines.push(line);
    },
  });
  return lines.join('\n');
};

interface Converted {
  readonly content: PageContent;
  /** What stands in the document once its escapes are read. */
  readonly texts: () => readonly string[];
}

const convertXml = (page: FetchedText, request: ConversionRequest, limits: ConversionLimits): Converted => {
  const content: PageContent = {};
  const parsed = parseDocument(page.text, { isXml: true, limits });
  if (request.formats.includes('text')) content.text = xmlText(parsed.root);
  if (request.formats.includes('json')) content.json = xmlData(parsed.root);
  if (request.formats.includes('markdown')) content.markdown = codeFence(page.text.trim(), 'xml');
  if (parsed.limitsHit.length > 0) content.limitsHit = [...parsed.limitsHit];
  return { content, texts: () => xmlTexts(parsed.root) };
};

const ESCAPES = /\\(?:u([\da-f]{4})|.)/gi;

const convertJson = (page: FetchedText, request: ConversionRequest): Converted => {
  const content: PageContent = {};
  const value = request.formats.includes('json') || request.emails ? parseJson(page.text) : undefined;
  if (request.formats.includes('text')) content.text = page.text;
  if (request.formats.includes('markdown')) content.markdown = codeFence(page.text.trim(), 'json');
  if (request.formats.includes('json')) content.json = value === undefined ? { text: page.text } : value;
  return { content, texts: () => (value === undefined ? [withoutEscapes(page.text)] : jsonTexts(value)) };
};

/** Text of what is nearly JSON, such as lines of it, with the escapes of its strings read. */
const withoutEscapes = (text: string): string =>
  text.replace(ESCAPES, (_escape, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );

const convertText = (page: FetchedText, request: ConversionRequest): Converted => {
  const content: PageContent = {};
  const isMarkdown = /markdown/.test(page.mediaType);
  const isProse = isMarkdown || /^text\/plain\b/.test(page.mediaType);
  if (request.formats.includes('text')) content.text = page.text;
  if (request.formats.includes('markdown')) {
    content.markdown = isProse ? page.text.trim() : codeFence(page.text.trim(), textLanguage(page.mediaType));
  }
  if (request.formats.includes('json')) content.json = { text: page.text };
  return { content, texts: () => [page.text] };
};

const textLanguage = (mediaType: string): string => {
  const [, subtype = ''] = /^(?:text|application)\/(?:x-)?([\w+-]+)/.exec(mediaType) ?? [];
  return subtype === 'plain' ? '' : subtype;
};

const CONVERTERS: Readonly<Record<DataKind, typeof convertXml>> = {
  xml: convertXml,
  json: convertJson,
  text: convertText,
};

/** Documents that are text but no web page: JSON, XML, plain text and source code. */
export const convertData = (
  page: FetchedText,
  request: ConversionRequest,
  limits: ConversionLimits,
  kind: DataKind,
): PageContent => {
  const limitsHit = new Set<ConversionLimitName>();
  const { content, texts } = CONVERTERS[kind](page, request, limits);
  for (const name of content.limitsHit ?? []) limitsHit.add(name);
  if (request.formats.includes('html')) content.content = page.text;
  if (request.links) content.links = linksInText(page.text, limits, limitsHit);
  if (request.emails) content.emails = emailsInTexts(texts(), limits, limitsHit);
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};
