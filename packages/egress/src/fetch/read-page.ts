import { judgeDocument, type FetchedDocument } from '@quarry/verdict';
import type { CookieChange, Verdict } from '@quarry/contracts';
import type { FetchedPage, FetchRequest, ReadDocument } from '../port.js';
import type { RawPage } from './raw-page.js';

export interface ReadPage {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly warnings?: readonly string[] | undefined;
  readonly page: FetchedPage;
  readonly cookieChanges?: readonly CookieChange[] | undefined;
}

const RENDERED_TYPE = 'text/html; charset=utf-8';

const toDocument = (raw: RawPage, request: FetchRequest): FetchedDocument => ({
  purpose: request.purpose,
  requestedUrl: request.url,
  url: raw.url,
  statusCode: raw.statusCode,
  headers: raw.headers,
  tier: request.tier,
  isRedirected: raw.isRedirected,
  bytes: raw.body,
  contentType: raw.isRendered ? RENDERED_TYPE : raw.headers['content-type'],
});

const warningsOf = (raw: RawPage, read: ReadDocument): Pick<ReadPage, 'warnings'> => {
  const warnings = [...(read.warnings ?? []), ...(raw.warnings ?? [])];
  return warnings.length > 0 ? { warnings } : {};
};

const describe = (raw: RawPage, read: ReadDocument): ReadPage => ({
  ...read.judgement,
  ...warningsOf(raw, read),
  ...(raw.cookieChanges ? { cookieChanges: raw.cookieChanges } : {}),
  page: {
    url: raw.url,
    statusCode: raw.statusCode,
    statusText: raw.statusText,
    headers: raw.headers,
    body: read.body,
    text: read.text,
    mediaType: read.mediaType,
    screenshot: raw.screenshot,
    preview: raw.preview,
    pdf: raw.pdf,
    scenario: raw.scenario,
  },
});

const readHere = (document: FetchedDocument): ReadDocument => ({ ...judgeDocument(document), body: document.bytes });

/** Decodes and judges what a tier has fetched. */
export const judgePage = (raw: RawPage, request: FetchRequest): ReadPage =>
  describe(raw, readHere(toDocument(raw, request)));

/** The same by the request's own reader, if it has one. Rejects with the signal's reason. */
export const readPage = async (raw: RawPage, request: FetchRequest, signal: AbortSignal): Promise<ReadPage> => {
  const { readDocument: readElsewhere } = request;
  if (!readElsewhere) return judgePage(raw, request);
  return describe(raw, await readElsewhere(toDocument(raw, request), signal));
};
