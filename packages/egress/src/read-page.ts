import { decodeBody, judge, sniffMediaType } from '@quarry/extract';
import type { Verdict } from '@quarry/contracts';
import type { FetchedPage, FetchRequest } from './port.js';
import type { RawPage } from './raw-page.js';

export interface ReadPage {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly page: FetchedPage;
}

const TEXT_MEDIA_TYPE =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml)|application\/(?:javascript|ecmascript|x-javascript|ld\+json|x-ndjson|yaml|x-yaml)|image\/svg\+xml)$/;

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
    ...(TEXT_MEDIA_TYPE.test(mediaType) ? { text: decodeBody(raw.body, contentType).text } : {}),
    mediaType,
    ...(raw.screenshot ? { screenshot: raw.screenshot } : {}),
  };
};

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
  return { verdict, ...(reason === undefined ? {} : { reason }), page };
};
