import type { AiRules } from '@quarry/contracts';
import type { ConversionLimitName, ConversionLimits } from './convert/conversion-limits.js';

export type PageFormat = 'html' | 'text' | 'markdown' | 'json';

export interface FetchedText {
  /** The decoded document, as served or rendered. */
  readonly text: string;
  /**
   * Final URL; relative addresses refer to it unless the page names a base. Empty for a document without one: relative
   * addresses then stay in the markdown as they stand, and `links` is the absolute ones.
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
   * page. Without filters the html is the document as it came; with them it is written anew, less what they took.
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
   * action, poster and the like) are made absolute.
   */
  readonly extractRules?: Readonly<Record<string, string>> | undefined;
  readonly aiExtractRules?: AiRules | undefined;
  readonly limits?: Partial<ConversionLimits>;
}

/** What was asked for, and nothing else: a key is there exactly when its format was asked and the document allows it. */
export interface PageContent {
  /** The document's html (or its own text, where it is another kind of text), unchanged unless a filter was asked for. */
  content?: string;
  text?: string;
  markdown?: string;
  /** A web page as data (`PageData`); the parsed value of a JSON document. */
  json?: unknown;
  /** Absolute http(s) addresses, page order, unique. */
  links?: string[];
  /** Lower case, unique. */
  emails?: string[];
  /** By rule: nothing found null, one match its text, several a list. */
  extractedData?: Record<string, string | string[] | null>;
  /** By rule: the typed value the page shows, or null. */
  aiResponse?: Record<string, unknown>;
  /** The media type, where nothing of what was asked can be made of it. */
  unsupported?: string;
  /** Names of limits the document ran into; what they cut is missing from the outputs. */
  limitsHit?: ConversionLimitName[];
}

export interface PageTable {
  caption?: string;
  /** First row, where the table marks it as its heading. */
  headers?: string[];
  rows: string[][];
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
  /** The main part of the page as plain text. */
  text?: string;
}

export interface MicrodataItem {
  type?: string[];
  id?: string;
  properties: Record<string, (string | MicrodataItem)[]>;
}
