import type { Verdict } from '@quarry/contracts';
import { beginPage, type BegunPage, convertHtml } from '../page/convert-html.js';
import { convertPage } from '../page/convert-page.js';
import { DEFAULT_CONVERSION_LIMITS } from '../page/conversion-limits.js';
import type { ConversionRequest, PageContent } from '../page/page-content.js';
import type { Evidence, Judgement } from '../verdict/evidence.js';
import { judge } from '../verdict/judge.js';
import { readShapeOf } from '../verdict/page-shape.js';
import { decodeBody } from './decode-body.js';
import { documentKind, sniffMediaType } from './media-type.js';

/** A document as it came, with what its verdict needs. */
export interface FetchedDocument extends Omit<Evidence, 'text' | 'mediaType' | 'bodyBytes'> {
  readonly bytes: Uint8Array;
  /** The header that speaks of the bytes. */
  readonly contentType?: string | undefined;
}

/** What is made of a document at once where its verdict allows it. */
export interface DocumentConversion {
  readonly request: ConversionRequest;
  /** After any other verdict nothing is made. */
  readonly verdicts: ReadonlySet<Verdict>;
}

export interface DocumentReading {
  readonly judgement: Judgement;
  /** Essence of the content type, such as `text/html`; sniffed where none is told. */
  readonly mediaType: string;
  /** The decoded text; absent for binary documents. */
  readonly text?: string;
  /** Of the text, as `decodeBody` names it. */
  readonly encoding?: string;
  /** Of a text whose verdict allows it, what `convertPage` makes of it. */
  readonly content?: PageContent;
}

/** Reason of an answer such as 304 or 300 that is neither a page nor the way to one. */
export const REDIRECT_WITHOUT_LOCATION = 'redirect_without_location';

/** A redirect that was followed never gets here: this one leads nowhere, and its body is no page. */
const isLeadingNowhere = (statusCode: number): boolean => statusCode >= 300 && statusCode < 400;

/** Decodes a document, judges it and, where that is asked for, converts it; it is parsed once for both. */
export const readDocument = (document: FetchedDocument, conversion?: DocumentConversion): DocumentReading => {
  const { bytes, contentType, ...evidence } = document;
  const mediaType = sniffMediaType(bytes, contentType);
  const isText = documentKind(mediaType) !== 'binary';
  const decoded = isText ? decodeBody(bytes, contentType) : undefined;
  const text = decoded?.text;
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...conversion?.request.limits };
  let begun: BegunPage | undefined;
  const told = judge({ ...evidence, text, mediaType, bodyBytes: bytes.byteLength }, (html) => {
    begun = beginPage({ text: html, url: evidence.url, mediaType }, limits);
    return readShapeOf(begun.parse);
  });
  const judgement: Judgement =
    told.verdict === 'ok' && isLeadingNowhere(evidence.statusCode)
      ? { verdict: 'target_5xx', reason: REDIRECT_WITHOUT_LOCATION }
      : told;
  const shared = { judgement, mediaType, ...decoded };
  if (!conversion?.verdicts.has(judgement.verdict) || text === undefined) return shared;
  const { request } = conversion;
  const content = begun
    ? convertHtml(begun, request, limits)
    : convertPage({ text, url: evidence.url, mediaType }, request);
  return { ...shared, content };
};
