import { deadlineEnd, type RequestEnd } from '@quarry/store';

/** How a leader ends items that no worker will end, all free of charge. */
export const ENDS = {
  /** Its job was stopped before a worker began it. */
  cancelled: { state: 'cancelled', verdict: 'cancelled', error: 'cancelled', chargedCredits: 0 },
  /** Its job's time had passed. */
  expired: { state: 'expired', verdict: 'deadline_exceeded', error: 'expired', chargedCredits: 0 },
  lost: {
    ...{ state: 'failed', verdict: 'internal_error', error: 'internal_error', chargedCredits: 0 },
    message: 'Its workers were lost again and again.',
  },
} as const satisfies Record<string, RequestEnd>;

/** The end of an item with these parameters that has not ended in its time. */
export const overdueEnd = (params: unknown): RequestEnd => ({ ...deadlineEnd(params), state: 'failed' });

interface ItemTimes {
  readonly timeoutMs?: number | undefined;
  readonly handedOverAtMs?: number | undefined;
  readonly deadlineAtMs: number;
}

/** When the time of an item is over: at the deadline of its row, or before that by its own `timeout`. */
export const timeIsOverAtMs = ({ timeoutMs, handedOverAtMs, deadlineAtMs }: ItemTimes): number =>
  timeoutMs === undefined || handedOverAtMs === undefined
    ? deadlineAtMs
    : Math.min(deadlineAtMs, handedOverAtMs + timeoutMs);
