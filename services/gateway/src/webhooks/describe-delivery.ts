import type { WebhookDelivery } from '@quarry/store';

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/** A delivery as its account sees it. */
export const describeDelivery = (delivery: WebhookDelivery): Record<string, unknown> => ({
  id: delivery.id,
  event: delivery.event,
  ...(delivery.event === 'request.completed' ? { requestId: delivery.jobId } : { jobId: delivery.jobId }),
  url: delivery.url,
  state: delivery.state,
  attempts: delivery.attempts,
  createdAt: instant(delivery.createdAtMs),
  nextAttemptAt: delivery.state === 'pending' ? instant(delivery.nextAttemptAtMs) : undefined,
  lastAttemptAt: instant(delivery.lastAttemptAtMs),
  lastStatusCode: delivery.lastStatusCode,
  lastError: delivery.lastError,
});
