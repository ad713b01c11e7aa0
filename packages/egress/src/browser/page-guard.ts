import { TargetType, type BrowserContext, type HTTPRequest, type Page } from 'puppeteer-core';
import type { FetchRequest } from '../port.js';
import { mergeCookies, pickCallerHeaders, type HeaderList } from '../request-headers.js';
import type { TargetRefusal, TargetRule } from '../target-rule.js';
import { isAdHost } from './ad-hosts.js';

const HEAVY_TYPES = new Set(['image', 'media', 'font', 'stylesheet', 'texttrack']);
const LOCAL_SCHEMES = new Set(['data:', 'blob:', 'about:']);

export interface PageGuard {
  /** Why the document itself was refused. */
  refusal(): TargetRefusal | undefined;
}

export interface PageGuardOptions {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly request: FetchRequest;
  readonly rule: TargetRule;
}

interface GuardState extends PageGuardOptions {
  readonly origin: string;
  refusal: TargetRefusal | undefined;
}

const isHeavy = (url: URL, type: string): boolean =>
  HEAVY_TYPES.has(type) || (type === 'other' && url.pathname === '/favicon.ico');

const isUnwanted = (url: URL, type: string, { blockAds, blockResources, screenshot }: FetchRequest): boolean =>
  (blockAds === true && isAdHost(url.hostname)) ||
  (blockResources === true && screenshot !== true && isHeavy(url, type));

/** All headers of one request of the page where the caller's belong to it; undefined where none are due. */
const headersWithCaller = (
  url: URL,
  isDocument: boolean,
  one: HTTPRequest,
  state: GuardState,
): HeaderList | undefined => {
  const isSameOrigin = url.origin === state.origin;
  if (!isSameOrigin && !isDocument) return undefined;
  // The page's user agent is set for scripts and requests alike.
  const picked = Object.entries(pickCallerHeaders(state.request.headers ?? {}, isSameOrigin));
  const caller = Object.fromEntries(picked.filter(([name]) => name !== 'user-agent'));
  if (Object.keys(caller).length === 0) return undefined;
  const own = one.headers();
  const cookie = mergeCookies(caller['cookie'], own['cookie']);
  return { ...own, ...caller, ...(cookie ? { cookie } : {}) };
};

const judgeRequest = async (state: GuardState, request: HTTPRequest): Promise<void> => {
  const url = new URL(request.url());
  const isDocument = request.isNavigationRequest() && request.frame() === state.page.mainFrame();
  if (!isDocument && LOCAL_SCHEMES.has(url.protocol)) return request.continue();
  const judgement = state.rule.judgeUrl(url);
  if (!judgement.isAllowed) {
    if (isDocument) state.refusal = judgement.reason;
    return request.abort('blockedbyclient');
  }
  if (!isDocument && isUnwanted(url, request.resourceType(), state.request)) return request.abort('blockedbyclient');
  const headers = headersWithCaller(url, isDocument, request, state);
  return headers ? request.continue({ headers: { ...headers } }) : request.continue();
};

/** Watches over one page: where its requests go, what they carry, and that nothing opens beside it. */
export const guardPage = async (options: PageGuardOptions): Promise<PageGuard> => {
  const { page, context, request } = options;
  const state: GuardState = { ...options, origin: new URL(request.url).origin, refusal: undefined };
  const ignore = () => undefined;

  page.on('request', (one) => void judgeRequest(state, one).catch(() => one.abort().catch(ignore)));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(ignore));
  context.on('targetcreated', (target) => {
    if (target.type() !== TargetType.PAGE || target === page.target()) return;
    void target
      .page()
      .then((popup) => popup?.close())
      .catch(ignore);
  });
  await page.setRequestInterception(true);
  await page.setBypassServiceWorker(true);
  return { refusal: () => state.refusal };
};
