import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer-core';
import { readNetError } from './navigation-error.js';

/** Follows the main frame from document to document. */
export interface DocumentTrack {
  /** The answer whose document is shown, or was brought last. */
  latest(): HTTPResponse | undefined;
  askedUrl(): string;
  /** What was asked last was a form that was sent. */
  isFormAsked(): boolean;
  /** The answer to what was asked last; an earlier hop's does not count. */
  current(): HTTPResponse | undefined;
  isRedirected(): boolean;
  /** Answers so far, those that led on included. */
  count(): number;
  /** A document was asked for and its target has not answered yet. */
  isAwaited(): boolean;
  /** False while the latest document's body is still on its way. */
  isReceived(): boolean;
  /** Resolves when the body of any document has ended, one way or the other. */
  nextEnd(): Promise<void>;
  /** The browser's code for what cut the latest document short; undefined for a whole one, or one the page itself left. */
  cutBy(): string | undefined;
}

/** Answers that leave the page where it is. */
const NO_CONTENT = new Set([204, 205]);
/** Left by the page or saved as a file; an error status without a body. */
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
