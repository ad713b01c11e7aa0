import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { quietTracing, readTraceContext } from '@quarry/observability';
import type { BatchJob } from '@quarry/store';
import { recordSpans } from '../../../../packages/observability/test/record-spans.js';
import { MAX_TRACED_ITEMS } from '../bounds.js';
import { recordBatch, traceOfItem } from './trace-batch.js';

const jobOf = (requestsCount: number): BatchJob => ({
  ...{ id: randomUUID(), accountId: 'a', operation: 'scrape/web', contractVersion: 1, state: 'done' },
  ...{ requestsCount, visibleCount: 0, succeededCount: requestsCount - 1, failedCount: 1 },
  ...{
    heldCredits: 0,
    targetErrorCount: 0,
    chargedCredits: 7,
    periodIndex: 0,
    createdAtMs: 1_700_000_000_000,
    deadlineAtMs: 0,
  },
});

const idsOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('the items of a batch', () => {
  it('are all recorded below one span where they are few, in the trace that has the id of the job', () => {
    const { tracing, named } = recordSpans();
    const job = jobOf(MAX_TRACED_ITEMS);
    const carriers = new Set(idsOf(MAX_TRACED_ITEMS).map((id) => traceOfItem(tracing, job, id).traceparent));
    expect(carriers.size).toBe(1);
    recordBatch(tracing, job);
    const span = named('batch');
    expect(readTraceContext([...carriers][0])).toEqual({
      traceId: job.id.replaceAll('-', ''),
      spanId: span.spanId,
      isSampled: true,
    });
    expect(span).toMatchObject({ startedAtMs: job.createdAtMs, parentSpanId: undefined, hasEnded: true });
    expect(span.attributes).toMatchObject({ 'quarry.batch_id': job.id, 'quarry.items_failed': 1, 'quarry.credits': 7 });
  });

  it('are recorded in a bounded number where they are many, each decided once for all', () => {
    const { tracing } = recordSpans();
    const job = jobOf(10_000);
    const ids = idsOf(10_000);
    const isRecorded = (id: string) => readTraceContext(traceOfItem(tracing, job, id).traceparent)?.isSampled;
    const drawn = ids.filter(isRecorded);
    // Seven standard deviations of a draw of 200.
    expect(drawn.length).toBeGreaterThan(MAX_TRACED_ITEMS / 2);
    expect(drawn.length).toBeLessThan(1.5 * MAX_TRACED_ITEMS);
    expect(ids.filter(isRecorded)).toEqual(drawn);
  });

  it('are not recorded where nothing is, and are parts of the trace all the same', () => {
    const job = jobOf(1);
    const context = readTraceContext(traceOfItem(quietTracing, job, randomUUID()).traceparent);
    expect(context).toMatchObject({ traceId: job.id.replaceAll('-', ''), isSampled: false });
  });
});
