import type { CookieChange, Verdict } from '@quarry/contracts';
import type { RoutedRequest } from '../exits/exit.js';
import type { FairPlaces } from '../fair-places.js';
import type { FetchedPage, Tier } from '../port.js';
import { NO_SLOT, unanswered, type RawPage, type TierResult } from './raw-page.js';
import { readPage } from './read-page.js';
import { startTimeBudget, type TimeBudget } from './time-budget.js';

/** How one attempt ended. */
export interface Attempt {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** With `rate_limited`: how long the target asked to wait. */
  readonly retryAfterSeconds?: number | undefined;
  readonly page?: FetchedPage;
  readonly cookieChanges?: readonly CookieChange[] | undefined;
}

export interface AttemptParts {
  /** Shared by hosts. */
  readonly places: FairPlaces;
  readonly runTier: (request: RoutedRequest, budget: TimeBudget) => Promise<TierResult>;
  readonly pageTimeoutMs: (tier: Tier) => number;
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

type Unanswered = Extract<TierResult, { isAnswered: false }>;

const toFailure = (result: Unanswered, budget: TimeBudget): Attempt => {
  const stopped = budget.stopReason();
  // The target was not asked yet: the time passed while waiting for a place.
  if (result.reason === NO_SLOT && stopped !== 'cancelled') return { verdict: 'deadline_exceeded', reason: NO_SLOT };
  if (stopped) return { verdict: stopped, reason: stopped };
  const { verdict, reason, message } = result;
  return { verdict, reason, message };
};

/** Runs a fetch in one of its host's places, within the page's time limit. */
export const withPlace = async <T>(
  { places, pageTimeoutMs }: Pick<AttemptParts, 'places' | 'pageTimeoutMs'>,
  request: RoutedRequest,
  signal: AbortSignal,
  run: (budget: TimeBudget, hasPlace: boolean) => Promise<T>,
): Promise<T> => {
  const { deadlineAtMs, tier } = request;
  const budget = startTimeBudget({ signal, deadlineAtMs, pageTimeoutMs: pageTimeoutMs(tier) });
  const host = hostOf(request.url);
  try {
    const hasPlace = await places.take(host, budget.signal);
    try {
      return await run(budget, hasPlace);
    } finally {
      if (hasPlace) places.leave(host);
    }
  } finally {
    budget.end();
  }
};

/** A document whose caller has gone is not judged. */
const readAnswer = async (raw: RawPage, request: RoutedRequest, signal: AbortSignal): Promise<Attempt> => {
  try {
    return await readPage(raw, request, signal);
  } catch (error) {
    if (signal.aborted) return { verdict: 'cancelled', reason: 'cancelled' };
    throw error;
  }
};

/** One attempt by the exit of the request. */
export const attemptFetch = async (
  parts: AttemptParts,
  request: RoutedRequest,
  signal: AbortSignal,
): Promise<Attempt> => {
  const tried = await withPlace(parts, request, signal, async (budget, hasPlace) => {
    const result = hasPlace ? await parts.runTier(request, budget) : unanswered('deadline_exceeded', NO_SLOT);
    return result.isAnswered ? result : { isAnswered: false as const, failure: toFailure(result, budget) };
  });
  // Outside of the host's place and the page's time limit: a reader of its own may have to wait for a thread.
  return tried.isAnswered ? readAnswer(tried.page, request, signal) : tried.failure;
};
