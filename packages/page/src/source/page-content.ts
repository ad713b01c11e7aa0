import type { AiRules, ExtractRules } from '@quarry/contracts';
import type { MarkdownChunk } from '../chunks/chunk-markdown.js';
import type { CountTokens } from '../chunks/cut-block.js';
import type { ConversionLimitName, ConversionLimits } from './conversion-limits.js';

/** What a CSS rule finds: a text, nothing, or lists and objects of the same. */
export type ExtractedValue = string | null | ExtractedValue[] | { [name: string]: ExtractedValue };

export type PageFormat = 'html' | 'text' | 'markdown' | 'json';

export interface FetchedText {
  /** The decoded document, as served or rendered. */
  readonly text: string;
  /**
   * Final URL; relative addresses refer to it unless the page names a base. Empty for a document without one: relative
   * addresses then stay in the markdown unchanged, and `links` has the absolute ones.
   */
  readonly url: string;
  readonly mediaType: string;
}

export interface ConversionRequest {
  readonly formats: readonly PageFormat[];
  readonly links: boolean;
  readonly emails: boolean;
  /**
   * CSS selectors: only what matches is kept, the outermost elements in page order; no match leaves an empty page. They passed
   * the contract's check. The filters run in the order given here and concern all formats, the links and the addresses; what
   * the page says of itself (title, byline, openGraph, jsonLd and the like in `json`) and both kinds of rules read the whole
   * page. Without filters the html is the document as received; with them it is serialized again, without what they removed.
   */
  readonly includeOnlyTags?: readonly string[] | undefined;
  /** CSS selectors: what matches is dropped. */
  readonly excludeTags?: readonly string[] | undefined;
  /** Takes inline (`data:`) pictures out: sources, candidates, posters, pictures in style rules. Their elements stay. */
  readonly removeBase64Images?: boolean | undefined;
  /** Formats show the main content only; links and e-mails too. */
  readonly onlyMainContent?: boolean | undefined;
  /**
   * Name to `"css"` for the visible text or `"css @attribute"` for the attribute's value, where addresses (href, src, srcset,
   * action, poster and the like) are made absolute; or to a rule that says its type and output.
   */
  readonly extractRules?: ExtractRules | undefined;
  readonly aiExtractRules?: AiRules | undefined;
  /** Markdown shows links as their text alone, and no images. */
  readonly dropLinks?: boolean | undefined;
  readonly dropImages?: boolean | undefined;
  /** Counts the tokens of the markdown. */
  readonly tokenCount?: boolean | undefined;
  /** Cuts the markdown into chunks of at most so many tokens. */
  readonly chunks?: { readonly maxTokens: number } | undefined;
  /** Default: `estimateTokens`. */
  readonly countTokens?: CountTokens | undefined;
  /** Reads the title of a web page, PDF or office document. */
  readonly title?: boolean | undefined;
  /** Of a web page, also reads what a crawl goes by. */
  readonly discovers?: boolean | undefined;
  readonly limits?: Partial<ConversionLimits>;
}

/** What a crawl goes by: the whole page, whatever is shown of it. */
export interface DiscoveredPage {
  readonly title?: string | undefined;
  /** As the text format has it. */
  readonly text?: string | undefined;
  /** As `PageContent.links`. */
  readonly links?: readonly string[] | undefined;
}

/** What was requested, and nothing else: a key is present exactly when its format was requested and the document allows it. */
export interface PageContent {
  /** The document's html (or its own text, where it is another kind of text), unchanged unless a filter was asked for. */
  content?: string;
  text?: string;
  markdown?: string;
  tokenCount?: number;
  /** All of the markdown, in order. */
  chunks?: MarkdownChunk[];
  /** Of the document itself, at most `TITLE_MAX_CHARS` long. */
  title?: string;
  discovered?: DiscoveredPage;
  /** A web page as data (`PageData`); the parsed value of a JSON document. */
  json?: unknown;
  /** Absolute http(s) addresses, page order, unique. */
  links?: string[];
  /** Lower case, unique. */
  emails?: string[];
  /** By rule: nothing found null, one match its text, several a list; of a rule of type `list` always a list. */
  extractedData?: Record<string, ExtractedValue>;
  /** By rule: the typed value the page shows, or null. */
  aiResponse?: Record<string, unknown>;
  /** The media type, where nothing requested can be made of it. */
  unsupported?: string;
  /** What to know of the outputs besides. */
  warnings?: ConversionWarning[];
  /** Names of limits the document ran into; what they cut is missing from the outputs. */
  limitsHit?: ConversionLimitName[];
}

/** Warning about a page whose main content was asked for: none was found, and the outputs show all of the page. */
export const MAIN_CONTENT_NOT_FOUND = 'main_content_not_found';

export type ConversionWarning = typeof MAIN_CONTENT_NOT_FOUND;

export interface PageTable {
  caption?: string;
  /** First row, where the table marks it as its heading. */
  headers?: string[];
  rows: string[][];
}

/** What a page is for; what `onlyMainContent` keeps of it follows from that. */
export type PageKind =
  /** One text to read: news, a post, an encyclopedia's entry. */
  | 'article'
  /** One thing on offer: goods, software, a home. */
  | 'product'
  /** Many things that have pages of their own: results, a category, a directory. */
  | 'listing'
  /** A discussion: a question with its answers, a topic of a forum, a report with its comments. */
  | 'thread'
  /** How something is used: a manual, a reference. */
  | 'documentation'
  /** One person, organisation or business. */
  | 'profile'
  /** One event, with its time and place. */
  | 'event'
  /** One dish, with what goes into it and how it is made. */
  | 'recipe';

export interface PageKindGuess {
  readonly kind: PageKind;
  /** 0.5 to 1: how much of the evidence is for this kind. */
  readonly confidence: number;
}

/** A page as data. Absent is absent: a field the page does not carry is left out. */
export interface PageData {
  title?: string;
  byline?: string;
  /** As the page gives it; ISO 8601 on most pages. */
  published?: string;
  /** BCP 47. */
  language?: string;
  description?: string;
  canonical?: string;
  /** Property names without their `og:`; a list where the page repeats one. */
  openGraph?: Record<string, string | string[]>;
  jsonLd?: unknown[];
  microdata?: MicrodataItem[];
  headings?: { level: number; text: string }[];
  tables?: PageTable[];
  /** A guess, by what the whole page states and looks like. Absent where that says too little. */
  pageKind?: PageKindGuess;
  /** The main part of the page as plain text. */
  text?: string;
}

export interface MicrodataItem {
  type?: string[];
  id?: string;
  properties: Record<string, (string | MicrodataItem)[]>;
}
