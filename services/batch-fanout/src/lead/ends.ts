import { verdictRule } from '@quarry/contracts';
import type { RequestEnd } from '@quarry/store';

const failedAs = (verdict: 'deadline_exceeded' | 'internal_error', message?: string): RequestEnd => {
  const { error } = verdictRule(verdict);
  return {
    state: 'failed',
    verdict,
    chargedCredits: 0,
    ...(error === undefined ? {} : { error }),
    ...(message === undefined ? {} : { message }),
  };
};

/** How a leader ends items that no worker will end, all free of charge. */
export const ENDS = {
  /** Its job was stopped before a worker began it. */
  cancelled: { state: 'cancelled', verdict: 'cancelled', error: 'cancelled', chargedCredits: 0 },
  /** Its job's time had passed. */
  expired: { state: 'expired', verdict: 'deadline_exceeded', error: 'expired', chargedCredits: 0 },
  overdue: failedAs('deadline_exceeded'),
  lost: failedAs('internal_error', 'Its workers were lost again and again.'),
} as const satisfies Record<string, RequestEnd>;
