import type { BrowserIdentity } from '../identity/browser-identity.js';
import { startEgressProxy } from '../egress-proxy.js';
import type { Dialler } from '../exits/dial-target.js';
import type { RoutedRequest } from '../exits/exit.js';
import type { GuardedLookup } from '../target/guarded-lookup.js';
import type { HttpTier } from '../http/http-tier.js';
import { NO_SLOT, unanswered, type TierResult } from '../fetch/raw-page.js';
import type { TargetRule } from '../target/target-rule.js';
import type { TimeBudget } from '../fetch/time-budget.js';
import type { AdRules } from './blocking/ad-rules.js';
import type { BrowserLease, BrowserPool } from './browser-pool.js';
import type { Refetch } from './page/document-bytes.js';
import type { PageLimits } from './page/page-limits.js';
import { renderPage, type RenderOutcome } from './page/render-page.js';

/** A page whose browser crashed is rendered once more. */
export const MAX_CRASH_RETRIES = 1;

export interface BrowserTier {
  fetch(request: RoutedRequest, budget: TimeBudget): Promise<TierResult>;
  close(): Promise<void>;
}

export interface BrowserTierOptions {
  readonly pool: BrowserPool;
  readonly rule: TargetRule;
  readonly lookup: GuardedLookup;
  /** Absent: pages leave by the deployment's own address. */
  readonly dialler?: Dialler | undefined;
  readonly identity: BrowserIdentity;
  /** Fetches documents that browsers do not render: their bytes are wanted, not the page of a viewer. */
  readonly http: HttpTier;
  readonly maxBodyBytes: number;
  readonly adRules?: AdRules | undefined;
  readonly limits?: PageLimits | undefined;
}

const renderOnce = async (
  options: BrowserTierOptions,
  lease: BrowserLease,
  request: RoutedRequest,
  signal: AbortSignal,
): Promise<Omit<RenderOutcome, 'isHung'>> => {
  const { rule, lookup, identity, maxBodyBytes, adRules, limits } = options;
  const proxy = await startEgressProxy({ rule, lookup, dial: options.dialler?.through(request.exit) });
  let isHung = true;
  try {
    const { process: chromium, isWanted } = lease;
    const page = { chromium, proxy, request, rule, identity, maxBodyBytes, adRules, signal, isWanted, limits };
    const outcome = await renderPage(page);
    ({ isHung } = outcome);
    return outcome;
  } finally {
    await proxy.close();
    await lease.release({ isHung });
  }
};

const fetchBytes = async (
  http: HttpTier,
  { refetchUrl, headers, isRedirected, scenario, taken }: Refetch,
  request: RoutedRequest,
  budget: TimeBudget,
): Promise<TierResult> => {
  // A form was sent by the browser and is not sent again.
  const session = request.session && taken ? { ...request.session, cookies: taken.cookies } : request.session;
  const result = await http.fetch({ ...request, method: 'GET', url: refetchUrl, headers, session }, budget);
  if (!result.isAnswered) return result;
  const { page } = result;
  const cookieChanges = page.cookieChanges && [...(taken?.changes ?? []), ...page.cookieChanges];
  return {
    isAnswered: true,
    page: { ...page, isRedirected: isRedirected || page.isRedirected, scenario, cookieChanges },
  };
};

/** Renders pages in Chromium, with the same interface as plain HTTP. */
export const createBrowserTier = (options: BrowserTierOptions): BrowserTier => ({
  fetch: async (request, budget) => {
    for (let attempt = 0; attempt <= MAX_CRASH_RETRIES; attempt += 1) {
      let lease: BrowserLease | undefined;
      try {
        lease = await options.pool.lease(budget.signal, request.sharer);
      } catch {
        return unanswered('internal_error', 'browser_not_started');
      }
      if (!lease) return unanswered('deadline_exceeded', NO_SLOT);
      const { end, isAsked } = await renderOnce(options, lease, request, budget.signal);
      if (end === 'crashed' && isAsked && request.method === 'POST') break;
      if (end === 'crashed') continue;
      return 'refetchUrl' in end ? fetchBytes(options.http, end, request, budget) : end;
    }
    return unanswered('internal_error', 'browser_crashed');
  },
  close: () => options.pool.close(),
});
