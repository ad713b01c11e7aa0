import { DEFAULT_PARSE_LIMITS, type ParseLimits } from '@quarry/html';

/** Bounds on one PDF document. What they cut is missing from the outputs, and `limitsHit` names them. */
export interface PdfLimits {
  /** Pages read, from the first. */
  readonly maxPdfPages: number;
  /** Units of text read in all. */
  readonly maxPdfChars: number;
  /** Processor time after which no further page is read. */
  readonly maxPdfMs: number;
}

/** Bounds on one document of the office formats. What they cut is missing from the outputs, and `limitsHit` names them. */
export interface OfficeLimits {
  /** Units of html made of the document, tags of tables apart. */
  readonly maxOfficeChars: number;
  /** Cells of all tables, empty ones between others included. */
  readonly maxOfficeCells: number;
  /** Rows of all sheets. */
  readonly maxOfficeRows: number;
  /** Slides read, from the first. */
  readonly maxOfficeSlides: number;
  /** Chapters of a book read, from the first. */
  readonly maxOfficeChapters: number;
  /** Processor time after which nothing further is read. */
  readonly maxOfficeMs: number;
}

/** Bounds on what one page may make of its outputs. Beyond them output is left out, and `limitsHit` names the bound. */
export interface ConversionLimits extends ParseLimits, PdfLimits, OfficeLimits {
  /** Nested quotes and lists that are still shown as such; deeper ones continue at the last level. */
  readonly maxContainerDepth: number;
  readonly maxTableColumns: number;
  /** Cells that spans may add to one table. */
  readonly maxSpanCells: number;
  readonly maxLinks: number;
  readonly maxEmails: number;
  /** Structured blocks (JSON-LD, microdata items, tables, headings) kept per kind. */
  readonly maxDataItems: number;
  /** Units of one structured block's source. */
  readonly maxDataChars: number;
  /** Nested levels of data (JSON values, XML elements, microdata items): handing data on and writing it out are recursive everywhere. */
  readonly maxDataDepth: number;
  /** Element tests that a page's filters may cost, and its CSS rules in all; a rule beyond is null. */
  readonly maxSelectorSteps: number;
  /** Units of text that a page's CSS rules may give in all. */
  readonly maxRuleChars: number;
  /** Nodes of a page whose main content is looked for; a larger one is shown whole. */
  readonly maxMainNodes: number;
}

export const DEFAULT_CONVERSION_LIMITS: ConversionLimits = {
  ...DEFAULT_PARSE_LIMITS,
  maxPdfPages: 2_000,
  maxPdfChars: 8 * 1024 * 1024,
  maxPdfMs: 12_000,
  maxOfficeChars: 8 * 1024 * 1024,
  maxOfficeCells: 300_000,
  maxOfficeRows: 100_000,
  maxOfficeSlides: 2_000,
  maxOfficeChapters: 5_000,
  maxOfficeMs: 12_000,
  maxContainerDepth: 24,
  maxTableColumns: 200,
  maxSpanCells: 50_000,
  maxLinks: 200_000,
  maxEmails: 2_000,
  maxDataItems: 500,
  maxDataChars: 2 * 1024 * 1024,
  maxDataDepth: 200,
  maxSelectorSteps: 100_000_000,
  maxRuleChars: 8 * 1024 * 1024,
  maxMainNodes: 300_000,
};

export type ConversionLimitName = keyof ConversionLimits;
