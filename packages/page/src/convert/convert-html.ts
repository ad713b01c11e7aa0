import { defined, type DocumentParse, isXhtml, startParse } from '@quarry/html';
import { SHAPE_LIMITS } from '@quarry/verdict';
import { extractByMeaning } from '../rules/extract-by-meaning.js';
import { type ConversionLimitName, type ConversionLimits } from '../source/conversion-limits.js';
import { documentTitle } from '../data/document-title.js';
import { readPageData } from '../data/page-data.js';
import { collectEmails } from '../emails/emails.js';
import { collectLinks } from '../links/links.js';
import { keepMainContent } from '../main/keep-main-content.js';
import { writeMarkdown } from '../writers/write-markdown.js';
import {
  MAIN_CONTENT_NOT_FOUND,
  type ConversionRequest,
  type DiscoveredPage,
  type FetchedText,
  type PageContent,
  type PageData,
} from '../source/page-content.js';
import { type PageSource, pageSource } from '../source/page-source.js';
import { applyFilters, filtersBySelector } from '../select/apply-filters.js';
import { completeTree } from '../select/complete-tree.js';
import { extractByCss } from '../select/extract-by-css.js';
import { readDoctype, writeHtml } from '../select/write-html.js';
import { writeText } from '../writers/text-writer.js';
import { addForModels } from './for-models.js';

const hasEntries = (value: object | undefined): boolean => value !== undefined && Object.keys(value).length > 0;

/** Whether the formats show something else than the whole page. */
const isReduced = (request: ConversionRequest): boolean =>
  filtersBySelector(request) || request.removeBase64Images === true || request.onlyMainContent === true;

const asksForTree = (request: ConversionRequest): boolean =>
  request.links ||
  request.emails ||
  request.discovers === true ||
  request.formats.some((format) => format !== 'html') ||
  (isReduced(request) && request.formats.length > 0) ||
  hasEntries(request.extractRules) ||
  hasEntries(request.aiExtractRules);

/** What a page says of itself holds for every part of it. */
const SHOWN_PARTS: ReadonlySet<string> = new Set<keyof PageData>(['microdata', 'headings', 'tables', 'text']);

const pick = (data: PageData, isWanted: (name: string) => boolean): PageData =>
  Object.fromEntries(Object.entries(data).filter(([name]) => isWanted(name)));

const factsOf = (data: PageData): PageData => pick(data, (name) => !SHOWN_PARTS.has(name));
const partsOf = (data: PageData): PageData => pick(data, (name) => SHOWN_PARTS.has(name));

/** What both kinds of rules find. They read the whole page: the filters after them change the tree. */
const readRules = (whole: PageSource, request: ConversionRequest): PageContent => {
  const { extractRules = {}, aiExtractRules = {} } = request;
  return defined({
    extractedData: hasEntries(extractRules) ? extractByCss(whole, extractRules) : undefined,
    aiResponse: hasEntries(aiExtractRules) ? extractByMeaning(whole, aiExtractRules) : undefined,
  });
};

/** Its limits are its own: what they cut is missing from no format. */
const discover = ({ page, parse }: BegunPage, limits: ConversionLimits): DiscoveredPage => {
  const source = pageSource(parse.root, page.url, limits, new Set());
  return { title: documentTitle(parse.root), text: writeText(source), links: collectLinks(source) };
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

/** A web page that is not parsed, or only begun. */
export interface BegunPage {
  readonly page: FetchedText;
  readonly parse: DocumentParse;
}

export const beginPage = (page: FetchedText, limits: ConversionLimits): BegunPage => ({
  page,
  parse: startParse(page.text, { limits, isXhtml: isXhtml(page.mediaType) }),
});

/** What a caller should know of the parts that are shown. */
const warningsOf = ({ source, textSource }: Shown): Pick<PageContent, 'warnings'> =>
  source.hasNoMain || textSource.hasNoMain ? { warnings: [MAIN_CONTENT_NOT_FOUND] } : {};

/** Reads what concerns the whole page, then reduces it; where the page is copied for that, only the copy is kept. */
const prepare = (begun: BegunPage, request: ConversionRequest, limits: ConversionLimits): Prepared => {
  const { page, parse } = begun;
  const parsed = parse.finish();
  const discovered = request.discovers === true ? discover(begun, limits) : undefined;
  const limitsHit = new Set<ConversionLimitName>(parsed.limitsHit);
  const hasRules = hasEntries(request.extractRules) || hasEntries(request.aiExtractRules);
  if (filtersBySelector(request) || hasRules) completeTree(parsed.root);
  const whole = pageSource(parsed.root, page.url, limits, limitsHit);
  const title = request.title === true ? documentTitle(parsed.root) : undefined;
  const found: PageContent = { ...readRules(whole, request), ...defined({ title, discovered }) };
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
  if (formats.includes('markdown')) content.markdown = writeMarkdown(source, source.root, request);
  if (formats.includes('json')) {
    const data = readPageData(source);
    content.json = facts ? { ...facts, ...partsOf(data) } : data;
  }
  addForModels(content, request);
  if (links) content.links = collectLinks(source);
  if (emails) content.emails = collectEmails(source);
  return content;
};

/** A page that is returned as it came: only its start is read, for the title. */
const convertUnread = ({ page, parse }: BegunPage, { formats, title }: ConversionRequest): PageContent => {
  if (title === true && parse.root.children.length === 0) parse.readStart(SHAPE_LIMITS);
  return defined({
    content: formats.includes('html') ? page.text : undefined,
    title: title === true ? documentTitle(parse.root) : undefined,
  });
};

/** Formats, links, addresses and rules of a web page, its tree built once. */
export const convertHtml = (begun: BegunPage, request: ConversionRequest, limits: ConversionLimits): PageContent => {
  const { page } = begun;
  if (!asksForTree(request)) return convertUnread(begun, request);
  const prepared = prepare(begun, request, limits);
  const content: PageContent = {
    ...writeFormats(page, prepared, request),
    ...prepared.found,
    ...warningsOf(prepared),
  };
  const { limitsHit } = prepared.source;
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};
