/** What ended a fetch before its response. */
export type StopReason = 'cancelled' | 'deadline_exceeded' | 'page_timeout';

/** A fetch ends this long before its deadline, so that its response still arrives in time. */
export const DEADLINE_MARGIN_MS = 250;
/** Longest time of a page. No time limit on a response within a fetch is shorter. */
export const MAX_PAGE_TIME_MS = 300_000;

/** Longest delay of a timer in Node. */
export const MAX_TIMER_MS = 2_147_483_647;

export interface TimeBudget {
  /** Aborts on the caller's signal, at the page's own limit, or at the deadline. */
  readonly signal: AbortSignal;
  /** `deadline_exceeded` only if no time was left at the start. Undefined while the budget lasts. */
  stopReason(): StopReason | undefined;
  remainingMs(): number;
  /** Removes timer and listener. */
  end(): void;
}

export interface TimeBudgetOptions {
  readonly signal: AbortSignal;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
  readonly pageTimeoutMs: number;
}

/** Starts the clock of one attempt. */
export const startTimeBudget = ({ signal, deadlineAtMs, pageTimeoutMs }: TimeBudgetOptions): TimeBudget => {
  const startedAtMs = Date.now();
  const untilDeadlineMs = deadlineAtMs - startedAtMs - DEADLINE_MARGIN_MS;
  const limitMs = Math.min(Math.max(0, Math.min(untilDeadlineMs, pageTimeoutMs)), MAX_TIMER_MS);
  const controller = new AbortController();
  let reason: StopReason | undefined;
  const stop = (why: StopReason) => {
    clearTimeout(timer);
    reason ??= why;
    controller.abort();
  };
  const onAbort = () => stop('cancelled');
  const timer = setTimeout(() => stop('page_timeout'), limitMs);
  if (signal.aborted) onAbort();
  else if (untilDeadlineMs <= 0) stop('deadline_exceeded');
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    stopReason: () => reason,
    remainingMs: () => Math.max(0, startedAtMs + limitMs - Date.now()),
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
};
