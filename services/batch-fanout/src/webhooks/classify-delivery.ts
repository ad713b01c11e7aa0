import type { WebhookOutcome } from '@quarry/egress/webhook-sender';
import type { DeliveryOutcome } from '@quarry/store';
import { RETRY_DELAYS_MS } from '@quarry/webhooks';
import { RETRY_JITTER } from './bounds.js';

/** With this status a receiver says that it wants no further deliveries. */
const GONE = 410;

/** The outcome of one try. `cut`: it was ended by us. */
export type DeliveryAttempt = WebhookOutcome | { readonly outcome: 'cut' };

/** Milliseconds until the next try; undefined when try number `attempts` was the last. */
const pauseAfter = (attempts: number, random: () => number): number | undefined => {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + RETRY_JITTER * (2 * random() - 1)));
};

const failedBy = (
  attempt: Exclude<DeliveryAttempt, { outcome: 'delivered' }>,
): { error: string; statusCode?: number } => {
  if (attempt.outcome === 'cut') return { error: 'cancelled' };
  if (attempt.outcome === 'refused') return { error: `refused_${attempt.reason}` };
  const { reason: error, statusCode } = attempt;
  return statusCode === undefined ? { error } : { error, statusCode };
};

/** What the outcome of try number `attempts` means for the delivery: dead at once if refused or gone, else retried while tries are left. */
export const classifyDelivery = (
  attempt: DeliveryAttempt,
  attempts: number,
  { nowMs, random }: { readonly nowMs: number; readonly random: () => number },
): DeliveryOutcome => {
  if (attempt.outcome === 'delivered') return { state: 'delivered', statusCode: attempt.statusCode };
  const failure = failedBy(attempt);
  // A try that we cut says nothing about the receiver.
  const pauseMs = attempt.outcome === 'cut' ? 0 : pauseAfter(attempts, random);
  const isHopeless = attempt.outcome === 'refused' || failure.statusCode === GONE;
  if (isHopeless || pauseMs === undefined) return { state: 'dead', ...failure };
  return { state: 'pending', nextAttemptAtMs: nowMs + pauseMs, ...failure };
};
