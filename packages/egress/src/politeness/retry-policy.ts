import { verdictRule, type Verdict } from '@quarry/contracts/verdicts';
import { REDIRECT_WITHOUT_LOCATION } from '@quarry/verdict';
import { FORM_LED_AWAY } from '../http/form-trail.js';

/** Further attempts after a temporary failure. */
export const MAX_RETRIES = 2;
/** Further attempts after a target that limits its rate. */
export const MAX_LIMITED_RETRIES = 3;
/** Pause before the first of them, twice as long before each next one, where the target names no time. */
export const LIMITED_PAUSE_MS = 1_000;
/**
 * How long one fetch waits in all for targets that limit their rate: as long as the longest call, as it may wait for a target
 * that is silent. The deadline of its own call ends the waiting before that.
 */
export const MAX_LIMITED_WAIT_MS = 300_000;
/** Exits that one fetch tries while the site refuses. */
export const MAX_BLOCKED_EXITS = 3;
/** Pause before the first further attempt; each next pause is twice as long. */
export const RETRY_PAUSE_MS = 300;
/** Random share of a pause, so that workers do not retry in step. */
export const RETRY_JITTER = 0.5;

/** Failures that the same request would certainly meet again. */
const FUTILE_REASONS = new Set(['too_many_redirects', 'bad_redirect', REDIRECT_WITHOUT_LOCATION, FORM_LED_AWAY]);
/** Failures before anything was sent: a form that met one has not reached the target. */
const UNSENT = new Set<string | undefined>([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_CONNECTION_REFUSED',
  'ERR_ADDRESS_UNREACHABLE',
  'proxy_unreachable',
  'proxy_auth_failed',
  'proxy_refused_target',
]);
/** Failures that only another proxy can avoid. */
const OTHER_PROXY_REASONS = new Set(['proxy_auth_failed', 'proxy_refused_target']);

export interface EndedAttempt {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  /** The wait that a target which limits its rate asked for. */
  readonly retryAfterMs?: number | undefined;
  /** The fetch submits a form, which must not reach a target twice. */
  readonly isForm?: boolean | undefined;
}

/** Attempts of one fetch so far, the last one included. */
export interface AttemptCounts {
  /** Those that failed in a temporary way. */
  readonly failures: number;
  /** Those that the site refused. */
  readonly blocks: number;
  /** Those that met its rate limit, and how long was waited between them. */
  readonly limits: number;
  readonly limitedWaitMs: number;
}

/** `needsOtherExit`: only by an exit that is healthy and was not tried yet. */
export interface NextAttempt {
  readonly pauseMs: number;
  readonly needsOtherExit: boolean;
}

const grow = (firstMs: number, failures: number, random: () => number): number =>
  firstMs * 2 ** (failures - 1) * (1 - RETRY_JITTER + RETRY_JITTER * random());

/** The same again when the target allows it. After a longer wait than this fetch may spend, the caller is told the time instead. */
const planLimited = (
  { retryAfterMs = 0, isForm = false }: EndedAttempt,
  { limits, limitedWaitMs }: AttemptCounts,
  random: () => number,
): NextAttempt | undefined => {
  if (isForm || limits > MAX_LIMITED_RETRIES) return undefined;
  const pauseMs = Math.max(retryAfterMs, grow(LIMITED_PAUSE_MS, limits, random));
  return limitedWaitMs + pauseMs > MAX_LIMITED_WAIT_MS ? undefined : { pauseMs, needsOtherExit: false };
};

/** Whether and how to try again after an attempt; undefined if its verdict is final. */
export const planNextAttempt = (
  ended: EndedAttempt,
  counts: AttemptCounts,
  random: () => number = Math.random,
): NextAttempt | undefined => {
  const { verdict, reason, isForm = false } = ended;
  const { failures, blocks } = counts;
  const { retries } = verdictRule(verdict);
  if (retries.includes('after_pause')) return planLimited(ended, counts, random);
  if (retries.includes('other_exit'))
    return blocks < MAX_BLOCKED_EXITS ? { pauseMs: 0, needsOtherExit: true } : undefined;
  if (!retries.includes('same_again') || FUTILE_REASONS.has(reason ?? '') || failures > MAX_RETRIES) return undefined;
  if (isForm && verdict !== 'dns_error' && !UNSENT.has(reason)) return undefined;
  if (OTHER_PROXY_REASONS.has(reason ?? '')) return { pauseMs: 0, needsOtherExit: true };
  return { pauseMs: grow(RETRY_PAUSE_MS, failures, random), needsOtherExit: false };
};
