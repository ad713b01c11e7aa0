import type { BrowserContext, Page } from 'puppeteer-core';
import type { BrowserIdentity } from '../browser-identity.js';
import type { EgressProxy } from '../egress-proxy.js';
import { pause } from '../pause.js';
import type { FetchRequest } from '../port.js';
import { unanswered } from '../raw-page.js';
import type { TargetRule } from '../target-rule.js';
import type { AdRules } from './ad-rules.js';
import type { ChromiumProcess } from './chromium-process.js';
import { closeContext } from './close-context.js';
import type { Crash } from './crash-watch.js';
import { trackDocument, type DocumentTrack } from './document-track.js';
import { readNetError, toNavigationFailure } from './navigation-error.js';
import { OPEN_TIMEOUTS, openPage, type OpenTimeouts } from './open-page.js';
import { guardPage } from './page-guard.js';
import { watchPage, type PageWatchOptions, type Stall } from './page-watch.js';
import { endWithoutPage, readDocument, type DocumentEnd, type ShownPage } from './read-document.js';
import { settlePage } from './settle-page.js';
import { LATE, within } from './within.js';

/** Bounds of a page that other bounds do not name. */
export interface PageLimits
  extends Partial<OpenTimeouts>, Pick<PageWatchOptions, 'lookEveryMs' | 'blockedMs' | 'silentMs'> {
  /** Default: `CLOSE_TIMEOUT_MS`. */
  readonly closeMs?: number | undefined;
}

export interface RenderOptions {
  readonly chromium: Pick<ChromiumProcess, 'browser' | 'crashes'>;
  readonly proxy: EgressProxy;
  readonly request: FetchRequest;
  readonly rule: TargetRule;
  readonly identity: BrowserIdentity;
  readonly maxBodyBytes: number;
  readonly adRules?: AdRules | undefined;
  readonly signal: AbortSignal;
  /** Somebody waits for this page's place. */
  readonly isWanted: () => boolean;
  readonly limits?: PageLimits | undefined;
}

/** `crashed`: page or browser broke down. */
export type RenderEnd = DocumentEnd | 'crashed';

export interface RenderOutcome {
  readonly end: RenderEnd;
  /** The browser no longer does as it is told. */
  readonly isHung: boolean;
}

/** How often a document is looked at whose end has not been told, how often at most, and for how many looks it must be complete. */
const END_LOOK_MS = 1_000;
const MAX_END_LOOKS = 600;
const COMPLETE_LOOKS = 3;

const ENDLESS_TYPE = /^\s*multipart\/x-mixed-replace\b/i;

const isLedAway = ({ page, guard }: ShownPage): boolean =>
  guard.refusal() !== undefined || page.url().startsWith('chrome-error:');

const isComplete = (page: Page): Promise<boolean> =>
  page.evaluate(`document.readyState === 'complete'`).then(
    (complete) => complete === true,
    () => false,
  );

/**
 * Settles the page, and again as long as its last document is not here as a whole. The browser does not always tell the end
 * of a document that a script led away from: one that is complete for some looks is taken for whole.
 */
const settleWhole = async (shown: ShownPage): Promise<void> => {
  const { page, track, options } = shown;
  await settlePage(page, options.signal);
  const isEndless = () => ENDLESS_TYPE.test(track.latest()?.headers()['content-type'] ?? '');
  let completeLooks = 0;
  for (let look = 0; look < MAX_END_LOOKS && completeLooks < COMPLETE_LOOKS; look += 1) {
    if (track.isReceived() || isEndless() || isLedAway(shown) || options.signal.aborted || page.isClosed()) return;
    const over = new AbortController();
    const hasEnded = await Promise.race([
      track.nextEnd().then(() => true),
      pause(END_LOOK_MS, AbortSignal.any([options.signal, over.signal])).then(() => false),
    ]);
    over.abort();
    if (hasEnded) await settlePage(page, options.signal);
    else completeLooks = (await isComplete(page)) ? completeLooks + 1 : 0;
  }
};

const untilCut = async (track: DocumentTrack): Promise<void> => {
  while (track.cutBy() === undefined) await track.nextEnd();
};

const showPage = async (
  page: Page,
  context: BrowserContext,
  track: DocumentTrack,
  options: RenderOptions,
): Promise<RenderEnd> => {
  const { request, rule } = options;
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

const endStalled = (how: Stall): RenderEnd => unanswered('page_timeout', how);

const endCrashed = (how: Crash): RenderEnd =>
  how === 'memory' ? unanswered('too_large', 'page_memory_too_large') : 'crashed';

const drivePage = async (context: BrowserContext, options: RenderOptions, over: AbortSignal): Promise<RenderEnd> => {
  const { request, isWanted, limits } = options;
  const page = await openPage(context, options, { ...OPEN_TIMEOUTS, ...limits });
  if (!page) return 'crashed';
  const track = trackDocument(page, request.url);
  const stalled = watchPage({ page, track, isWanted, over, ...limits }).then(endStalled);
  return Promise.race([showPage(page, context, track, options), stalled]);
};

const failOpen = ({ browser }: RenderOptions['chromium'], error: unknown): RenderEnd =>
  browser.connected ? toNavigationFailure(readNetError(error)) : 'crashed';

const drive = async (
  opening: Promise<BrowserContext>,
  options: RenderOptions,
  over: AbortSignal,
): Promise<RenderEnd> => {
  const { openContextMs } = { ...OPEN_TIMEOUTS, ...options.limits };
  const { crashes } = options.chromium;
  // No page has had a part in a context that does not open: it is worth another browser.
  const context = await within(opening, openContextMs).catch((): typeof LATE => LATE);
  if (context === LATE) return 'crashed';
  const crashed = crashes.whenCrashed(context.id ?? '', over).then(endCrashed);
  try {
    return await Promise.race([crashed, drivePage(context, options, over)]);
  } catch (error) {
    return failOpen(options.chromium, error);
  }
};

const whenAborted = (signal: AbortSignal): Promise<RenderEnd> =>
  new Promise((resolve) => {
    const end = () => resolve(unanswered('page_timeout', 'not_rendered'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** Renders one page in a context of its own, which is gone afterwards. */
export const renderPage = async (options: RenderOptions): Promise<RenderOutcome> => {
  const { chromium, proxy, signal, limits } = options;
  const { browser } = chromium;
  const opening = browser.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  });
  const over = new AbortController();
  const end = await Promise.race([drive(opening, options, over.signal), whenAborted(signal)]);
  // What still waits for a word of the page may never hear one.
  over.abort();
  const isClosed = await closeContext(opening, browser, limits?.closeMs);
  return { end: browser.connected ? end : 'crashed', isHung: !isClosed };
};
