import type { WebhookOutcome } from '@quarry/egress/webhook-sender';
import type { DeliveryOutcome } from '@quarry/store';
import { RETRY_DELAYS_MS } from '@quarry/webhooks';
import { RETRY_JITTER } from './bounds.js';

/** A receiver that says so takes no more of it. */
const GONE = 410;

/** What became of one try. `cut`: it was ended by us. */
export type Tried = WebhookOutcome | { readonly outcome: 'cut' };

/** Milliseconds until the next try; undefined when try number `attempts` was the last. */
const pauseAfter = (attempts: number, random: () => number): number | undefined => {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + RETRY_JITTER * (2 * random() - 1)));
};

const failedBy = (tried: Exclude<Tried, { outcome: 'delivered' }>): { error: string; statusCode?: number } => {
  if (tried.outcome === 'cut') return { error: 'cancelled' };
  if (tried.outcome === 'refused') return { error: `refused_${tried.reason}` };
  const { reason: error, statusCode } = tried;
  return statusCode === undefined ? { error } : { error, statusCode };
};

/** What try number `attempts` means for the delivery: what is refused or gone is dead at once, all else has its tries. */
export const judgeTry = (
  tried: Tried,
  attempts: number,
  { nowMs, random }: { readonly nowMs: number; readonly random: () => number },
): DeliveryOutcome => {
  if (tried.outcome === 'delivered') return { state: 'delivered', statusCode: tried.statusCode };
  const failure = failedBy(tried);
  // What we cut ourselves says nothing of the receiver.
  const pauseMs = tried.outcome === 'cut' ? 0 : pauseAfter(attempts, random);
  const isHopeless = tried.outcome === 'refused' || failure.statusCode === GONE;
  if (isHopeless || pauseMs === undefined) return { state: 'dead', ...failure };
  return { state: 'pending', nextAttemptAtMs: nowMs + pauseMs, ...failure };
};
