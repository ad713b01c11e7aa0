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
