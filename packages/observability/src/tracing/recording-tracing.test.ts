import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SpanKind } from '@opentelemetry/api';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace';
import { currentRequestContext, currentSpan, withinSpan, withRequestContext } from '../logs/request-context.js';
import { MAX_ATTRIBUTE_CHARS, MAX_SPAN_LINKS } from './bounds.js';
import { createRecordingTracing } from './recording-tracing.js';
import { batchTraceContext, readTraceContext, traceIdOf } from './trace-context.js';
import { quietTracing } from './tracing.js';

const CALLER = readTraceContext('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'vendor=1');
const UNSAMPLED = readTraceContext('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00');

const openScene = (ratio = 1) => {
  const exporter = new InMemorySpanExporter();
  const tracing = createRecordingTracing({ service: 'gateway', instance: 'here', ratio, exporter });
  // What was exported, by name. Shutting down would forget it.
  const exported = async () => {
    exporter.shutdown = async () => undefined;
    await tracing.close();
    return new Map(exporter.getFinishedSpans().map((span) => [span.name, span]));
  };
  return { tracing, exported };
};

describe('recorded spans', () => {
  it('hang together: caller, entry, pieces of the work', async () => {
    const { tracing, exported } = openScene();
    const entry = tracing.begin('GET /x', { kind: 'server', parent: CALLER, traceId: traceIdOf(randomUUID()) });
    let inside: unknown;
    await withRequestContext(
      { requestId: 'r1' },
      () =>
        withinSpan('outer', {}, () =>
          withinSpan('inner', { kind: 'producer', attributes: { 'quarry.attempt': 2 } }, async (span) => {
            await Promise.resolve();
            inside = currentRequestContext();
            span.set({ 'quarry.verdict': 'ok' });
          }),
        ),
      entry,
    );
    entry.end();
    const spans = await exported();
    const [server, outer, inner] = ['GET /x', 'outer', 'inner'].map((name) => spans.get(name));
    expect(server?.parentSpanContext?.spanId).toBe(CALLER?.spanId);
    expect(server?.kind).toBe(SpanKind.SERVER);
    expect(server?.spanContext().traceState?.serialize()).toBe('vendor=1');
    expect(outer?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId);
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.attributes).toEqual({ 'quarry.attempt': 2, 'quarry.verdict': 'ok' });
    for (const span of [server, outer, inner]) expect(span?.spanContext().traceId).toBe(CALLER?.traceId);
    expect(inside).toEqual({ requestId: 'r1', traceId: CALLER?.traceId, spanId: inner?.spanContext().spanId });
    expect(server?.resource.attributes).toMatchObject({ 'service.name': 'gateway', 'service.instance.id': 'here' });
  });

  it('fail with what rejected, without its words', async () => {
    const { tracing, exported } = openScene();
    const entry = tracing.begin('job', { traceId: traceIdOf(randomUUID()) });
    const failing = withRequestContext(
      { requestId: 'r1' },
      () => withinSpan('piece', {}, () => Promise.reject(new RangeError('key=s3cret'))),
      entry,
    );
    await expect(failing).rejects.toThrow(RangeError);
    entry.end();
    const piece = (await exported()).get('piece');
    expect(piece?.attributes).toEqual({ 'error.type': 'RangeError' });
    expect(JSON.stringify([piece?.status, piece?.events])).not.toContain('s3cret');
  });

  it('are bounded', async () => {
    const { tracing, exported } = openScene();
    const entry = tracing.begin('job', { traceId: traceIdOf(randomUUID()) });
    entry.set({ 'quarry.target_host': 'x'.repeat(MAX_ATTRIBUTE_CHARS + 1) });
    for (let index = 0; index <= MAX_SPAN_LINKS; index += 1) entry.link(batchTraceContext(randomUUID(), true));
    entry.end();
    const job = (await exported()).get('job');
    expect(job?.attributes['quarry.target_host']).toHaveLength(MAX_ATTRIBUTE_CHARS);
    expect(job?.links).toHaveLength(MAX_SPAN_LINKS);
  });

  it('may begin under ids and at a time that others know', async () => {
    const { tracing, exported } = openScene();
    const { traceId, spanId } = batchTraceContext(randomUUID(), true);
    tracing.begin('batch', { traceId, spanId, startedAtMs: 1_700_000_000_000 }).end();
    const batch = (await exported()).get('batch');
    expect(batch?.spanContext()).toMatchObject({ traceId, spanId });
    expect(batch?.parentSpanContext).toBeUndefined();
    expect(batch?.startTime).toEqual([1_700_000_000, 0]);
  });
});

describe('what is recorded', () => {
  it('is decided where the trace began', () => {
    const [none, all] = [openScene(0).tracing, openScene(1).tracing];
    const traceId = traceIdOf(randomUUID());
    expect(none.begin('a', { parent: CALLER, traceId }).isRecording).toBe(true);
    expect(all.begin('a', { parent: UNSAMPLED, traceId }).isRecording).toBe(false);
    expect(none.begin('a', { traceId }).isRecording).toBe(false);
    expect(all.begin('a', { traceId }).isRecording).toBe(true);
    expect(all.begin('a', { parent: UNSAMPLED, traceId }).context?.traceId).toBe(UNSAMPLED?.traceId);
  });

  it('is the set share of the traces that begin here, by their ids', () => {
    const { tracing } = openScene(0.25);
    const ids = Array.from({ length: 4_000 }, () => traceIdOf(randomUUID()));
    const sampled = ids.filter((id) => tracing.samples(id));
    // Seven standard deviations.
    expect(Math.abs(sampled.length - 1_000)).toBeLessThan(190);
    for (const traceId of sampled.slice(0, 10)) expect(tracing.begin('a', { traceId }).isRecording).toBe(true);
  });
});

describe('where nothing is exported', () => {
  it('traces are carried through all the same', async () => {
    const entry = quietTracing.begin('a', { parent: CALLER, traceId: traceIdOf(randomUUID()) });
    expect(entry.context).toMatchObject({ traceId: CALLER?.traceId, isSampled: true, state: 'vendor=1' });
    expect(entry.context?.spanId).toMatch(/^(?!b7ad6b7169203331)[\da-f]{16}$/);
    await withRequestContext(
      { requestId: 'r' },
      () => withinSpan('b', {}, async (span) => expect(span).toBe(entry)),
      entry,
    );
    expect(currentSpan().context).toBeUndefined();
  });

  it('a trace that begins here has the id of its request and is not recorded', () => {
    const id = randomUUID();
    const { context } = quietTracing.begin('a', { traceId: traceIdOf(id) });
    expect(context).toEqual({ traceId: id.replaceAll('-', ''), spanId: context?.spanId, isSampled: false });
  });
});
