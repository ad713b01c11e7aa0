import { createExitPools, type ExitPools } from '../exits/exit-pools.js';
import type { Attempt } from './fetch-attempt.js';
import type { RunParts } from './fetch-run.js';
import type { FetcherOptions } from './fetcher-options.js';
import { createFairPlaces } from '../fair-places.js';
import { withSharedGaps } from '../politeness/shared-gaps.js';
import { createSitePace } from '../politeness/site-pace.js';
import { MAX_FORM_BYTES, type Fetcher, type FetchOutcome, type FetchRequest } from '../port.js';
import { unanswered } from './raw-page.js';
import { applyRobotsPolicy } from '../robots/apply-robots-policy.js';
import { createRobotsGate } from '../robots/robots-gate.js';
import type { TargetRule } from '../target/target-rule.js';
import { createTiers, type Tiers } from './tiers.js';
import { MAX_PAGE_TIME_MS } from './time-budget.js';

/** Largest document that is read, after decompression. */
export const MAX_BODY_BYTES = 50_000_000;
/** Time limits of one attempt by plain HTTP and by the browser; the request's deadline may be sooner. */
export const HTTP_PAGE_TIMEOUT_MS = MAX_PAGE_TIME_MS;
export const BROWSER_PAGE_TIMEOUT_MS = MAX_PAGE_TIME_MS;
/** Fetches at once in total, and to one host. */
export const MAX_IN_FLIGHT = 64;
export const MAX_IN_FLIGHT_PER_HOST = 16;

const createRunParts = (options: FetcherOptions, tiers: Tiers, pools: ExitPools): RunParts => {
  const pace = createSitePace({ requestsPerSecond: options.siteRequestsPerSecond ?? 0 });
  const limits = { http: HTTP_PAGE_TIMEOUT_MS, browser: BROWSER_PAGE_TIMEOUT_MS, ...options.pageTimeoutMs };
  return {
    pools,
    pace: options.reserveTurn ? withSharedGaps(pace, options.reserveTurn) : pace,
    places: createFairPlaces({
      places: options.maxInFlight ?? MAX_IN_FLIGHT,
      maxPerSharer: options.maxInFlightPerHost ?? MAX_IN_FLIGHT_PER_HOST,
    }),
    runTier: async (request, budget) => {
      if (request.tier === 'http') return (await tiers.http()).fetch(request, budget);
      const browser = await tiers.browser();
      return browser ? browser.fetch(request, budget) : unanswered('internal_error', 'no_browser');
    },
    pageTimeoutMs: (tier) => limits[tier],
  };
};

const FORM_TOO_LARGE: Attempt = {
  verdict: 'unsupported',
  reason: 'form_too_large',
  message: `The form has more than ${MAX_FORM_BYTES} bytes. Send fewer or shorter fields.`,
};
const BODY_WITHOUT_POST: Attempt = {
  verdict: 'unsupported',
  reason: 'body_without_post',
  message: 'A body requires the method POST.',
};

const refuseForm = ({ method, body }: FetchRequest): Attempt | undefined => {
  if (body === undefined) return undefined;
  if (method !== 'POST') return BODY_WITHOUT_POST;
  return Buffer.byteLength(body) > MAX_FORM_BYTES ? FORM_TOO_LARGE : undefined;
};

const refuse = (rule: TargetRule, pools: ExitPools, request: FetchRequest): Attempt | undefined => {
  const judgement = rule.judgeUrl(request.url);
  if (!judgement.isAllowed) return { verdict: 'forbidden', reason: judgement.reason };
  const badForm = refuseForm(request);
  if (badForm) return badForm;
  const noExit = pools.refuse(request);
  return noExit && { verdict: 'proxy_unavailable', ...noExit };
};

const withExplanation = (rule: TargetRule, outcome: FetchOutcome): FetchOutcome => {
  const message = outcome.verdict === 'forbidden' ? rule.explain(outcome.reason) : undefined;
  return message === undefined ? outcome : { ...outcome, message };
};

/**
 * The only way to a target: checks that the target is allowed, chooses the exit, fetches by the requested tier and has the
 * response judged. Throws a readable Error for a malformed proxy template.
 */
export const createFetcher = (options: FetcherOptions): Fetcher => {
  const { rule, robots: policy = 'ignore' } = options;
  const pools = createExitPools({ settings: options.exits });
  const tiers = createTiers({ ...options, maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES });
  const closing = new AbortController();
  const parts = {
    ...createRunParts(options, tiers, pools),
    robots: createRobotsGate(),
    robotsTier: () => tiers.robots(),
    closing: closing.signal,
  };
  const running = new Set<Promise<FetchOutcome>>();

  const fetch = (request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
    const run = applyRobotsPolicy(policy, parts, request, AbortSignal.any([signal, closing.signal]));
    running.add(run);
    return run.finally(() => running.delete(run));
  };

  return {
    exits: pools.book,
    fetch: async (request, signal) => {
      const refused = refuse(rule, pools, request);
      const { tier, proxyType = 'datacenter' } = request;
      const outcome = refused ? { ...refused, tier, proxyType, attempts: 0 } : await fetch(request, signal);
      return withExplanation(rule, outcome);
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running);
      await tiers.close();
    },
  };
};
