import { afterEach, describe, expect, it } from '@jest/globals';
import type { OperationJob } from '@quarry/contracts';
import { readTraceContext, type Tracing } from '@quarry/observability';
import { callerTrace, recordSpans } from '../../../packages/observability/test/record-spans.js';
import { okEnd } from '../test/fake-worker.js';
import { startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

const TARGET = 'https://example.com/secret-path?token=s3cret';

let fixture: GatewayFixture | undefined;
afterEach(() => fixture?.close());

const openScene = async (tracing?: Tracing) => {
  fixture = await startGatewayFixture(tracing === undefined ? {} : { tracing });
  const { key } = await fixture.addAccount();
  const { url, lines } = fixture;
  const jobs: OperationJob[] = [];
  fixture.behave(async (_row, { job }) => {
    jobs.push(job);
    return okEnd();
  });
  const scrape = async (headers: Record<string, string> = {}, body: object = { url: TARGET }) => {
    const answer = await fetch(`${url}/scrape/web`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await answer.text();
    return { answer, id: answer.headers.get('x-request-id') ?? '' };
  };
  const linesOf = (id: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ requestId }) => requestId === id);
  return { fixture, key, jobs, scrape, linesOf };
};

describe('a request whose caller traces', () => {
  it('goes on with that trace: admission, enqueue, wait, and the job', async () => {
    const { tracing, seen, named } = recordSpans();
    const { fixture: gateway, jobs, scrape, linesOf } = await openScene(tracing);
    await gateway.startWorker();
    const caller = callerTrace();
    const { answer, id } = await scrape({ traceparent: caller.traceparent, tracestate: 'vendor=1' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('traceparent')).toBeNull();
    const [server, enqueue] = [named('POST /scrape/web'), named('enqueue')];
    expect(server).toMatchObject({ kind: 'server', parentSpanId: caller.context.spanId, hasEnded: true });
    expect(server.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/scrape/web',
      'http.response.status_code': 200,
      'quarry.request_id': id,
      'quarry.operation': 'scrape/web',
      'quarry.target_host': 'example.com',
      'quarry.verdict': 'ok',
      'quarry.credits': 1,
      'error.type': undefined,
    });
    for (const name of ['admission', 'enqueue', 'wait']) {
      expect(named(name)).toMatchObject({ parentSpanId: server.spanId, hasEnded: true, failedWith: undefined });
    }
    expect(enqueue.kind).toBe('producer');
    expect(new Set(seen.map(({ traceId }) => traceId))).toEqual(new Set([caller.context.traceId]));
    expect(jobs.map(({ trace }) => trace)).toEqual([
      { traceparent: `00-${caller.context.traceId}-${enqueue.spanId}-01`, tracestate: 'vendor=1' },
    ]);
    expect(linesOf(id).at(-1)).toMatchObject({
      message: 'answered',
      traceId: caller.context.traceId,
      spanId: server.spanId,
    });
    expect(JSON.stringify(seen)).not.toMatch(/s3cret|secret-path/);
  });

  it('keeps the trace when the queue has lost the job', async () => {
    const { tracing, seen } = recordSpans();
    const { fixture: gateway, jobs, scrape } = await openScene(tracing);
    const caller = callerTrace();
    const scraping = scrape({ traceparent: caller.traceparent });
    const enqueued = () => seen.filter(({ name, hasEnded }) => name === 'enqueue' && hasEnded).length;
    const until = async (count: number) => {
      while (enqueued() < count) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await until(1);
    await gateway.redis.client.flushall();
    await until(2);
    await gateway.startWorker();
    await scraping;
    expect(jobs).toHaveLength(1);
    expect(readTraceContext(jobs[0]?.trace?.traceparent)?.traceId).toBe(caller.context.traceId);
  });
});

describe('a request without a trace it could go on with', () => {
  it('begins one that has its own id, recorded or not', async () => {
    const { fixture: gateway, jobs, scrape, linesOf } = await openScene();
    await gateway.startWorker();
    for (const headers of [{}, { traceparent: '00-00000000000000000000000000000000-0000000000000000-01' }]) {
      const { answer, id } = await scrape(headers);
      expect(answer.status).toBe(200);
      const context = readTraceContext(jobs.at(-1)?.trace?.traceparent);
      expect(context).toMatchObject({ traceId: id.replaceAll('-', ''), isSampled: false });
      expect(linesOf(id).at(-1)).toMatchObject({ message: 'answered', traceId: context?.traceId });
    }
  });

  it('tells why it was refused, and fails no span for it', async () => {
    const { tracing, named } = recordSpans();
    const { scrape } = await openScene(tracing);
    expect((await scrape({}, { url: 'no url' })).answer.status).toBe(422);
    expect(named('POST /scrape/web')).toMatchObject({
      failedWith: undefined,
      attributes: { 'http.response.status_code': 422, 'error.type': 'validation_failed' },
    });
    expect(named('admission').attributes).toMatchObject({ 'error.type': 'validation_failed' });
  });
});

describe('a batch', () => {
  it('is named by the call that submits it, with a link to the trace of its items', async () => {
    const { tracing, named } = recordSpans();
    const { fixture: gateway, key } = await openScene(tracing);
    const answer = await fetch(`${gateway.url}/scrape/batch/web`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ url: TARGET }, { url: TARGET }] }),
    });
    const { jobId } = (await answer.json()) as { jobId: string };
    const server = named('POST /scrape/batch/web');
    expect(server.attributes).toMatchObject({ 'quarry.batch_id': jobId, 'quarry.items': 2 });
    expect(server.links).toEqual([jobId.replaceAll('-', '')]);
  });
});
