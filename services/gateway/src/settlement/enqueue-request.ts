import type { OperationJob } from '@quarry/contracts';
import { SPANS, traceCarrier, withinSpan } from '@quarry/observability';
import type { JobProducer } from '@quarry/queue';
import type { AdmittedRequest } from '../admission/admission.js';

/**
 * Enqueues one attempt of a request. Without `replyTo` no gateway waits for it: its worker runs it whether or not a gateway
 * lives, and releases its lease.
 */
export const enqueueRequest = (
  producer: Pick<JobProducer, 'enqueue'>,
  { requestId, accountId, operation: { id: operation, queue }, deadlineAtMs }: AdmittedRequest,
  attempt: number,
  replyTo?: string,
): Promise<void> => {
  const attributes = { 'messaging.destination.name': queue, 'quarry.attempt': attempt };
  return withinSpan(SPANS.enqueue, { kind: 'producer', attributes }, async ({ context }) => {
    const trace = context && traceCarrier(context);
    const job: OperationJob = { requestId, accountId, operation, attempt, deadlineAtMs, replyTo, trace };
    await producer.enqueue(queue, job, 'interactive');
  });
};
