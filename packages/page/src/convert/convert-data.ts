import type { ChildNode, Document, Element } from 'domhandler';
import {
  type DocumentKind,
  isDeeperThan,
  isElement,
  isText,
  parseDocument,
  parseJson,
  rawText,
  walk,
} from '@quarry/html';
import type { ConversionLimitName, ConversionLimits } from '../source/conversion-limits.js';
import { beginPage, convertHtml } from './convert-html.js';
import { delimitedMarkdown, readDelimited } from './delimited.js';
import { emailsInTexts, jsonTexts } from '../emails/emails.js';
import { readableXml } from './feed-html.js';
import { codeFence } from '../writers/escape.js';
import { linksInText } from '../links/links.js';
import type { ConversionRequest, FetchedText, PageContent } from '../source/page-content.js';
import { extractByCss } from '../select/extract-by-css.js';
import { addForModels } from './for-models.js';
import { unreadRules } from './unread-rules.js';
import { pageSource } from '../source/page-source.js';

type DataKind = Exclude<DocumentKind, 'html' | 'binary'>;

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

const xmlData = (
  root: { readonly children: readonly ChildNode[] },
  maxDepth: number,
  limitsHit: Set<ConversionLimitName>,
): XmlNode | undefined => {
  const open: XmlNode[] = [];
  let top: XmlNode | undefined;
  walk(root, {
    enter: (element) => {
      if (open.length >= maxDepth) {
        limitsHit.add('maxDataDepth');
        return false;
      }
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
  /** The texts of the document with its escapes decoded, without addresses of name spaces. */
  readonly texts: readonly string[];
}

type Convert = (
  page: FetchedText,
  request: ConversionRequest,
  limits: ConversionLimits,
  limitsHit: Set<ConversionLimitName>,
) => Converted;

/** Names of elements are not part of the text. */
const withoutNameSpaces = (root: Document): string[] => {
  const texts: string[] = [];
  walk(root, {
    enter: ({ attribs }) => {
      for (const [name, value] of Object.entries(attribs)) {
        if (!/^xmlns(?::|$)|schemaLocation$/i.test(name)) texts.push(value);
      }
      return true;
    },
    text: (node) => void texts.push(node.data),
  });
  return texts;
};

/** Feeds and site maps as the page that shows them; other XML as its texts, and its source in markdown. */
const convertXml: Convert = (page, request, limits, limitsHit) => {
  const { formats, extractRules } = request;
  const { root, limitsHit: parseLimitsHit } = parseDocument(page.text, { isXml: true, limits });
  for (const name of parseLimitsHit) limitsHit.add(name);
  const html = readableXml(root);
  const content: PageContent = {};
  if (html === undefined) {
    if (formats.includes('text')) content.text = xmlText(root);
    if (formats.includes('markdown')) content.markdown = codeFence(page.text.trim(), 'xml');
  } else {
    const wanted = formats.filter((format) => format === 'text' || format === 'markdown');
    const begun = beginPage({ text: html, url: page.url, mediaType: 'text/html' }, limits);
    const shown = convertHtml(begun, asPage(request, wanted), limits);
    for (const name of shown.limitsHit ?? []) limitsHit.add(name);
    if (shown.text !== undefined) content.text = shown.text;
    if (shown.markdown !== undefined) content.markdown = shown.markdown;
    if (shown.links !== undefined) content.links = shown.links;
    if (shown.aiResponse !== undefined) content.aiResponse = shown.aiResponse;
  }
  if (formats.includes('json')) content.json = xmlData(root, limits.maxDataDepth, limitsHit);
  if (extractRules && Object.keys(extractRules).length > 0) {
    content.extractedData = extractByCss(pageSource(root, page.url, limits, limitsHit), extractRules, true);
  }
  return { content, texts: withoutNameSpaces(root) };
};

/** Rules for elements apply to the XML itself. */
const asPage = (request: ConversionRequest, formats: ConversionRequest['formats']): ConversionRequest => ({
  formats,
  links: request.links,
  emails: false,
  aiExtractRules: request.aiExtractRules,
  dropLinks: request.dropLinks,
  dropImages: request.dropImages,
});

const ESCAPES = /\\(?:u([\da-f]{4})|(.))/gi;

/** The data to return; undefined where it nests too deep. */
const boundedData = (value: unknown, maxDepth: number, limitsHit: Set<ConversionLimitName>): unknown => {
  if (!isDeeperThan(value, maxDepth)) return value;
  limitsHit.add('maxDataDepth');
  return undefined;
};

const convertJson: Convert = (page, { formats, emails, links }, { maxDataDepth }, limitsHit) => {
  const content: PageContent = {};
  const value = formats.includes('json') || emails || links ? parseJson(page.text) : undefined;
  if (formats.includes('text')) content.text = page.text;
  if (formats.includes('markdown')) content.markdown = codeFence(page.text.trim(), 'json');
  if (formats.includes('json')) {
    const data = boundedData(value, maxDataDepth, limitsHit);
    content.json = data === undefined ? { text: page.text } : data;
  }
  return { content, texts: value === undefined ? [withoutEscapes(page.text)] : jsonTexts(value) };
};

/** Text of what is nearly JSON, such as lines of it, with the escapes of its strings read. */
const withoutEscapes = (text: string): string =>
  text.replace(ESCAPES, (_escape, code: string | undefined, character: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return character === '/' ? '/' : ' ';
  });

/** The values of a document of one JSON value per line; undefined where a line is none. */
const jsonLines = (text: string): unknown[] | undefined => {
  const values: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
};

const isJsonLines = (mediaType: string): boolean => /[/-](?:ndjson|jsonl|jsonlines)\b/.test(mediaType);
const delimiterIn = (mediaType: string): string | undefined => {
  if (/^text\/(?:csv|comma-separated-values)\b/.test(mediaType)) return '';
  return /^text\/tab-separated-values\b/.test(mediaType) ? '\t' : undefined;
};

const convertText: Convert = (page, { formats }, limits, limitsHit) => {
  const { text, mediaType } = page;
  const content: PageContent = {};
  const delimiter = delimiterIn(mediaType);
  const rows = delimiter === undefined ? undefined : readDelimited(text, delimiter === '' ? undefined : delimiter);
  if (formats.includes('text')) content.text = text;
  if (formats.includes('markdown')) {
    const table = rows && delimitedMarkdown(rows, limits.maxTableColumns);
    const isProse = /markdown|^text\/plain\b/.test(mediaType);
    content.markdown = table ?? (isProse ? text.trim() : codeFence(text.trim(), textLanguage(mediaType)));
  }
  if (formats.includes('json')) {
    const lines = isJsonLines(mediaType) ? jsonLines(text) : undefined;
    content.json = rows ? { rows } : (boundedData(lines, limits.maxDataDepth + 1, limitsHit) ?? { text });
  }
  return { content, texts: [isJsonLines(mediaType) ? withoutEscapes(text) : text] };
};

const textLanguage = (mediaType: string): string => {
  const [, subtype = ''] = /^(?:text|application)\/(?:x-)?([\w+-]+)/.exec(mediaType) ?? [];
  return subtype === 'plain' ? '' : subtype;
};

const CONVERTERS: Readonly<Record<DataKind, Convert>> = { xml: convertXml, json: convertJson, text: convertText };

/**
 * Documents that are text but no web page: JSON, XML and feeds, delimited values, plain text and source code. The html is the
 * document as it came, and the filters for elements of a page do not concern it. Rules by selector read XML; where there is
 * nothing for rules to read they find null.
 */
export const convertData = (
  page: FetchedText,
  request: ConversionRequest,
  limits: ConversionLimits,
  kind: DataKind,
): PageContent => {
  const limitsHit = new Set<ConversionLimitName>();
  const { content: found, texts } = CONVERTERS[kind](page, request, limits, limitsHit);
  const content: PageContent = { ...unreadRules(request), ...found };
  if (request.formats.includes('html')) content.content = page.text;
  if (request.links) content.links ??= linksInText(texts.join('\n'), limits, limitsHit);
  if (request.emails) content.emails = emailsInTexts(texts, limits, limitsHit);
  addForModels(content, request);
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};
