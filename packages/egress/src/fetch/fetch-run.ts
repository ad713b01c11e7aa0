import type { ExitOutcome } from '@quarry/contracts';
import { readRetryAfter } from '@quarry/verdict';
import type { Exit } from '../exits/exit.js';
import type { ExitAsk, ExitPools } from '../exits/exit-pools.js';
import { explainFailure } from './failure-messages.js';
import { attemptFetch, type Attempt, type AttemptParts } from './fetch-attempt.js';
import { pause } from '../wait.js';
import { planNextAttempt, type NextAttempt } from '../politeness/retry-policy.js';
import type { SitePace } from '../politeness/site-pace.js';
import { healthKeyOf, hostOf, siteOf } from '../politeness/site-of.js';
import type { FetchOutcome, FetchRequest } from '../port.js';
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
    'This deployment limits its request rate to one site, and this request would have been sent after its deadline. Retry later, or send fewer requests for this site at once.',
};
const CANCELLED: Attempt = { verdict: 'cancelled', reason: 'cancelled' };

/** Longest time for which a Retry-After keeps all fetches by one exit off a host. */
export const MAX_HOLD_OFF_MS = 30_000;
/** A longer Retry-After is no time that a caller could wait for, and is not passed on. */
export const MAX_TOLD_WAIT_SECONDS = 31_536_000;

/** Reason of a fetch that the target asked, in the response to an earlier one, to send later. */
export const HELD_OFF = 'held_off';

const heldOff = (untilMs: number): Attempt => ({
  verdict: 'rate_limited',
  reason: HELD_OFF,
  retryAfterSeconds: Math.ceil((untilMs - Date.now()) / 1_000),
});

/** Which exit a request asks for. */
export const exitAskOf = ({
  proxyType,
  proxyCountry,
  session,
  sessionId,
  leftSessions,
  url,
  tier,
}: FetchRequest): ExitAsk => ({
  keptExitId: session?.exitId,
  proxyType,
  proxyCountry,
  sessionId,
  leftSessions,
  site: healthKeyOf(siteOf(url), tier),
  host: hostOf(url),
});

const latestMs = ({ deadlineAtMs }: FetchRequest): number => deadlineAtMs - DEADLINE_MARGIN_MS;

/** Waits until the page may be asked for: as long as its host told this exit to wait, then for the pace of all requests to the site. */
export const awaitTurn = async (
  { pools, pace }: Pick<RunParts, 'pools' | 'pace'>,
  { request, exit, gapMs }: { readonly request: FetchRequest; readonly exit: Exit; readonly gapMs: number },
  signal: AbortSignal,
): Promise<Attempt | undefined> => {
  const site = siteOf(request.url);
  const heldOffUntilMs = pools.health.heldOffUntilMs(exit.key, hostOf(request.url));
  if (heldOffUntilMs > latestMs(request)) return heldOff(heldOffUntilMs);
  if (heldOffUntilMs > Date.now()) await pause(heldOffUntilMs - Date.now(), signal);
  // Requests ahead may have longer gaps than this one, so the deadline bounds the wait as well.
  const leftMs = Math.min(MAX_TIMER_MS, Math.max(0, latestMs(request) - Date.now()));
  const either = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
  const turn = await pace.wait({ site, gapMs, latestMs: latestMs(request), signal: either });
  if (turn === 'go') return undefined;
  return signal.aborted ? CANCELLED : BUSY;
};

const REFUSALS = new Set<Attempt['verdict']>(['blocked', 'soft_block', 'consent']);

/** The hosts for which a response speaks: its own, and the requested one if it led there within its site, as to `www.`. */
const hostsOf = (requested: string, responded: string): ReadonlySet<string> =>
  new Set([hostOf(responded), ...(siteOf(requested) === siteOf(responded) ? [hostOf(requested)] : [])]);

const FAILURES_OF_EXIT: ReadonlySet<string | undefined> = new Set([
  'proxy_silent',
  'proxy_unreachable',
  'proxy_auth_failed',
]);

/** What an attempt says of its exit; undefined where it only speaks of the target. */
const outcomeOf = ({ verdict, reason }: Attempt): ExitOutcome | undefined => {
  if (REFUSALS.has(verdict) || reason === 'proxy_refused_target') return 'blocked';
  if (verdict === 'ok' || verdict === 'empty') return 'served';
  return FAILURES_OF_EXIT.has(reason) ? 'failed' : undefined;
};

