import { verdictRule, type Verdict } from '@quarry/contracts';
import { refuseExit, DIRECT_EXIT } from './exit-choice.js';
import type { FetcherOptions } from './fetcher-options.js';
import { createHostGate, type HostGate } from './host-gate.js';
import { pause } from './pause.js';
import type { FetchedPage, Fetcher, FetchOutcome, FetchRequest, Tier } from './port.js';
import { NO_SLOT, unanswered, type TierResult } from './raw-page.js';
import { readPage, REDIRECT_WITHOUT_LOCATION } from './read-page.js';
import type { TargetRule } from './target-rule.js';
import { createTiers, type Tiers } from './tiers.js';
import { DEADLINE_MARGIN_MS, MAX_PAGE_TIME_MS, startTimeBudget, type TimeBudget } from './time-budget.js';

/** Largest document that is read, after decompression. */
export const MAX_BODY_BYTES = 50_000_000;
/** Longest life of one attempt by plain HTTP and by the browser; the request's deadline may end it before. */
export const HTTP_PAGE_TIMEOUT_MS = MAX_PAGE_TIME_MS;
export const BROWSER_PAGE_TIMEOUT_MS = MAX_PAGE_TIME_MS;
/** Further attempts after a failure that may pass by itself. */
export const MAX_RETRIES = 2;
const RETRY_PAUSE_MS = 300;
/** Fetches at once in all, and to one host. */
export const MAX_IN_FLIGHT = 64;
export const MAX_IN_FLIGHT_PER_HOST = 16;

/** A failure that the same request meets again for certain. */
const FUTILE_REASONS = new Set(['too_many_redirects', 'bad_redirect', REDIRECT_WITHOUT_LOCATION]);

interface Attempt {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly message?: string;
  readonly page?: FetchedPage;
}

interface Parts {
  readonly gate: HostGate;
  readonly runTier: (request: FetchRequest, budget: TimeBudget) => Promise<TierResult>;
  readonly pageTimeoutMs: (tier: Tier) => number;
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

const toAttempt = (result: TierResult, request: FetchRequest, budget: TimeBudget): Attempt => {
  if (result.isAnswered) return readPage(result.page, request);
  const stopped = budget.stopReason();
  // The target had no part in the wait for a place.
  if (result.reason === NO_SLOT && stopped !== 'cancelled') return { verdict: 'deadline_exceeded', reason: NO_SLOT };
  if (stopped) return { verdict: stopped, reason: stopped };
  const { verdict, reason, message } = result;
  return { verdict, reason, ...(message === undefined ? {} : { message }) };
};

const attemptOnce = async (parts: Parts, request: FetchRequest, signal: AbortSignal): Promise<Attempt> => {
  const { deadlineAtMs, tier } = request;
  const budget = startTimeBudget({ signal, deadlineAtMs, pageTimeoutMs: parts.pageTimeoutMs(tier) });
  try {
    const leave = await parts.gate.enter(hostOf(request.url), budget.signal);
    if (!leave) return toAttempt(unanswered('deadline_exceeded', NO_SLOT), request, budget);
    try {
      return toAttempt(await parts.runTier(request, budget), request, budget);
    } finally {
      leave();
    }
  } finally {
    budget.end();
  }
};

const mayRetry = ({ verdict, reason }: Attempt): boolean =>
  verdictRule(verdict).retry === 'same_again' && !FUTILE_REASONS.has(reason ?? '');

const isTooLate = (pauseMs: number, { deadlineAtMs }: FetchRequest): boolean =>
  Date.now() + pauseMs + DEADLINE_MARGIN_MS >= deadlineAtMs;

const fetchWithRetries = async (parts: Parts, request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
  for (let attempts = 1; ; attempts += 1) {
    const attempt = await attemptOnce(parts, request, signal);
    const pauseMs = RETRY_PAUSE_MS * 2 ** (attempts - 1);
    const isLast = attempts > MAX_RETRIES || !mayRetry(attempt) || isTooLate(pauseMs, request);
    if (isLast) return { ...attempt, tier: request.tier, proxyType: DIRECT_EXIT, attempts };
    await pause(pauseMs, signal);
  }
};

const createParts = (options: FetcherOptions, tiers: Tiers): Parts => {
  const limits = { http: HTTP_PAGE_TIMEOUT_MS, browser: BROWSER_PAGE_TIMEOUT_MS, ...options.pageTimeoutMs };
  return {
    gate: createHostGate({
      maxInFlight: options.maxInFlight ?? MAX_IN_FLIGHT,
      maxPerHost: options.maxInFlightPerHost ?? MAX_IN_FLIGHT_PER_HOST,
    }),
    runTier: async (request, budget) => {
      if (request.tier === 'http') return (await tiers.http()).fetch(request, budget);
      const browser = await tiers.browser();
      return browser ? browser.fetch(request, budget) : unanswered('internal_error', 'no_browser');
    },
    pageTimeoutMs: (tier) => limits[tier],
  };
};

const refuse = (rule: TargetRule, request: FetchRequest): Attempt | undefined => {
  const judgement = rule.judgeUrl(request.url);
  if (!judgement.isAllowed) return { verdict: 'forbidden', reason: judgement.reason };
  const noExit = refuseExit(request);
  return noExit === undefined ? undefined : { verdict: 'proxy_unavailable', reason: noExit };
};

/** The only way to a target: judges where it may go, fetches by the tier asked for, and has the answer judged. */
export const createFetcher = (options: FetcherOptions): Fetcher => {
  const { rule } = options;
  const tiers = createTiers({ ...options, maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES });
  const parts = createParts(options, tiers);
  const closing = new AbortController();
  const running = new Set<Promise<FetchOutcome>>();

  const fetch = (request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
    const run = fetchWithRetries(parts, request, AbortSignal.any([signal, closing.signal]));
    running.add(run);
    return run.finally(() => running.delete(run));
  };

  return {
    fetch: async (request, signal) => {
      const refused = refuse(rule, request);
      if (refused) return { ...refused, tier: request.tier, proxyType: request.proxyType ?? DIRECT_EXIT, attempts: 0 };
      return fetch(request, signal);
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
      await tiers.close();
    },
  };
};
