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

const DRAWN_FROM = 2 ** 32;

/** Decided by the item's id alone, so that every attempt and every leader decides alike. */
const isDrawn = (itemId: string, itemCount: number): boolean =>
  Number.parseInt(itemId.slice(0, 8), 16) * itemCount < MAX_TRACED_ITEMS * DRAWN_FROM;

/** All items of a batch are parts of one trace, which has the id of the job; of a large one some are recorded. */
export const traceOfItem = (tracing: Tracing, job: BatchJob, itemId: string): TraceCarrier => {
  const isSampled = tracing.samples(traceIdOf(job.id)) && isDrawn(itemId, job.requestsCount);
  return traceCarrier(batchTraceContext(job.id, isSampled));
};

/** Records the span that all items hang below: it is known as a whole only now, and by the row alone. */
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
