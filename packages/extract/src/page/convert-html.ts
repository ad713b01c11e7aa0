import { parseDocument } from '../dom/parse-document.js';
import { extractByMeaning } from '../rules/extract-by-meaning.js';
import { type ConversionLimitName, type ConversionLimits } from './conversion-limits.js';
import { readPageData } from './data/page-data.js';
import { collectEmails } from './emails.js';
import { collectLinks } from './links.js';
import { keepMainContent } from './main/keep-main-content.js';
import { writeMarkdown } from './markdown/write-markdown.js';
import type { ConversionRequest, FetchedText, PageContent, PageData } from './page-content.js';
import { type PageSource, pageSource } from './page-source.js';
import { applyFilters, filtersBySelector } from './select/apply-filters.js';
import { completeTree } from './select/complete-tree.js';
import { extractByCss } from './select/extract-by-css.js';
import { readDoctype, writeHtml } from './select/write-html.js';
import { writeText } from './text-writer.js';

const hasEntries = (value: object | undefined): boolean => value !== undefined && Object.keys(value).length > 0;

/** Whether the formats show something else than the whole page. */
const isReduced = (request: ConversionRequest): boolean =>
  filtersBySelector(request) || request.removeBase64Images === true || request.onlyMainContent === true;

const asksForTree = (request: ConversionRequest): boolean =>
  request.links ||
  request.emails ||
  request.formats.some((format) => format !== 'html') ||
  (isReduced(request) && request.formats.length > 0) ||
  hasEntries(request.extractRules) ||
  hasEntries(request.aiExtractRules);

/** What a page says of itself stays true whatever part of it is shown. */
const SHOWN_PARTS = ['microdata', 'headings', 'tables', 'text'] as const satisfies readonly (keyof PageData)[];

const withShownParts = (whole: PageData, shown: PageData): PageData => {
  const facts = Object.entries(whole).filter(([name]) => !SHOWN_PARTS.some((part) => part === name));
  const parts = Object.entries(shown).filter(([name]) => SHOWN_PARTS.some((part) => part === name));
  return Object.fromEntries([...facts, ...parts]);
};

/** The page as its formats show it: whole or in part, and what of it the plain text is. */
const shownSources = (
  whole: PageSource,
  request: ConversionRequest,
): { source: PageSource; textSource: PageSource } => {
  if (!isReduced(request)) return { source: whole, textSource: whole };
  const filtered = applyFilters(whole, request);
  if (request.onlyMainContent !== true) return { source: filtered, textSource: filtered };
  const { formats, links, emails } = request;
  const isTextAlone = !links && !emails && formats.every((format) => format === 'text');
  const textSource = formats.includes('text') ? keepMainContent(filtered) : filtered;
  return { source: isTextAlone ? textSource : keepMainContent(filtered, { isDocument: true }), textSource };
};

/** What both kinds of rules find. They read the whole page: the filters after them change the tree. */
const readRules = (whole: PageSource, request: ConversionRequest): PageContent => {
  const { extractRules = {}, aiExtractRules = {} } = request;
  return {
    ...(hasEntries(extractRules) ? { extractedData: extractByCss(whole, extractRules) } : {}),
    ...(hasEntries(aiExtractRules) ? { aiResponse: extractByMeaning(whole, aiExtractRules) } : {}),
  };
};

/** The formats, each written once. */
const writeFormats = (page: FetchedText, whole: PageSource, request: ConversionRequest): PageContent => {
  const { formats, links, emails } = request;
  const isPart = isReduced(request);
  const wholeData = isPart && formats.includes('json') ? readPageData(whole) : undefined;
  const { source, textSource } = shownSources(whole, request);
  const content: PageContent = {};
  if (formats.includes('html')) content.content = isPart ? writeHtml(source.root, readDoctype(page.text)) : page.text;
  if (formats.includes('text')) content.text = writeText(textSource);
  if (formats.includes('markdown')) content.markdown = writeMarkdown(source);
  if (formats.includes('json')) {
    const shown = readPageData(source);
    content.json = wholeData ? withShownParts(wholeData, shown) : shown;
  }
  if (links) content.links = collectLinks(source);
  if (emails) content.emails = collectEmails(source);
  return content;
};

/** Formats, links, addresses and rules of a web page, its tree built once. */
export const convertHtml = (page: FetchedText, request: ConversionRequest, limits: ConversionLimits): PageContent => {
  if (!asksForTree(request)) return request.formats.includes('html') ? { content: page.text } : {};
  const parsed = parseDocument(page.text, { limits });
  const limitsHit = new Set<ConversionLimitName>(parsed.limitsHit);
  if (filtersBySelector(request) || hasEntries(request.extractRules)) completeTree(parsed.root);
  const whole = pageSource(parsed.root, page.url, limits, limitsHit);
  const found = readRules(whole, request);
  const content: PageContent = { ...writeFormats(page, whole, request), ...found };
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};
