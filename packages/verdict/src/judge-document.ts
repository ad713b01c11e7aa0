import { decodeBody, documentKind, sniffMediaType } from '@quarry/html';
import type { Evidence, Judgement } from './evidence.js';
import { judge, type ReadShape } from './judge.js';

/** A document as it came, with what its verdict needs. */
export interface FetchedDocument extends Omit<Evidence, 'text' | 'mediaType' | 'bodyBytes'> {
  readonly bytes: Uint8Array;
  /** The header that speaks of the bytes. */
  readonly contentType?: string | undefined;
}

export interface JudgedDocument {
  readonly judgement: Judgement;
  /** Essence of the content type, such as `text/html`; sniffed where none is told. */
  readonly mediaType: string;
  /** The decoded text; absent for binary documents. */
  readonly text?: string;
  /** Of the text, as `decodeBody` names it. */
  readonly encoding?: string;
}

/** Reason of an answer such as 304 or 300 that is neither a page nor the way to one. */
export const REDIRECT_WITHOUT_LOCATION = 'redirect_without_location';

/** A redirect that was followed never gets here: this one leads nowhere, and its body is no page. */
const isLeadingNowhere = (statusCode: number): boolean => statusCode >= 300 && statusCode < 400;

/** Decodes a document and judges it. `readShape`: as `judge` takes it. */
export const judgeDocument = (document: FetchedDocument, readShape?: ReadShape): JudgedDocument => {
  const { bytes, contentType, ...evidence } = document;
  const mediaType = sniffMediaType(bytes, contentType);
  const isText = documentKind(mediaType) !== 'binary';
  const decoded = isText ? decodeBody(bytes, contentType) : undefined;
  const told = judge({ ...evidence, text: decoded?.text, mediaType, bodyBytes: bytes.byteLength }, readShape);
  const judgement: Judgement =
    told.verdict === 'ok' && isLeadingNowhere(evidence.statusCode)
      ? { verdict: 'target_5xx', reason: REDIRECT_WITHOUT_LOCATION }
      : told;
  return { judgement, mediaType, ...decoded };
};
