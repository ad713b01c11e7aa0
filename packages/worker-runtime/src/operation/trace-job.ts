import type { OperationJob } from '@quarry/contracts';
import type { Fetcher, FetchOutcome, FetchRequest } from '@quarry/egress';
import {
  readTraceContext,
  SPANS,
  traceIdOf,
  withinSpan,
  withRequestContext,
  type Span,
  type Tracing,
} from '@quarry/observability';
import type { JobContext } from '@quarry/queue';

const describeJob = (span: Span, job: OperationJob, enqueuedAtMs: number | undefined): void => {
  if (!span.isRecording) return;
  span.set({
    'quarry.operation': job.operation,
    'quarry.request_id': job.requestId,
    'quarry.batch_id': job.batchId,
    'quarry.attempt': job.attempt,
    // A difference of two clocks, so it could be negative.
    'quarry.queue_wait_ms': enqueuedAtMs === undefined ? undefined : Math.max(0, Date.now() - enqueuedAtMs),
  });
};

/** Runs a job as part of its trace, or of a new one, with its ids in every log line. */
export const traceJob = async (
  tracing: Tracing,
  job: OperationJob,
  { signal, enqueuedAtMs }: JobContext,
  run: () => Promise<void>,
): Promise<void> => {
  const { requestId, accountId, operation, attempt, trace, batchId = requestId } = job;
  const parent = readTraceContext(trace?.traceparent, trace?.tracestate);
  const span = tracing.begin(`job ${operation}`, { kind: 'consumer', parent, traceId: traceIdOf(batchId) });
  describeJob(span, job, enqueuedAtMs);
  try {
    await withRequestContext({ requestId, accountId, operation, attempt }, run, span);
  } catch (error) {
    span.fail(signal.aborted ? String(signal.reason) : 'handler_threw');
    throw error;
  } finally {
    span.end();
  }
};

const recordOutcome = (span: Span, { verdict, proxyType, attempts, page }: FetchOutcome): void =>
  span.set({
    'quarry.verdict': verdict,
    'quarry.proxy_type': proxyType,
    'quarry.fetch_attempts': attempts,
    'http.response.status_code': page?.statusCode,
  });

/** Records each fetch as a span of the job; the target gets nothing of it. */
export const traceFetches = (fetcher: Fetcher): Fetcher => ({
  fetch: (request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> =>
    withinSpan(SPANS.fetch, {}, async (span) => {
      if (span.isRecording) {
        span.set({ 'quarry.tier': request.tier, 'quarry.target_host': URL.parse(request.url)?.hostname });
      }
      const outcome = await fetcher.fetch(request, signal);
      if (span.isRecording) recordOutcome(span, outcome);
      return outcome;
    }),
  close: () => fetcher.close(),
});
