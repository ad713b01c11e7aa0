import { decodeBody, documentKind, judge, sniffMediaType } from '@quarry/extract';
import type { Verdict } from '@quarry/contracts';
import type { FetchedPage, FetchRequest } from './port.js';
import type { RawPage } from './raw-page.js';

export interface ReadPage {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly page: FetchedPage;
}

/** Reason of an answer such as 304 or 300 that is neither a page nor the way to one. */
export const REDIRECT_WITHOUT_LOCATION = 'redirect_without_location';

const RENDERED_TYPE = 'text/html; charset=utf-8';

const describe = (raw: RawPage): FetchedPage => {
  const contentType = raw.isRendered ? RENDERED_TYPE : raw.headers['content-type'];
  const mediaType = sniffMediaType(raw.body, contentType);
  return {
    url: raw.url,
    statusCode: raw.statusCode,
    statusText: raw.statusText,
    headers: raw.headers,
    body: raw.body,
    ...(documentKind(mediaType) !== 'binary' ? { text: decodeBody(raw.body, contentType).text } : {}),
    mediaType,
    ...(raw.screenshot ? { screenshot: raw.screenshot } : {}),
  };
};

/** A redirect that was followed never gets here: this one leads nowhere, and its body is no page. */
const isLeadingNowhere = (statusCode: number): boolean => statusCode >= 300 && statusCode < 400;

/** Decodes what a tier brought and has it judged. */
export const readPage = (raw: RawPage, request: FetchRequest): ReadPage => {
  const page = describe(raw);
  const { verdict, reason } = judge({
    purpose: request.purpose,
    requestedUrl: request.url,
    url: raw.url,
    statusCode: raw.statusCode,
    headers: raw.headers,
    ...(page.text === undefined ? {} : { text: page.text }),
    mediaType: page.mediaType,
    tier: request.tier,
    bodyBytes: raw.body.byteLength,
    isRedirected: raw.isRedirected,
  });
  if (verdict === 'ok' && isLeadingNowhere(raw.statusCode)) {
    return { verdict: 'target_5xx', reason: REDIRECT_WITHOUT_LOCATION, page };
  }
  return { verdict, ...(reason === undefined ? {} : { reason }), page };
};
