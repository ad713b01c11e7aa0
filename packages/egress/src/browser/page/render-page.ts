import type { Browser, BrowserContext, Cookie } from 'puppeteer-core';
import type { BrowserIdentity } from '../../identity/browser-identity.js';
import type { EgressProxy } from '../../egress-proxy.js';
import type { FetchRequest } from '../../port.js';
import { unanswered } from '../../fetch/raw-page.js';
import type { TargetRule } from '../../target/target-rule.js';
import type { AdRules } from '../blocking/ad-rules.js';
import type { ChromiumProcess } from '../process/chromium-process.js';
import type { Crash } from '../process/crash-watch.js';
import { trackDocument } from './document-track.js';
import { readNetError, toNavigationFailure } from './navigation-error.js';
import { OPEN_TIMEOUTS, openPage } from './open-page.js';
import type { PageLimits } from './page-limits.js';
import { watchPage, type Stall } from './page-watch.js';
import type { DocumentEnd } from './read-document.js';
import { COOKIES_UNREADABLE, takeCookies } from './session-cookies.js';
import { showPage } from './show-page.js';
import type { Tenant } from '../tenants.js';
import { LATE, untilAborted, within } from '../../wait.js';

export interface RenderOptions {
  readonly chromium: Pick<ChromiumProcess, 'browser' | 'crashes' | 'tenants'>;
  readonly proxy: EgressProxy;
  readonly request: FetchRequest;
  readonly rule: TargetRule;
  readonly identity: BrowserIdentity;
  readonly maxBodyBytes: number;
  readonly adRules?: AdRules | undefined;
  readonly signal: AbortSignal;
  /** Whether another page waits for this page's place. */
  readonly isWanted: () => boolean;
  readonly limits?: PageLimits | undefined;
}

interface DriveOptions extends RenderOptions {
  /** Called when the target is about to be asked. */
  readonly onAsk: () => void;
  readonly tenant: Tenant;
}

/** `crashed`: page or browser crashed. */
export type RenderEnd = DocumentEnd | 'crashed';

export interface RenderOutcome {
  readonly end: RenderEnd;
  /** The browser no longer responds. */
  readonly isHung: boolean;
  /** The target may have been asked. */
  readonly isAsked: boolean;
}

const endStalled = (how: Stall): RenderEnd => unanswered('page_timeout', how);

const endCrashed = (how: Crash): RenderEnd => {
  if (how === 'memory') return unanswered('too_large', 'page_memory_too_large');
  return how === 'cpu' ? unanswered('page_timeout', 'page_cpu_exhausted') : 'crashed';
};

/** The end with what the page did to the cookies of its session. */
const withCookies = async (
  end: DocumentEnd,
  context: BrowserContext,
  begun: readonly Cookie[],
): Promise<DocumentEnd> => {
  const isRefetch = 'refetchUrl' in end;
  if (!isRefetch && !end.isAnswered) return end;
  const taken = await takeCookies(context, begun);
  if (isRefetch) return { ...end, taken };
  const warnings = taken ? {} : { warnings: [...(end.page.warnings ?? []), COOKIES_UNREADABLE] };
  return { ...end, page: { ...end.page, cookieChanges: taken?.changes, ...warnings } };
};

const drivePage = async (context: BrowserContext, options: DriveOptions, over: AbortSignal): Promise<RenderEnd> => {
  const { request, isWanted, limits } = options;
  const opened = await openPage(context, options, { ...OPEN_TIMEOUTS, ...limits });
  if (!opened) return 'crashed';
  const { page, storage, cookies } = opened;
  options.tenant.weigh(() => storage.weigh());
  options.onAsk();
  const track = trackDocument(page, request.url);
  const stalled = watchPage({ page, track, isWanted, over, ...limits }).then(endStalled);
  // When the page ends, all work on it ends too.
  const signal = AbortSignal.any([options.signal, over]);
  const shown = showPage({ page, context, track, options: { ...options, signal } });
  const ended = request.session ? shown.then((end) => withCookies(end, context, cookies)) : shown;
  return Promise.race([ended, stalled]);
};

const failOpen = ({ browser }: RenderOptions['chromium'], error: unknown): RenderEnd =>
  browser.connected ? toNavigationFailure(readNetError(error)) : 'crashed';

const drive = async (
  opening: Promise<BrowserContext>,
  options: DriveOptions,
  over: AbortSignal,
): Promise<RenderEnd> => {
  const { openContextMs } = { ...OPEN_TIMEOUTS, ...options.limits };
  const { crashes } = options.chromium;
  // No page can cause a context not to open: try another browser.
  const context = await within(opening, openContextMs).catch((): typeof LATE => LATE);
  if (context === LATE) return 'crashed';
  const crashed = crashes.whenCrashed(context.id ?? '', over).then(endCrashed);
  try {
    return await Promise.race([crashed, drivePage(context, options, over)]);
  } catch (error) {
    return failOpen(options.chromium, error);
  }
};

/** Longest wait for a page to close, whether or not it has opened; a browser that takes longer is hung. */
export const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Closes a context that is open or still opening, which ends the page's renderer. False if the browser does not do so in time,
 * or opens none.
 */
const closeContext = async (
  opening: Promise<BrowserContext>,
  browser: Browser,
  timeoutMs = CLOSE_TIMEOUT_MS,
): Promise<boolean> => {
  const closed = opening.then(
    (context) =>
      context.close().then(
        () => true,
        () => true,
      ),
    () => !browser.connected,
  );
  if (!browser.connected) return true;
  const isClosed = await within(closed, timeoutMs);
  return isClosed !== LATE && isClosed;
};

/** Renders one page in its own context, which is closed afterwards. */
export const renderPage = async (options: RenderOptions): Promise<RenderOutcome> => {
  const { chromium, proxy, signal, limits } = options;
  const { browser } = chromium;
  const opening = browser.createBrowserContext({
    proxyServer: `http://127.0.0.1:${proxy.port}`,
    proxyBypassList: ['<-loopback>'],
    downloadBehavior: { policy: 'deny' },
  });
  const over = new AbortController();
  let isAsked = false;
  const tenant = chromium.tenants.enter();
  const drives = drive(opening, { ...options, tenant, onAsk: () => (isAsked = true) }, over.signal);
  // It is rendered again only if it proves innocent.
  const suspected = tenant.suspected.then((): RenderEnd => 'crashed');
  const rendered = await untilAborted(Promise.race([drives, suspected]), signal);
  const end = rendered ?? unanswered('page_timeout', 'not_rendered');
  // Ends waits for a page that may never respond.
  over.abort();
  const isClosed = await closeContext(opening, browser, limits?.closeMs);
  const isGuilty = await tenant.leave();
  const due = isGuilty ? unanswered('too_large', 'page_storage_too_large') : end;
  return { end: browser.connected ? due : 'crashed', isHung: !isClosed, isAsked };
};
