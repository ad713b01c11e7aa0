import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import { readNetError } from './navigation-error.js';

/** Follows the main frame from document to document. */
export interface DocumentTrack {
  /** The response whose document is shown, or that came last. */
  latest(): HTTPResponse | undefined;
  askedUrl(): string;
  /** The last request submitted a form. */
  isFormAsked(): boolean;
  /** The response to the last request; not that of an earlier hop. */
  current(): HTTPResponse | undefined;
  isRedirected(): boolean;
  /** Number of responses so far, redirecting ones included. */
  count(): number;
  /** A document was requested and its target has not responded yet. */
  isAwaited(): boolean;
  /** False while the latest document's body is still on its way. */
  isReceived(): boolean;
  /** Resolves when the body of a document has ended or failed. */
  nextEnd(): Promise<void>;
  /** The browser's code for why the latest document is incomplete; undefined if it is complete, or if the page itself left it. */
  cutBy(): string | undefined;
}

/** Responses after which the page stays where it is. */
const NO_CONTENT = new Set([204, 205]);
/** The page left the document or it is a download; an error status without a body. */
const NOT_CUT = new Set(['ERR_ABORTED', 'ERR_HTTP_RESPONSE_CODE_FAILURE']);

export const trackDocument = (page: Page, startUrl: string): DocumentTrack => {
  let document: HTTPResponse | undefined;
  let askedUrl = startUrl;
  let isFormAsked = false;
  let awaited: HTTPRequest | undefined;
  let count = 0;
  let isShown = false;
  const ended = new WeakSet<HTTPRequest>();
  let waiting: (() => void)[] = [];
  const isDocument = (request: HTTPRequest) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  const end = (request: HTTPRequest) => {
    if (!isDocument(request)) return;
    if (request === awaited) awaited = undefined;
    ended.add(request);
    for (const wake of waiting.splice(0)) wake();
  };
  page.on('request', (request) => {
    if (!isDocument(request)) return;
    awaited = request;
    askedUrl = request.url();
    isFormAsked = request.method() === 'POST';
  });
  page.on('response', (response) => {
    if (!isDocument(response.request())) return;
    if (response.request() === awaited) awaited = undefined;
    if (isShown && NO_CONTENT.has(response.status())) return;
    count += 1;
    document = response;
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) isShown = true;
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    latest: () => document,
    askedUrl: () => askedUrl,
    isFormAsked: () => isFormAsked,
    current: () => (document?.url() === askedUrl ? document : undefined),
    isRedirected: () => count > 1,
    count: () => count,
    isAwaited: () => awaited !== undefined,
    isReceived: () => document === undefined || ended.has(document.request()),
    nextEnd: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
      }),
    cutBy: () => {
      const code = readNetError(document?.request().failure()?.errorText);
      return code !== undefined && NOT_CUT.has(code) ? undefined : code;
    },
  };
};
