import { isXhtml, type DocumentParse, startParse } from '@quarry/html';
import { extractByMeaning } from '../rules/extract-by-meaning.js';
import { type ConversionLimitName, type ConversionLimits } from './conversion-limits.js';
import { readPageData } from '../data/page-data.js';
import { collectEmails } from '../emails/emails.js';
import { collectLinks } from '../links/links.js';
import { keepMainContent } from '../main/keep-main-content.js';
import { writeMarkdown } from '../markdown/write-markdown.js';
import type { ConversionRequest, FetchedText, PageContent, PageData } from '../page-content.js';
import { type PageSource, pageSource } from '../page-source.js';
import { applyFilters, filtersBySelector } from '../select/apply-filters.js';
import { completeTree } from '../select/complete-tree.js';
import { extractByCss } from '../select/extract-by-css.js';
import { readDoctype, writeHtml } from '../select/write-html.js';
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
const SHOWN_PARTS: ReadonlySet<string> = new Set<keyof PageData>(['microdata', 'headings', 'tables', 'text']);

const pick = (data: PageData, isWanted: (name: string) => boolean): PageData =>
  Object.fromEntries(Object.entries(data).filter(([name]) => isWanted(name)));

const factsOf = (data: PageData): PageData => pick(data, (name) => !SHOWN_PARTS.has(name));
const partsOf = (data: PageData): PageData => pick(data, (name) => SHOWN_PARTS.has(name));

/** What both kinds of rules find. They read the whole page: the filters after them change the tree. */
const readRules = (whole: PageSource, request: ConversionRequest): PageContent => {
  const { extractRules = {}, aiExtractRules = {} } = request;
  return {
    ...(hasEntries(extractRules) ? { extractedData: extractByCss(whole, extractRules) } : {}),
    ...(hasEntries(aiExtractRules) ? { aiResponse: extractByMeaning(whole, aiExtractRules) } : {}),
  };
};

interface Shown {
  /** The page as its formats show it: whole or in part. */
  readonly source: PageSource;
  /** What of it the plain text is. */
  readonly textSource: PageSource;
}

interface Prepared extends Shown {
  readonly found: PageContent;
  /** What the whole page says of itself, where only a part of it is shown as data. */
  readonly facts: PageData | undefined;
}

const shownSources = (whole: PageSource, request: ConversionRequest): Shown => {
  if (!isReduced(request)) return { source: whole, textSource: whole };
  const filtered = applyFilters(whole, request);
  if (request.onlyMainContent !== true) return { source: filtered, textSource: filtered };
  const { formats, links, emails } = request;
  const isTextAlone = !links && !emails && formats.every((format) => format === 'text');
  const textSource = formats.includes('text') ? keepMainContent(filtered) : filtered;
  return { source: isTextAlone ? textSource : keepMainContent(filtered, { isDocument: true }), textSource };
};

/** A web page whose parse has begun at most. */
export interface BegunPage {
  readonly page: FetchedText;
  readonly parse: DocumentParse;
}

export const beginPage = (page: FetchedText, limits: ConversionLimits): BegunPage => ({
  page,
  parse: startParse(page.text, { limits, isXhtml: isXhtml(page.mediaType) }),
});

/** Reads what concerns the whole page and reduces it then; of a page that is copied for that only the copy is kept. */
const prepare = ({ page, parse }: BegunPage, request: ConversionRequest, limits: ConversionLimits): Prepared => {
  const parsed = parse.finish();
  const limitsHit = new Set<ConversionLimitName>(parsed.limitsHit);
  const hasRules = hasEntries(request.extractRules) || hasEntries(request.aiExtractRules);
  if (filtersBySelector(request) || hasRules) completeTree(parsed.root);
  const whole = pageSource(parsed.root, page.url, limits, limitsHit);
  const found = readRules(whole, request);
  const needsFacts = isReduced(request) && request.formats.includes('json');
  const facts = needsFacts ? factsOf(readPageData(whole)) : undefined;
  return { ...shownSources(whole, request), found, facts };
};

/** The formats, each written once. */
const writeFormats = (
  page: FetchedText,
  { source, textSource, facts }: Prepared,
  request: ConversionRequest,
): PageContent => {
  const { formats, links, emails } = request;
  const content: PageContent = {};
  if (formats.includes('html')) {
    content.content = isReduced(request) ? writeHtml(source.root, readDoctype(page.text)) : page.text;
  }
  if (formats.includes('text')) content.text = writeText(textSource);
  if (formats.includes('markdown')) content.markdown = writeMarkdown(source);
  if (formats.includes('json')) {
    const data = readPageData(source);
    content.json = facts ? { ...facts, ...partsOf(data) } : data;
  }
  if (links) content.links = collectLinks(source);
  if (emails) content.emails = collectEmails(source);
  return content;
};

/** Formats, links, addresses and rules of a web page, its tree built once. */
export const convertHtml = (begun: BegunPage, request: ConversionRequest, limits: ConversionLimits): PageContent => {
  const { page } = begun;
  if (!asksForTree(request)) return request.formats.includes('html') ? { content: page.text } : {};
  const prepared = prepare(begun, request, limits);
  const content: PageContent = { ...writeFormats(page, prepared, request), ...prepared.found };
  const { limitsHit } = prepared.source;
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};
