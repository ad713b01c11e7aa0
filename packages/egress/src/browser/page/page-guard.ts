import type { BrowserContext, HTTPRequest, Page } from 'puppeteer-core';
import type { FetchRequest } from '../../port.js';
import { mergeCookies, pickCallerHeaders, withoutBodyHeaders, type HeaderList } from '../../http/request-headers.js';
import type { TargetRefusal, TargetRule } from '../../target/target-rule.js';
import type { AdRules } from '../blocking/ad-rules.js';
import { createUnwantedRule, type UnwantedRule } from '../blocking/unwanted-requests.js';

/** Most documents that a page may navigate to by itself; each step of a scenario may add one. */
export const MAX_PAGE_DOCUMENTS = 30;

const LOCAL_SCHEMES = new Set(['data:', 'blob:', 'about:']);

export interface PageGuard {
  /** Why the document itself was refused. */
  refusal(): TargetRefusal | undefined;
  /** The page navigates on without end. */
  isLoop(): boolean;
  /** The form would have been sent to another origin. */
  isFormLedAway(): boolean;
}

export interface PageGuardOptions {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly request: FetchRequest;
  readonly rule: TargetRule;
  readonly adRules?: AdRules | undefined;
  /** Default: `MAX_PAGE_DOCUMENTS`. */
  readonly maxDocuments?: number | undefined;
}

interface GuardState extends PageGuardOptions {
  readonly origin: string;
  readonly isUnwanted: UnwantedRule;
  readonly maxDocuments: number;
  documents: number;
  refusal: TargetRefusal | undefined;
  isFormLedAway: boolean;
}

const UNSENDABLE_NAME = /^(?:cookie2$|proxy-)/;
const METHOD_OVERRIDE = /^x-(?:http-method|http-method-override|method-override)$/;
const FORBIDDEN_METHOD = /(?:^|,)\s*(?:connect|trace|track)\s*(?:,|$)/i;

/** Whether the browser sends such a header: a request with one that it does not send would fail. */
const isSendable = (name: string, value: string): boolean =>
  !UNSENDABLE_NAME.test(name) && !(METHOD_OVERRIDE.test(name) && FORBIDDEN_METHOD.test(value));

/** All headers of a request of the page, with the caller's; undefined if the caller's do not belong to it. */
const headersWithCaller = (
  url: URL,
  isDocument: boolean,
  one: HTTPRequest,
  state: GuardState,
): HeaderList | undefined => {
  const isSameOrigin = url.origin === state.origin;
  if (!isSameOrigin && !isDocument) return undefined;
  // The page's user agent is set for scripts and requests alike.
  const picked = pickCallerHeaders(state.request.headers ?? {}, isSameOrigin);
  // The browser sets the headers of a form's body itself.
  const due = Object.entries(state.request.method === 'POST' ? withoutBodyHeaders(picked) : picked);
  const caller = Object.fromEntries(due.filter(([name, value]) => name !== 'user-agent' && isSendable(name, value)));
  if (Object.keys(caller).length === 0) return undefined;
  const own = one.headers();
  const cookie = mergeCookies(caller['cookie'], own['cookie']);
  return { ...own, ...caller, ...(cookie ? { cookie } : {}) };
};

const pageHostOf = ({ page, request }: GuardState): string =>
  URL.parse(page.url())?.hostname || new URL(request.url).hostname;

/** Whether the request submits the form, to its own URL or after a redirect. */
const isForm = (state: GuardState, request: HTTPRequest): boolean =>
  state.request.method === 'POST' && state.documents === 1 && request.method() === 'POST';

/** The body as the fetch has it, if the browser would encode it differently. */
const formOverride = (state: GuardState, request: HTTPRequest): { postData?: string } => {
  const { body = '' } = state.request;
  return isForm(state, request) && request.postData() !== body ? { postData: body } : {};
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
  if (isDocument && request.redirectChain().length === 0) state.documents += 1;
  if (isDocument && state.documents > state.maxDocuments) return request.abort('aborted');
  if (!isDocument && state.isUnwanted(url, request.resourceType(), pageHostOf(state))) {
    return request.abort('blockedbyclient');
  }
  if (isDocument && isForm(state, request) && url.origin !== state.origin) {
    state.isFormLedAway = true;
    return request.abort('blockedbyclient');
  }
  const headers = headersWithCaller(url, isDocument, request, state);
  const form = isDocument ? formOverride(state, request) : {};
  return request.continue({ ...form, ...(headers ? { headers: { ...headers } } : {}) });
};

/** Guards one page: where its requests go, which headers they have, and that it opens no popups. */
export const guardPage = async (options: PageGuardOptions): Promise<PageGuard> => {
  const { page, context, request, adRules, maxDocuments = MAX_PAGE_DOCUMENTS } = options;
  const state: GuardState = {
    ...options,
    origin: new URL(request.url).origin,
    isUnwanted: createUnwantedRule(request, adRules),
    maxDocuments: maxDocuments + (request.jsScenario?.length ?? 0),
    documents: 0,
    refusal: undefined,
    isFormLedAway: false,
  };
  const ignore = () => undefined;

  page.on('request', (one) => void judgeRequest(state, one).catch(() => one.abort().catch(ignore)));
  // A `beforeunload` dialog is accepted, so that a step can navigate.
  page.on('dialog', (one) => void (one.type() === 'beforeunload' ? one.accept() : one.dismiss()).catch(ignore));
  context.on('targetcreated', (target) => {
    // As a string: puppeteer's enumeration would load puppeteer before a browser is needed.
    if (String(target.type()) !== 'page' || target === page.target()) return;
    void target
      .page()
      .then((popup) => popup?.close())
      .catch(ignore);
  });
  await page.setRequestInterception(true);
  await page.setBypassServiceWorker(true);
  return {
    refusal: () => state.refusal,
    isLoop: () => state.documents > state.maxDocuments,
    isFormLedAway: () => state.isFormLedAway,
  };
};
