import { isProxyFailure } from '../exits/proxy-error.js';
import { explainProxyFailure } from '../exits/proxy-messages.js';
import type { Exit } from '../exits/exit.js';
import type { ExitAsk, ExitPools } from '../exits/exit-pools.js';
import { attemptFetch, type Attempt, type AttemptParts } from './fetch-attempt.js';
import { pause } from './pause.js';
import { planNextTry, type NextTry } from '../politeness/retry-policy.js';
import { MAX_RETRY_AFTER_MS, readRetryAfter } from '../politeness/retry-after.js';
import type { SitePace } from '../politeness/site-pace.js';
import { placeOf, siteOf } from '../politeness/site-of.js';
import type { FetchOutcome, FetchRequest, Tier } from '../port.js';
import { DEADLINE_MARGIN_MS, MAX_TIMER_MS } from './time-budget.js';

export interface RunParts extends AttemptParts {
  readonly pools: ExitPools;
  readonly pace: SitePace;
}

/** Reason of a fetch whose turn at the site would have come too late. */
export const SITE_BUSY = 'site_busy';

const BUSY: Attempt = {
  verdict: 'deadline_exceeded',
  reason: SITE_BUSY,
  message:
    'This deployment spaces its requests to one site, and the turn of this one would have come after its deadline. Retry later, or ask less of the site at once.',
};
const CANCELLED: Attempt = { verdict: 'cancelled', reason: 'cancelled' };

const TIERS: readonly Tier[] = ['http', 'browser'];

/** Which exit a request wants. */
export const askFor = ({ proxyType, proxyCountry, sessionId, leftSessions, url, tier }: FetchRequest): ExitAsk => ({
  proxyType,
  proxyCountry,
  sessionId,
  leftSessions,
  site: placeOf(siteOf(url), tier),
});

const latestMs = ({ deadlineAtMs }: FetchRequest): number => deadlineAtMs - DEADLINE_MARGIN_MS;

/** Waits for the site's turn: what it asked of this exit, then the spacing of all requests to it. */
export const awaitTurn = async (
  { pools, pace }: Pick<RunParts, 'pools' | 'pace'>,
  { request, exit, gapMs }: { readonly request: FetchRequest; readonly exit: Exit; readonly gapMs: number },
  signal: AbortSignal,
): Promise<Attempt | undefined> => {
  const site = siteOf(request.url);
  const heldOffUntilMs = pools.health.heldOffUntilMs(exit.key, placeOf(site, request.tier));
  if (heldOffUntilMs > latestMs(request)) return BUSY;
  if (heldOffUntilMs > Date.now()) await pause(heldOffUntilMs - Date.now(), signal);
  // Those ahead may have longer gaps than this one: the deadline ends the wait whatever was reckoned.
  const leftMs = Math.min(MAX_TIMER_MS, Math.max(0, latestMs(request) - Date.now()));
  const either = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
  const turn = await pace.wait({ site, gapMs, latestMs: latestMs(request), signal: either });
  if (turn === 'go') return undefined;
  return signal.aborted ? CANCELLED : BUSY;
};

const REFUSALS = new Set<Attempt['verdict']>(['blocked', 'soft_block', 'consent']);

/** What the attempt tells about its exit. */
export const learn = ({ health }: ExitPools, exit: Exit, { url, tier }: FetchRequest, attempt: Attempt): void => {
  const { verdict, reason, page } = attempt;
  const waitMs = retryAfterOf(attempt);
  if (waitMs !== undefined && waitMs > 0) {
    const untilMs = Date.now() + Math.min(waitMs, MAX_RETRY_AFTER_MS);
    for (const each of TIERS) health.holdOff(exit, placeOf(siteOf(url), each), untilMs);
  }
  const site = placeOf(siteOf(url), tier);
  if (!exit.proxy) return;
  if (page) health.reached(exit);
  if (REFUSALS.has(verdict) || reason === 'proxy_refused_target') health.blocked(exit, site);
  else if (verdict === 'ok') health.served(exit, site);
  else if (reason === 'proxy_silent') health.proxySilent(exit, site);
  else if (reason === 'proxy_unreachable' || reason === 'proxy_auth_failed') health.proxyFailed(exit);
};

/** Only these two mean the client by it. */
const retryAfterOf = ({ page }: Attempt): number | undefined => {
  if (page?.statusCode !== 429 && page?.statusCode !== 503) return undefined;
  return readRetryAfter(page.headers['retry-after'], Date.now());
};

const isTooLate = (pauseMs: number, request: FetchRequest): boolean => Date.now() + pauseMs >= latestMs(request);

/** One fetch with all its attempts. */
class FetchRun {
  private readonly ask: ExitAsk;
  private readonly tried = new Set<string>();
  private attempts = 0;
  private failures = 0;
  private blocks = 0;

  constructor(
    private readonly parts: RunParts,
    private readonly request: FetchRequest,
    private readonly signal: AbortSignal,
  ) {
    this.ask = askFor(request);
  }

  async run(gapMs: number): Promise<FetchOutcome> {
    let exit = this.parts.pools.choose(this.ask);
    for (;;) {
      if (!exit) return this.end({ verdict: 'proxy_unavailable' }, undefined);
      const late = await awaitTurn(this.parts, { request: this.request, exit, gapMs }, this.signal);
      if (late) return this.end(late, exit);
      const attempt = await this.attempt(exit);
      const next = this.plan(attempt);
      const nextExit = next && this.nextExit(next);
      if (!next || !nextExit) return this.end(attempt, exit);
      await pause(next.pauseMs, this.signal);
      exit = nextExit;
    }
  }

  private async attempt(exit: Exit): Promise<Attempt> {
    this.attempts += 1;
    this.tried.add(exit.key);
    const attempt = await attemptFetch(this.parts, { ...this.request, exit }, this.signal);
    learn(this.parts.pools, exit, this.request, attempt);
    if (REFUSALS.has(attempt.verdict)) this.blocks += 1;
    else this.failures += 1;
    return attempt;
  }

  private plan(attempt: Attempt): NextTry | undefined {
    if (this.signal.aborted) return undefined;
    const { failures, blocks } = this;
    const isForm = this.request.method === 'POST';
    const next = planNextTry({ ...attempt, retryAfterMs: retryAfterOf(attempt), isForm }, { failures, blocks });
    return next && !isTooLate(next.pauseMs, this.request) ? next : undefined;
  }

  private nextExit({ needsOtherExit }: NextTry): Exit | undefined {
    return this.parts.pools.choose({ ...this.ask, ...(needsOtherExit ? { otherThan: this.tried } : {}) });
  }

  private end(attempt: Attempt, exit: Exit | undefined): FetchOutcome {
    const { tier, proxyType = 'datacenter' } = this.request;
    const told = isProxyFailure(attempt.reason) ? explainProxyFailure(attempt) : attempt;
    return { ...told, tier, proxyType: exit?.proxyType ?? proxyType, attempts: this.attempts };
  }
}

/** Fetches until the verdict stands: by another exit where the site refuses, again where a failure may pass. */
export const runFetch = (
  parts: RunParts,
  request: FetchRequest,
  { signal, gapMs }: { readonly signal: AbortSignal; readonly gapMs: number },
): Promise<FetchOutcome> => new FetchRun(parts, request, signal).run(gapMs);
