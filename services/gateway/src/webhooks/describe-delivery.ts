import type { WebhookDelivery } from '@quarry/store';

const iso = (ms: number): string => new Date(ms).toISOString();

/** A delivery as its account sees it. */
export const describeDelivery = (delivery: WebhookDelivery): Record<string, unknown> => {
  const { lastAttemptAtMs, lastStatusCode, lastError } = delivery;
  return {
    id: delivery.id,
    event: delivery.event,
    jobId: delivery.jobId,
    url: delivery.url,
    state: delivery.state,
    attempts: delivery.attempts,
    createdAt: iso(delivery.createdAtMs),
    ...(delivery.state === 'pending' ? { nextAttemptAt: iso(delivery.nextAttemptAtMs) } : {}),
    ...(lastAttemptAtMs === undefined ? {} : { lastAttemptAt: iso(lastAttemptAtMs) }),
    ...(lastStatusCode === undefined ? {} : { lastStatusCode }),
    ...(lastError === undefined ? {} : { lastError }),
  };
};
