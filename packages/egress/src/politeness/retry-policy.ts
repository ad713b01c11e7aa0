import { verdictRule, type Verdict } from '@quarry/contracts/verdicts';
import { REDIRECT_WITHOUT_LOCATION } from '@quarry/verdict';
import { FORM_LED_AWAY } from '../http/form-trail.js';
import { isProxyFailure } from '../exits/proxy-error.js';
import { MAX_RETRY_AFTER_MS } from './retry-after.js';

/** Further attempts after a failure that may pass by itself. */
export const MAX_RETRIES = 2;
/** Exits that one fetch asks a site by which refuses to show its page. */
export const MAX_BLOCKED_EXITS = 3;
/** Pause before the first further attempt; each next one is twice as long. */
export const RETRY_PAUSE_MS = 300;
/** Part of a pause that is left to chance, so that workers do not knock in step. */
export const RETRY_JITTER = 0.5;

/** A failure that the same request meets again for certain. */
const FUTILE_REASONS = new Set(['too_many_redirects', 'bad_redirect', REDIRECT_WITHOUT_LOCATION, FORM_LED_AWAY]);
/** Failures before anything was sent: a form that met one has reached nobody. */
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
/** Only another proxy can do better. */
const OTHER_PROXY_REASONS = new Set(['proxy_auth_failed', 'proxy_refused_target']);

export interface Tried {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  /** What the target asked for with a 503. */
  readonly retryAfterMs?: number | undefined;
  /** The fetch submits a form, which no target may get twice. */
  readonly isForm?: boolean | undefined;
}

/** Attempts so far, this one included. */
export interface TryCounts {
  /** That failed in a way that may pass. */
  readonly failures: number;
  /** That were refused by the site. */
  readonly blocks: number;
}

/** `needsOtherExit`: worth it only by an exit that was not asked yet and is well. */
export interface NextTry {
  readonly pauseMs: number;
  readonly needsOtherExit: boolean;
}

const grow = (failures: number, random: () => number): number =>
  RETRY_PAUSE_MS * 2 ** (failures - 1) * (1 - RETRY_JITTER + RETRY_JITTER * random());

/** Whether and how a fetch goes on after this attempt; undefined where the verdict stands. */
export const planNextTry = (
  { verdict, reason, retryAfterMs, isForm = false }: Tried,
  { failures, blocks }: TryCounts,
  random: () => number = Math.random,
): NextTry | undefined => {
  const { retries } = verdictRule(verdict);
  if (retries.includes('other_exit'))
    return blocks < MAX_BLOCKED_EXITS ? { pauseMs: 0, needsOtherExit: true } : undefined;
  if (!retries.includes('same_again') || FUTILE_REASONS.has(reason ?? '') || failures > MAX_RETRIES) return undefined;
  if (isForm && verdict !== 'dns_error' && !UNSENT.has(reason)) return undefined;
  if (isProxyFailure(reason) && OTHER_PROXY_REASONS.has(reason ?? '')) return { pauseMs: 0, needsOtherExit: true };
  const pauseMs = grow(failures, random);
  if (retryAfterMs === undefined) return { pauseMs, needsOtherExit: false };
  // A target that names its time is asked once more, then and not before.
  if (retryAfterMs > MAX_RETRY_AFTER_MS || failures > 1) return undefined;
  return { pauseMs: Math.max(pauseMs, retryAfterMs), needsOtherExit: false };
};
