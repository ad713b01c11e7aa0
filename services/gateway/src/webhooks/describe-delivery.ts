import { isAccountEvent } from '@quarry/contracts';
import type { WebhookDelivery } from '@quarry/store';

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const subjectOf = ({ event, jobId }: WebhookDelivery): { readonly requestId?: string; readonly jobId?: string } => {
  if (isAccountEvent(event)) return {};
  return event === 'request.completed' ? { requestId: jobId } : { jobId };
};

/** A delivery as its account sees it. */
export const describeDelivery = (delivery: WebhookDelivery): Record<string, unknown> => ({
  id: delivery.id,
  event: delivery.event,
  ...subjectOf(delivery),
  url: delivery.url,
  state: delivery.state,
  attempts: delivery.attempts,
  createdAt: instant(delivery.createdAtMs),
  nextAttemptAt: delivery.state === 'pending' ? instant(delivery.nextAttemptAtMs) : undefined,
  lastAttemptAt: instant(delivery.lastAttemptAtMs),
  lastStatusCode: delivery.lastStatusCode,
  lastError: delivery.lastError,
});
