import { documentKind } from '../document/media-type.js';
import { parseDocument } from '../dom/parse-document.js';
import { type ConversionLimitName, type ConversionLimits, DEFAULT_CONVERSION_LIMITS } from './conversion-limits.js';
import { convertData } from './convert-data.js';
import { readPageData } from './data/page-data.js';
import { collectEmails } from './emails.js';
import { collectLinks } from './links.js';
import { writeMarkdown } from './markdown/write-markdown.js';
import type { ConversionRequest, FetchedText, PageContent } from './page-content.js';
import { pageSource } from './page-source.js';
import { writeText } from './text-writer.js';

const convertHtml = (page: FetchedText, request: ConversionRequest, limits: ConversionLimits): PageContent => {
  const { formats, links, emails } = request;
  const content: PageContent = formats.includes('html') ? { content: page.text } : {};
  if (!links && !emails && formats.every((format) => format === 'html')) return content;
  const parsed = parseDocument(page.text, { limits });
  const limitsHit = new Set<ConversionLimitName>(parsed.limitsHit);
  const source = pageSource(parsed.root, page.url, limits, limitsHit);
  if (formats.includes('text')) content.text = writeText(source);
  if (formats.includes('markdown')) content.markdown = writeMarkdown(source);
  if (formats.includes('json')) content.json = readPageData(source);
  if (links) content.links = collectLinks(source);
  if (emails) content.emails = collectEmails(source);
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};

/**
 * Makes the asked formats of one fetched document; the tree is built once for all of them. Linear in the document's size and
 * bounded by `limits`; never throws, whatever the document holds. What a kind of document cannot give is `unsupported`.
 */
export const convertPage = (page: FetchedText, request: ConversionRequest): PageContent => {
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...request.limits };
  const kind = documentKind(page.mediaType);
  if (kind === 'binary') return { unsupported: page.mediaType };
  return kind === 'html' ? convertHtml(page, request, limits) : convertData(page, request, limits, kind);
};
