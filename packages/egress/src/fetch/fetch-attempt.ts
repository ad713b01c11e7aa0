import type { Verdict } from '@quarry/contracts';
import type { RoutedRequest } from '../exits/exit.js';
import type { HostGate } from './host-gate.js';
import type { FetchedPage, Tier } from '../port.js';
import { NO_SLOT, unanswered, type RawPage, type TierResult } from './raw-page.js';
import { readPage } from './read-page.js';
import { startTimeBudget, type TimeBudget } from './time-budget.js';

/** How one try ended. */
export interface Attempt {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly message?: string;
  readonly page?: FetchedPage;
}

export interface AttemptParts {
  readonly gate: HostGate;
  readonly runTier: (request: RoutedRequest, budget: TimeBudget) => Promise<TierResult>;
  readonly pageTimeoutMs: (tier: Tier) => number;
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

type Unanswered = Extract<TierResult, { isAnswered: false }>;

const toFailure = (result: Unanswered, budget: TimeBudget): Attempt => {
  const stopped = budget.stopReason();
  // The target had no part in the wait for a place.
  if (result.reason === NO_SLOT && stopped !== 'cancelled') return { verdict: 'deadline_exceeded', reason: NO_SLOT };
  if (stopped) return { verdict: stopped, reason: stopped };
  const { verdict, reason, message } = result;
  return { verdict, reason, ...(message === undefined ? {} : { message }) };
};

/** Runs what fetches within the host's places, and within the page's own time. */
export const withinGate = async <T>(
  { gate, pageTimeoutMs }: Pick<AttemptParts, 'gate' | 'pageTimeoutMs'>,
  request: RoutedRequest,
  signal: AbortSignal,
  run: (budget: TimeBudget, hasPlace: boolean) => Promise<T>,
): Promise<T> => {
  const { deadlineAtMs, tier } = request;
  const budget = startTimeBudget({ signal, deadlineAtMs, pageTimeoutMs: pageTimeoutMs(tier) });
  try {
    const leave = await gate.enter(hostOf(request.url), budget.signal);
    try {
      return await run(budget, leave !== undefined);
    } finally {
      leave?.();
    }
  } finally {
    budget.end();
  }
};

/** A document that nobody waits for any more is not judged. */
const readAnswer = async (raw: RawPage, request: RoutedRequest, signal: AbortSignal): Promise<Attempt> => {
  try {
    return await readPage(raw, request, signal);
  } catch (error) {
    if (signal.aborted) return { verdict: 'cancelled', reason: 'cancelled' };
    throw error;
  }
};

/** One try, by the exit of the request. */
export const attemptFetch = async (
  parts: AttemptParts,
  request: RoutedRequest,
  signal: AbortSignal,
): Promise<Attempt> => {
  const tried = await withinGate(parts, request, signal, async (budget, hasPlace) => {
    const result = hasPlace ? await parts.runTier(request, budget) : unanswered('deadline_exceeded', NO_SLOT);
    return result.isAnswered ? result : { isAnswered: false as const, failure: toFailure(result, budget) };
  });
  // Without the host's place, and in no page's time: who reads elsewhere may wait there.
  return tried.isAnswered ? readAnswer(tried.page, request, signal) : tried.failure;
};