/** Updates what is known of the exit's health by how the attempt ended. */
export const updateExitHealth = (
  { health, book }: ExitPools,
  exit: Exit,
  { url, tier }: FetchRequest,
  attempt: Attempt,
): void => {
  const { verdict, reason, page } = attempt;
  const waitMs = retryAfterOf(attempt);
  if (page && waitMs !== undefined && waitMs > 0) {
    const untilMs = Date.now() + Math.min(waitMs, MAX_HOLD_OFF_MS);
    for (const host of hostsOf(url, page.url)) health.holdOff(exit, host, untilMs);
  }
  const site = healthKeyOf(siteOf(url), tier);
  const outcome = outcomeOf(attempt);
  if (outcome !== undefined) book.note(exit.gatewayKey, outcome);
  if (!exit.proxy) return;
  if (page) health.reached(exit);
  if (REFUSALS.has(verdict) || reason === 'proxy_refused_target') health.blocked(exit, site);
  else if (verdict === 'ok' || verdict === 'empty') health.served(exit, site);
  else if (reason === 'proxy_silent') health.proxySilent(exit, site);
  else if (reason === 'proxy_unreachable' || reason === 'proxy_auth_failed') health.proxyFailed(exit);
};

/** Only with these two statuses does Retry-After ask the client to wait. */
const retryAfterOf = ({ page }: Attempt): number | undefined => {
  if (page?.statusCode !== 429 && page?.statusCode !== 503) return undefined;
  return readRetryAfter(page.headers['retry-after'], Date.now());
};

/** Adds to the end of a fetch how long the target asked to wait. */
const withRetryAfter = (attempt: Attempt): Attempt => {
  const waitMs = attempt.verdict === 'rate_limited' ? retryAfterOf(attempt) : undefined;
  const seconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1_000);
  return seconds === undefined || seconds > MAX_TOLD_WAIT_SECONDS
    ? attempt
    : { ...attempt, retryAfterSeconds: seconds };
};

const isTooLate = (pauseMs: number, request: FetchRequest): boolean => Date.now() + pauseMs >= latestMs(request);

/** One fetch with all its attempts. */
class FetchRun {
  private readonly ask: ExitAsk;
  private readonly tried = new Set<string>();
  private attempts = 0;
  private failures = 0;
  private blocks = 0;
  private limits = 0;
  private limitedWaitMs = 0;

  constructor(
    private readonly parts: RunParts,
    private readonly request: FetchRequest,
    private readonly signal: AbortSignal,
  ) {
    this.ask = exitAskOf(request);
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
      if (!next || !nextExit) return this.end(withRetryAfter(attempt), exit);
      if (attempt.verdict === 'rate_limited') this.limitedWaitMs += next.pauseMs;
      await pause(next.pauseMs, this.signal);
      exit = nextExit;
    }
  }

  private async attempt(exit: Exit): Promise<Attempt> {
    this.attempts += 1;
    this.tried.add(exit.key);
    const attempt = await attemptFetch(this.parts, { ...this.request, exit }, this.signal);
    updateExitHealth(this.parts.pools, exit, this.request, attempt);
    if (REFUSALS.has(attempt.verdict)) this.blocks += 1;
    else if (attempt.verdict === 'rate_limited') this.limits += 1;
    else this.failures += 1;
    return attempt;
  }

  private plan(attempt: Attempt): NextAttempt | undefined {
    if (this.signal.aborted) return undefined;
    const { failures, blocks, limits, limitedWaitMs } = this;
    const isForm = this.request.method === 'POST';
    const ended = { ...attempt, retryAfterMs: retryAfterOf(attempt), isForm };
    const next = planNextAttempt(ended, { failures, blocks, limits, limitedWaitMs });
    return next && !isTooLate(next.pauseMs, this.request) ? next : undefined;
  }

  private nextExit({ needsOtherExit }: NextAttempt): Exit | undefined {
    return this.parts.pools.choose({ ...this.ask, otherThan: needsOtherExit ? this.tried : undefined });
  }

  private end(attempt: Attempt, exit: Exit | undefined): FetchOutcome {
    const { tier, proxyType = 'datacenter', session } = this.request;
    const { cookieChanges = [], ...outcome } = explainFailure(attempt);
    const kept = session && exit && attempt.page && { changes: cookieChanges, exit: exit.kept };
    const shared = { tier, proxyType: exit?.proxyType ?? proxyType, attempts: this.attempts };
    return { ...outcome, ...shared, ...(kept ? { session: kept } : {}) };
  }
}

/** Fetches until the verdict is final: by another exit if the site refuses, and again if a failure may be temporary. */
export const runFetch = (
  parts: RunParts,
  request: FetchRequest,
  { signal, gapMs }: { readonly signal: AbortSignal; readonly gapMs: number },
): Promise<FetchOutcome> => new FetchRun(parts, request, signal).run(gapMs);
