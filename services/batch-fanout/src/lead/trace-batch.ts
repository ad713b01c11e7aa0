import {
  batchTraceContext,
  SPANS,
  traceCarrier,
  traceIdOf,
  type TraceCarrier,
  type Tracing,
} from '@quarry/observability';
import type { BatchJob } from '@quarry/store';
import { MAX_TRACED_ITEMS } from '../bounds.js';

const ID_RANGE = 2 ** 32;

/** Depends only on the item's id, so that every attempt and every leader decides the same. */
const isRecorded = (itemId: string, itemCount: number): boolean =>
  Number.parseInt(itemId.slice(0, 8), 16) * itemCount < MAX_TRACED_ITEMS * ID_RANGE;

/** All items of a batch belong to one trace, with the id of the job; of a large batch some are recorded. */
export const traceOfItem = (tracing: Tracing, job: BatchJob, itemId: string): TraceCarrier => {
  const isSampled = tracing.samples(traceIdOf(job.id)) && isRecorded(itemId, job.requestsCount);
  return traceCarrier(batchTraceContext(job.id, isSampled));
};

/** Records the parent span of all items, once the job has ended and its row has all values. */
export const recordBatch = (tracing: Tracing, job: BatchJob): void => {
  const { traceId, spanId } = batchTraceContext(job.id, true);
  const span = tracing.begin(SPANS.batch, { traceId, spanId, startedAtMs: job.createdAtMs });
  span.set({
    'quarry.batch_id': job.id,
    'quarry.operation': job.operation,
    'quarry.items': job.requestsCount,
    'quarry.items_failed': job.failedCount,
    'quarry.credits': job.chargedCredits,
    'quarry.verdict': job.state,
  });
  span.end();
};
