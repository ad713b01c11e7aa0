import type { Verdict } from '@quarry/contracts';
import { judgeDocument, readShapeOf, type FetchedDocument, type JudgedDocument } from '@quarry/verdict';
import { beginPage, type BegunPage, convertHtml } from './convert/convert-html.js';
import { convertPage } from './convert/convert-page.js';
import { DEFAULT_CONVERSION_LIMITS } from './source/conversion-limits.js';
import type { ConversionRequest, PageContent } from './source/page-content.js';

/** What to make of a document at once where its verdict allows it. */
export interface DocumentConversion {
  readonly request: ConversionRequest;
  /** After any other verdict nothing is made. */
  readonly verdicts: ReadonlySet<Verdict>;
}

export interface DocumentReading extends JudgedDocument {
  /** The result of `convertPage`, for a text whose verdict allows it. */
  readonly content?: PageContent;
}

/** Judges a document and, where its verdict allows that, converts it; it is parsed once for both. */
export const readDocument = (document: FetchedDocument, { request, verdicts }: DocumentConversion): DocumentReading => {
  const { url } = document;
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...request.limits };
  let begun: BegunPage | undefined;
  const judged = judgeDocument(document, (text, mediaType) => {
    begun = beginPage({ text, url, mediaType }, limits);
    return readShapeOf(begun.parse);
  });
  const { judgement, mediaType, text } = judged;
  if (!verdicts.has(judgement.verdict) || text === undefined) return judged;
  const content = begun ? convertHtml(begun, request, limits) : convertPage({ text, url, mediaType }, request);
  return { ...judged, content };
};
