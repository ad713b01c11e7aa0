import { CHARSET_MISMATCH, decodeBody, documentKind, sniffMediaType } from '@quarry/html';
import type { Evidence, Judgement } from './evidence/evidence.js';
import { judge, type ReadShape } from './judge.js';

/** A document as received, with what its verdict needs. */
export interface FetchedDocument extends Omit<Evidence, 'text' | 'mediaType' | 'bodyBytes'> {
  readonly bytes: Uint8Array;
  /** The Content-Type header. */
  readonly contentType?: string | undefined;
}

export interface JudgedDocument {
  readonly judgement: Judgement;
  /** Essence of the content type, such as `text/html`; sniffed where none is declared. */
  readonly mediaType: string;
  /** The decoded text; absent for binary documents. */
  readonly text?: string;
  /** Of the text, as `decodeBody` names it. */
  readonly encoding?: string;
  /** What a caller should know of the document besides its verdict; absent if there is nothing. */
  readonly warnings?: readonly string[];
}

/** Warning about a document of 0 bytes. */
export const EMPTY_DOCUMENT = 'empty_document';

/** Reason of a response such as 304 or 300 that is neither a page nor leads to one. */
export const REDIRECT_WITHOUT_LOCATION = 'redirect_without_location';

/** A followed redirect never gets here: this one leads nowhere, and its body is not a page. */
const isLeadingNowhere = ({ verdict }: Judgement, statusCode: number): boolean =>
  statusCode >= 300 && statusCode < 400 && (verdict === 'ok' || verdict === 'empty');

/** No bytes are a text, whatever type was declared for them. */
const mediaTypeOf = (bytes: Uint8Array, contentType: string | undefined): string => {
  const mediaType = sniffMediaType(bytes, contentType);
  return bytes.byteLength === 0 && documentKind(mediaType) === 'binary' ? 'text/plain' : mediaType;
};

const warningsOf = (bytes: Uint8Array, isContradicted: boolean): readonly string[] => [
  ...(bytes.byteLength === 0 ? [EMPTY_DOCUMENT] : []),
  ...(isContradicted ? [CHARSET_MISMATCH] : []),
];

/** Decodes a document and judges it. `readShape`: as `judge` takes it. */
export const judgeDocument = (document: FetchedDocument, readShape?: ReadShape): JudgedDocument => {
  const { bytes, contentType, ...evidence } = document;
  const mediaType = mediaTypeOf(bytes, contentType);
  const isText = documentKind(mediaType) !== 'binary';
  const decoded = isText ? decodeBody(bytes, contentType) : undefined;
  const told = judge({ ...evidence, text: decoded?.text, mediaType, bodyBytes: bytes.byteLength }, readShape);
  const judgement: Judgement = isLeadingNowhere(told, evidence.statusCode)
    ? { verdict: 'target_5xx', reason: REDIRECT_WITHOUT_LOCATION }
    : told;
  const warnings = warningsOf(bytes, decoded?.contradicts !== undefined);
  return {
    ...{ judgement, mediaType },
    ...(decoded ? { text: decoded.text, encoding: decoded.encoding } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
};
