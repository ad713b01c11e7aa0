import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTraceCollector, type TraceCollector } from '../../../testkit/src/traces/start-trace-collector.js';
import type { Logger } from '../logs/logger.js';
import { currentRequestContext, withRequestContext } from '../logs/request-context.js';
import { MAX_QUEUED_SPANS, MAX_SPANS_PER_EXPORT } from './bounds.js';
import { openTracing } from './open-tracing.js';
import { traceIdOf } from './trace-context.js';
import { quietTracing, type Tracing } from './tracing.js';

let collector: TraceCollector;
let warnings: unknown[];
let contexts: unknown[];
beforeEach(async () => {
  collector = await startTraceCollector();
  warnings = [];
  contexts = [];
});
afterEach(() => collector.close());

const log: Logger = {
  error: () => undefined,
  warn: (message, fields) => {
    warnings.push([message, fields]);
    contexts.push(currentRequestContext());
  },
  info: () => undefined,
  debug: () => undefined,
};

const open = (endpoint: string | undefined, closeMs?: number): Promise<Tracing> =>
  openTracing({
    ...{ service: 'serp', endpoint, ratio: 1, log, headers: { 'x-team': 'red' } },
    ...(closeMs === undefined ? {} : { closeMs }),
  });

/** Milliseconds of processor time that it takes to begin and end so many spans. */
const record = (tracing: Tracing, count: number): number => {
  const before = process.threadCpuUsage();
  for (let index = 0; index < count; index += 1) tracing.begin('work', { traceId: traceIdOf(randomUUID()) }).end();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

const lossOf = (failedCount: number, reason: string) => [
  'the trace collector did not take spans',
  { failedCount, reason },
];

const closeMsOf = async (tracing: Tracing): Promise<number> => {
  const startedAt = performance.now();
  await tracing.close();
  return performance.now() - startedAt;
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('traces of a process', () => {
  it('go nowhere without an endpoint', async () => {
    expect(await open(undefined)).toBe(quietTracing);
  });

  it('reach the collector in batches, with its headers, and to the last at the end', async () => {
    const tracing = await open(collector.url);
    record(tracing, 2 * MAX_SPANS_PER_EXPORT + 10);
    await tracing.close();
    expect(collector.spans).toHaveLength(2 * MAX_SPANS_PER_EXPORT + 10);
    expect(collector.spans[0]).toMatchObject({ service: 'serp', name: 'work', parentSpanId: undefined });
    expect(collector.calls).toHaveLength(3);
    for (const headers of collector.calls) {
      expect(headers).toMatchObject({ 'x-team': 'red', 'content-type': 'application/json' });
    }
  });

  it('that a collector does not take in time are dropped above a bound, which is told, and nothing waits for it', async () => {
    collector.setMood('hang');
    const tracing = await open(collector.url, 300);
    // Ten times what it takes, and less than one export may.
    expect(record(tracing, MAX_QUEUED_SPANS + 5_000)).toBeLessThan(3_000);
    await until(() => collector.calls.length === 1);
    // Only what is under way made room.
    const dropped = lossOf(5_000 - MAX_SPANS_PER_EXPORT, 'too many wait');
    await until(() => warnings.length > 0);
    collector.setMood('take');
    // The export under way hangs still.
    expect(await closeMsOf(tracing)).toBeLessThan(4_000);
    await until(() => collector.spans.length >= MAX_QUEUED_SPANS);
    expect(collector.spans).toHaveLength(MAX_QUEUED_SPANS);
    // More would not fit into the exports that may be under way at once.
    expect(warnings).toEqual([dropped]);
  });

  it.each([
    ['fail', '500'],
    ['busy', 'busy: 429, 502, 503 or 504'],
  ] as const)(
    'that a collector refuses (%s) are lost: one warning tells so, and one at the end',
    async (mood, reason) => {
      collector.setMood(mood);
      const tracing = await open(collector.url);
      record(tracing, 4 * MAX_SPANS_PER_EXPORT);
      await tracing.close();
      expect(warnings).toEqual([lossOf(MAX_SPANS_PER_EXPORT, reason), lossOf(3 * MAX_SPANS_PER_EXPORT, reason)]);
    },
  );

  it('that are lost are told outside of the request that had them exported', async () => {
    collector.setMood('fail');
    const tracing = await open(collector.url);
    withRequestContext({ requestId: 'r1' }, () => record(tracing, MAX_SPANS_PER_EXPORT));
    await until(() => warnings.length > 0);
    expect(contexts).toEqual([undefined]);
    await tracing.close();
  });

  it('hold the end of the process up no longer than is bounded where the collector is away', async () => {
    const { url } = collector;
    await collector.close();
    const tracing = await open(url, 300);
    record(tracing, 10);
    expect(await closeMsOf(tracing)).toBeLessThan(1_500);
    collector = await startTraceCollector();
  });
});
