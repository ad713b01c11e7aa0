import type { Browser, BrowserContext, HTTPResponse, Page } from 'puppeteer-core';
import type { BrowserIdentity } from '../browser-identity.js';
import type { EgressProxy } from '../egress-proxy.js';
import { withoutUserinfo } from '../http-tier.js';
import type { FetchRequest } from '../port.js';
import { answered, unanswered, type TierResult } from '../raw-page.js';
import type { TargetRule } from '../target-rule.js';
import { createRefetch, readExactBytes, type Refetch } from './document-bytes.js';
import { trackDocument, type DocumentTrack } from './document-track.js';
import { readNetError, toNavigationFailure } from './navigation-error.js';
import { guardPage, type PageGuard } from './page-guard.js';
import { HARDEN_SCRIPT } from './page-scripts.js';
import { settlePage } from './settle-page.js';
import { takeScreenshot, VIEWPORT } from './take-screenshot.js';

export interface RenderOptions {
  readonly browser: Browser;
  readonly proxy: EgressProxy;
  readonly request: FetchRequest;
  readonly rule: TargetRule;
  readonly identity: BrowserIdentity;
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal;
}

/** `Refetch`: the document is none that a browser renders; fetch it as it is. `crashed`: page or browser broke down. */
export type RenderEnd = TierResult | Refetch | 'crashed';

interface ShownPage {
  readonly page: Page;
  readonly options: RenderOptions;
  readonly guard: PageGuard;
  readonly track: DocumentTrack;
}

const RENDERED_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml|multipart\/x-mixed-replace)\b/i;
const ENDLESS_TYPE = /^\s*multipart\/x-mixed-replace\b/i;
const NO_CONTENT = new Set([204, 205]);
/** Longest wait for a page to be gone, opened or not; a browser that takes longer is hung. */
export const CLOSE_TIMEOUT_MS = 5_000;

