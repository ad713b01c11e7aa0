import type { HTTPResponse, Page } from 'puppeteer-core';
import type { EgressProxy } from '../../egress-proxy.js';
import { FORM_LED_AWAY, FORM_LED_AWAY_MESSAGE } from '../../http/form-trail.js';
import { withoutUserinfo } from '../../http/http-tier.js';
import type { FetchRequest } from '../../port.js';
import { answered, unanswered, type TierResult } from '../../fetch/raw-page.js';
import { MESSAGE_TOO_LARGE } from '../bound-pipe.js';
import { readWarnings } from './charset-warning.js';
import { capturePage } from './pictures/capture-page.js';
import { createRefetch, readExactBytes, type Refetch } from './document-bytes.js';
import type { DocumentTrack } from './document-track.js';
import { readNetError, toNavigationFailure } from './navigation-error.js';
import type { PageGuard } from './page-guard.js';
import type { PageLimits } from './page-limits.js';

/** `Refetch`: a browser does not render the document; fetch it by plain HTTP. */
export type DocumentEnd = TierResult | Refetch;

export interface ShownPage {
  readonly page: Page;
  readonly options: {
    readonly proxy: EgressProxy;
    readonly request: FetchRequest;
    readonly maxBodyBytes: number;
    readonly signal: AbortSignal;
    readonly limits?: PageLimits | undefined;
  };
  readonly guard: PageGuard;
  readonly track: DocumentTrack;
}

const RENDERED_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml|multipart\/x-mixed-replace)\b/i;
const NO_CONTENT = new Set([204, 205]);

/** What a browser makes of no bytes. */
const NO_DOCUMENT = '<html><head></head><body></body></html>';

const hasNoBytes = async (response: HTTPResponse): Promise<boolean> =>
  response.headers()['content-length'] === '0' ||
  response.buffer().then(
    ({ byteLength }) => byteLength === 0,
    () => false,
  );

/** Undefined if the html is larger than a message of the browser may be. */
const readHtml = async (page: Page): Promise<string | undefined> => {
  const session = await page.createCDPSession();
  try {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    return (await session.send('DOM.getOuterHTML', { nodeId: root.nodeId })).outerHTML;
  } catch (error) {
    if (String(error).includes(MESSAGE_TOO_LARGE)) return undefined;
    throw error;
  } finally {
    await session.detach().catch(() => undefined);
  }
};

const describeAnswer = (response: HTTPResponse, track: DocumentTrack, url: string) => ({
  url: withoutUserinfo(new URL(url)),
  statusCode: response.status(),
  statusText: response.statusText(),
  headers: Object.fromEntries(
    Object.entries(response.headers()).map(([name, value]) => [name, value.replaceAll('\n', ', ')]),
  ),
  isRedirected: track.isRedirected(),
});

/** False for documents that a browser shows in a viewer or downloads. */
export const isRendered = (response: HTTPResponse): boolean => {
  const { 'content-type': type, 'content-disposition': disposition = '' } = response.headers();
  return (type === undefined || RENDERED_TYPE.test(type)) && !/^\s*attachment\b/i.test(disposition);
};

const failNavigation = (options: ShownPage['options'], guard: PageGuard, error: unknown, url: string): TierResult => {
  const refusal = guard.refusal();
  if (refusal) return unanswered('forbidden', refusal);
  if (guard.isFormLedAway()) return unanswered('connection_error', FORM_LED_AWAY, FORM_LED_AWAY_MESSAGE);
  const seen = options.proxy.failureOf(url);
  if (seen) return unanswered(seen.verdict, seen.reason);
  if (options.proxy.isOverTraffic()) return unanswered('too_large', 'traffic_too_large');
  return toNavigationFailure(readNetError(error));
};

/** The bytes of such a document would have to be fetched again, and a form is not sent twice. */
const FORM_WITHOUT_PAGE = unanswered(
  'unsupported',
  'form_without_page',
  'The target responds to the form with a document that a browser does not render. Fetch it without the browser.',
);

/** The end of a navigation that showed no page: an empty response, a download, or a failure. */
export const endWithoutPage = async (shown: ShownPage, error: unknown): Promise<DocumentEnd> => {
  const { page, options, guard, track } = shown;
  const response = track.current();
  const code = readNetError(error);
  const isEmpty = response && (response.status() >= 400 || NO_CONTENT.has(response.status()));
  if (isEmpty) {
    return answered({ ...describeAnswer(response, track, response.url()), body: new Uint8Array(), isRendered: false });
  }
  const url = response?.url() ?? track.askedUrl();
  // A download, or a response such as 304 that the browser does not show.
  const isDropped = code === 'ERR_ABORTED' && guard.refusal() === undefined && !options.proxy.failureOf(url);
  if (!isDropped) return failNavigation(options, guard, error, track.askedUrl());
  if (track.isFormAsked()) return FORM_WITHOUT_PAGE;
  return createRefetch(page, url, options.request, track.isRedirected());
};

/** The document as received, for types that a browser shows in a viewer or downloads. */
const readBytes = async ({ page, options, track }: ShownPage, response: HTTPResponse): Promise<DocumentEnd> => {
  const body = await readExactBytes(response);
  if (!body && track.isFormAsked()) return FORM_WITHOUT_PAGE;
  if (!body) return createRefetch(page, response.url(), options.request, track.isRedirected());
  if (body.byteLength > options.maxBodyBytes) return unanswered('too_large', 'body_too_large');
  return answered({ ...describeAnswer(response, track, response.url()), body, isRendered: false });
};

export const readDocument = async (shown: ShownPage): Promise<DocumentEnd> => {
  const { page, track, options, guard } = shown;
  const { request, signal, maxBodyBytes } = options;
  const response = track.latest();
  if (!response) return unanswered('connection_error', 'no_document');
  const cutBy = track.cutBy();
  if (cutBy !== undefined) return failNavigation(options, guard, `net::${cutBy}`, response.url());
  if (!isRendered(response)) return readBytes(shown, response);
  const { limits } = options;
  const captured = await capturePage({ page, request, statusCode: response.status(), signal, limits });
  if ('end' in captured) return captured.end;
  const html = await readHtml(page);
  const body = Buffer.from(html ?? '', 'utf8');
  if (html === undefined || body.byteLength > maxBodyBytes) return unanswered('too_large', 'body_too_large');
  const shared = { ...describeAnswer(response, track, page.url()), ...captured };
  if (html === NO_DOCUMENT && (await hasNoBytes(response))) {
    return answered({ ...shared, body: new Uint8Array(), isRendered: false });
  }
  return answered({ ...shared, body, isRendered: true, warnings: await readWarnings(response, html, body) });
};
