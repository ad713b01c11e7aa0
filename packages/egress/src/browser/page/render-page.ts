import type { BrowserContext } from 'puppeteer-core';
import type { BrowserIdentity } from '../../identity/browser-identity.js';
import type { EgressProxy } from '../../egress-proxy.js';
import type { FetchRequest } from '../../port.js';
import { unanswered } from '../../fetch/raw-page.js';
import type { TargetRule } from '../../target/target-rule.js';
import type { AdRules } from '../blocking/ad-rules.js';
import type { ChromiumProcess } from '../process/chromium-process.js';
import { closeContext } from './close-context.js';
import type { Crash } from '../process/crash-watch.js';
import { trackDocument } from './document-track.js';
import { readNetError, toNavigationFailure } from './navigation-error.js';
import { OPEN_TIMEOUTS, openPage } from './open-page.js';
import type { PageLimits } from './page-limits.js';
import { watchPage, type Stall } from './page-watch.js';
import type { DocumentEnd } from './read-document.js';
import { showPage } from './show-page.js';
import type { Tenant } from '../tenants.js';
import { LATE, within } from '../within.js';

export interface RenderOptions {
  readonly chromium: Pick<ChromiumProcess, 'browser' | 'crashes' | 'tenants'>;
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

interface DriveOptions extends RenderOptions {
  /** Hears that the target is about to be asked. */
  readonly onAsk: () => void;
  readonly tenant: Tenant;
}

/** `crashed`: page or browser broke down. */
export type RenderEnd = DocumentEnd | 'crashed';

export interface RenderOutcome {
  readonly end: RenderEnd;
  /** The browser no longer does as it is told. */
  readonly isHung: boolean;
  /** The target may have been asked. */
  readonly isAsked: boolean;
}

const endStalled = (how: Stall): RenderEnd => unanswered('page_timeout', how);

const endCrashed = (how: Crash): RenderEnd => {
  if (how === 'memory') return unanswered('too_large', 'page_memory_too_large');
  return how === 'cpu' ? unanswered('page_timeout', 'page_cpu_exhausted') : 'crashed';
};

const drivePage = async (context: BrowserContext, options: DriveOptions, over: AbortSignal): Promise<RenderEnd> => {
  const { request, isWanted, limits } = options;
  const opened = await openPage(context, options, { ...OPEN_TIMEOUTS, ...limits });
  if (!opened) return 'crashed';
  const { page, storage } = opened;
  options.tenant.weigh(() => storage.weigh());
  options.onAsk();
  const track = trackDocument(page, request.url);
  const stalled = watchPage({ page, track, isWanted, over, ...limits }).then(endStalled);
  // With the page ends what is still being done with it.
  const signal = AbortSignal.any([options.signal, over]);
  return Promise.race([showPage({ page, context, track, options: { ...options, signal } }), stalled]);
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
  let isAsked = false;
  const tenant = chromium.tenants.enter();
  const drives = drive(opening, { ...options, tenant, onAsk: () => (isAsked = true) }, over.signal);
  // Until it is known to be innocent, it is not rendered anew.
  const suspected = tenant.suspected.then((): RenderEnd => 'crashed');
  const end = await Promise.race([drives, whenAborted(signal), suspected]);
  // What still waits for a word of the page may never hear one.
  over.abort();
  const isClosed = await closeContext(opening, browser, limits?.closeMs);
  const isGuilty = await tenant.leave();
  const due = isGuilty ? unanswered('too_large', 'page_storage_too_large') : end;
  return { end: browser.connected ? due : 'crashed', isHung: !isClosed, isAsked };
};
