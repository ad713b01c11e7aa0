import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { OperationJob } from '@quarry/contracts';
import type { Fetcher, FetchOutcome, FetchRequest } from '@quarry/egress';
import { currentRequestContext, currentSpan } from '@quarry/observability';
import { callerTrace, recordSpans } from '../../../observability/test/record-spans.js';
import { traceFetches, traceJob } from './trace-job.js';

const { signal } = new AbortController();

const jobOf = (changes: Partial<OperationJob> = {}): OperationJob => ({
  requestId: randomUUID(),
  accountId: 'account-1',
  operation: 'scrape/web',
  attempt: 2,
  deadlineAtMs: Date.now() + 60_000,
  ...changes,
});

const hexOf = (uuid: string | undefined): string | undefined => uuid?.replaceAll('-', '');

describe('a job', () => {
  it('is a part of the trace it carries, and its lines say so', async () => {
    const { tracing, named } = recordSpans();
    const caller = callerTrace();
    const job = jobOf({ trace: { traceparent: caller.traceparent } });
    let context: unknown;
    await traceJob(tracing, job, { signal, enqueuedAtMs: Date.now() - 1_500 }, async () => {
      context = currentRequestContext();
    });
    const span = named('job scrape/web');
    const { traceId, spanId } = span;
    expect(span).toMatchObject({ kind: 'consumer', parentSpanId: caller.context.spanId, hasEnded: true });
    expect(traceId).toBe(caller.context.traceId);
    expect(span.attributes).toMatchObject({ 'quarry.attempt': 2, 'quarry.request_id': job.requestId });
    expect(span.attributes['quarry.queue_wait_ms']).toBeGreaterThanOrEqual(1_500);
    expect(span.attributes['quarry.queue_wait_ms']).toBeLessThan(30_000);
    const { requestId, accountId, operation, attempt } = job;
    expect(context).toEqual({ requestId, accountId, operation, attempt, traceId, spanId });
  });

  it('of a trace that its caller does not record is recorded by nobody, and its lines name the trace', async () => {
    const { tracing, seen } = recordSpans();
    const caller = callerTrace({ isSampled: false });
    let context: unknown;
    const job = jobOf({ trace: { traceparent: caller.traceparent } });
    await traceJob(tracing, job, { signal }, async () => {
      context = { ...currentRequestContext(), isRecording: currentSpan().isRecording };
    });
    expect(context).toMatchObject({ traceId: caller.context.traceId, isRecording: false });
    expect(seen).toEqual([]);
  });

  it.each([
    ['a request', jobOf()],
    ['a request with a trace that is none', jobOf({ trace: { traceparent: 'x' } })],
    ['an item of a batch', jobOf({ batchId: randomUUID() })],
  ])('of %s without a trace begins one that has its id', async (_what, job) => {
    const { tracing, named } = recordSpans();
    await traceJob(tracing, job, { signal }, async () => undefined);
    expect(named('job scrape/web').traceId).toBe(hexOf(job.batchId ?? job.requestId));
  });

  it('that throws rejects as before, and its span has failed without the words', async () => {
    const { tracing, named } = recordSpans();
    const failing = traceJob(tracing, jobOf(), { signal }, () => Promise.reject(new Error('s3cret')));
    await expect(failing).rejects.toThrow('s3cret');
    expect(named('job scrape/web')).toMatchObject({ failedWith: 'handler_threw', hasEnded: true });
  });
});

describe('a fetch', () => {
  const request: FetchRequest = {
    url: 'https://user:pw@shop.example:8443/secret-path?token=s3cret#x',
    tier: 'http',
    purpose: 'page',
    deadlineAtMs: Date.now() + 60_000,
  };

  it('is told of by host, tier and verdict, and asks for exactly what was asked', async () => {
    const { tracing, seen, named } = recordSpans();
    const asked: unknown[] = [];
    const outcome: FetchOutcome = { verdict: 'blocked', tier: 'http', proxyType: 'datacenter', attempts: 3 };
    const fetcher: Fetcher = {
      fetch: async (...given) => {
        asked.push(given, currentSpan().context?.spanId);
        return outcome;
      },
      close: async () => undefined,
    };
    await traceJob(tracing, jobOf(), { signal }, async () => {
      expect(await traceFetches(fetcher).fetch(request, signal)).toBe(outcome);
    });
    const span = named('fetch');
    expect(asked).toEqual([[request, signal], span.spanId]);
    expect(span.parentSpanId).toBe(named('job scrape/web').spanId);
    expect(span.attributes).toEqual({
      'quarry.tier': 'http',
      'quarry.target_host': 'shop.example',
      'quarry.verdict': 'blocked',
      'quarry.proxy_type': 'datacenter',
      'quarry.fetch_attempts': 3,
      'http.response.status_code': undefined,
    });
    expect(JSON.stringify(seen)).not.toMatch(/s3cret|secret-path|user|8443/);
  });
});