const preparePage = async (page: Page, { identity, request }: RenderOptions): Promise<void> => {
  const callerAgent = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const { brands, userAgent, majorVersion } = identity;
  await page.setViewport(VIEWPORT);
  await page.evaluateOnNewDocument(HARDEN_SCRIPT);
  await page.setUserAgent({
    userAgent: callerAgent ?? userAgent,
    userAgentMetadata: {
      brands: [...brands],
      fullVersion: `${majorVersion}.0.0.0`,
      platform: 'Linux',
      platformVersion: '',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  });
};

const readHtml = async (page: Page): Promise<string> => {
  const session = await page.createCDPSession();
  try {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    return (await session.send('DOM.getOuterHTML', { nodeId: root.nodeId })).outerHTML;
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

const isRendered = (response: HTTPResponse): boolean => {
  const { 'content-type': type, 'content-disposition': disposition = '' } = response.headers();
  return (type === undefined || RENDERED_TYPE.test(type)) && !/^\s*attachment\b/i.test(disposition);
};

const failNavigation = (options: RenderOptions, guard: PageGuard, error: unknown, url: string): TierResult => {
  const refusal = guard.refusal();
  if (refusal) return unanswered('forbidden', refusal);
  const seen = options.proxy.failureOf(url);
  if (seen) return unanswered(seen.verdict, seen.reason);
  if (options.proxy.isOverTraffic()) return unanswered('too_large', 'traffic_too_large');
  return toNavigationFailure(readNetError(error));
};

/** What a navigation that showed nothing means: an empty answer, a download, or a failure. */
const endWithoutPage = async (shown: ShownPage, error: unknown): Promise<RenderEnd> => {
  const { page, options, guard, track } = shown;
  const response = track.current();
  const code = readNetError(error);
  const isEmpty = response && (response.status() >= 400 || NO_CONTENT.has(response.status()));
  if (isEmpty) {
    return answered({ ...describeAnswer(response, track, response.url()), body: new Uint8Array(), isRendered: false });
  }
  const url = response?.url() ?? track.askedUrl();
  // A download, or an answer such as 304 that the browser keeps to itself.
  const isDropped = code === 'ERR_ABORTED' && guard.refusal() === undefined && !options.proxy.failureOf(url);
  if (!isDropped) return failNavigation(options, guard, error, track.askedUrl());
  return createRefetch(page, url, options.request, track.isRedirected());
};

/** The document as it came, for types that a browser shows in a viewer or saves. */
const readBytes = async ({ page, options, track }: ShownPage, response: HTTPResponse): Promise<RenderEnd> => {
  const body = await readExactBytes(response);
  if (!body) return createRefetch(page, response.url(), options.request, track.isRedirected());
  if (body.byteLength > options.maxBodyBytes) return unanswered('too_large', 'body_too_large');
  return answered({ ...describeAnswer(response, track, response.url()), body, isRendered: false });
};

const readDocument = async (shown: ShownPage): Promise<RenderEnd> => {
  const { page, track, options, guard } = shown;
  const { request, signal, maxBodyBytes } = options;
  const response = track.latest();
  if (!response) return unanswered('connection_error', 'no_document');
  const cutBy = track.cutBy();
  if (cutBy !== undefined) return failNavigation(options, guard, `net::${cutBy}`, response.url());
  if (!isRendered(response)) return readBytes(shown, response);
  const screenshot = request.screenshot ? await takeScreenshot(page, signal) : undefined;
  const body = Buffer.from(await readHtml(page), 'utf8');
  if (body.byteLength > maxBodyBytes) return unanswered('too_large', 'body_too_large');
  return answered({ ...describeAnswer(response, track, page.url()), body, isRendered: true, screenshot });
};

/** Settles the page, and again as long as its last document is not here as a whole. */
const settleWhole = async ({ page, track, options }: ShownPage): Promise<void> => {
  await settlePage(page, options.signal);
  const isEndless = () => ENDLESS_TYPE.test(track.latest()?.headers()['content-type'] ?? '');
  while (!track.isReceived() && !isEndless()) {
    await track.nextEnd();
    await settlePage(page, options.signal);
  }
};

const untilCut = async (track: DocumentTrack): Promise<void> => {
  while (track.cutBy() === undefined) await track.nextEnd();
};

const drivePage = async (page: Page, context: BrowserContext, options: RenderOptions): Promise<RenderEnd> => {
  const { request, rule } = options;
  const track = trackDocument(page, request.url);
  await preparePage(page, options);
  const guard = await guardPage({ page, context, request, rule });
  const shown = { page, options, guard, track };
  try {
    const shows = page.goto(request.url, { waitUntil: 'domcontentloaded', timeout: 0 });
    // A document that was cut short may never count as parsed.
    await Promise.race([shows, untilCut(track)]);
  } catch (error) {
    return endWithoutPage(shown, error);
  }
  if (track.cutBy() === undefined) await settleWhole(shown);
  // A script or a refresh may have led on to where nothing answered.
  if (guard.refusal()) return unanswered('forbidden', guard.refusal() ?? 'address');
  if (page.url().startsWith('chrome-error:')) return endWithoutPage(shown, undefined);
  return readDocument(shown);
};

const whenCrashed = (page: Page): Promise<'crashed'> =>
  new Promise((resolve) => page.once('error', () => resolve('crashed')));

const whenAborted = (signal: AbortSignal): Promise<RenderEnd> =>
  new Promise((resolve) => {
    const end = () => resolve(unanswered('page_timeout', 'not_rendered'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** Closes what was opened, or is being opened still; false when the browser does not do so in time, or opens nothing. */
const closeOpened = async (opening: Promise<BrowserContext>, browser: Browser): Promise<boolean> => {
  const closed = opening.then(
    (context) =>
      context.close().then(
        () => true,
        () => true,
      ),
    () => !browser.connected,
  );
  if (!browser.connected) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CLOSE_TIMEOUT_MS);
  });
  const isClosed = await Promise.race([closed, late]);
  clearTimeout(timer);
  return isClosed;
};

export interface RenderOutcome {
  readonly end: RenderEnd;
  /** The browser no longer does as it is told. */
  readonly isHung: boolean;
}

/** Renders one page in a context of its own, which is gone afterwards. */
export const renderPage = async (options: RenderOptions): Promise<RenderOutcome> => {
  const { browser, proxy, signal } = options;
  const opening = browser.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  });
  const aborted = whenAborted(signal);
  const drive = async (context: BrowserContext): Promise<RenderEnd> => {
    const page = await context.newPage();
    return Promise.race([drivePage(page, context, options), whenCrashed(page)]);
  };
  const driven = opening.then(
    (context) => drive(context).catch((error: unknown) => failOpen(browser, error)),
    // No page has had a part in this: it is worth another browser.
    (): RenderEnd => 'crashed',
  );
  const end = await Promise.race([driven, aborted]);
  const isClosed = await closeOpened(opening, browser);
  return { end: browser.connected ? end : 'crashed', isHung: !isClosed };
};

const failOpen = (browser: Browser, error: unknown): RenderEnd =>
  browser.connected ? toNavigationFailure(readNetError(error)) : 'crashed';
