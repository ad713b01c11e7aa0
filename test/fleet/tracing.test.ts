import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  startFleet,
  startTargetSite,
  startTraceCollector,
  type Answer,
  type CollectedSpan,
  type Fleet,
  type TargetSite,
  type TraceCollector,
} from '@quarry/testkit';

let site: TargetSite;
let collector: TraceCollector;
let fleet: Fleet;
let api: ApiClient;

beforeAll(async () => {
  [site, collector] = await Promise.all([startTargetSite(), startTraceCollector()]);
  fleet = await startFleet({
    services: ['gateway', 'browser-scrape', 'batch-fanout'],
    env: {
      EGRESS_ALLOW: site.host,
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=red',
    },
  });
  api = new ApiClient(fleet);
}, 120_000);

afterAll(async () => {
  await (fleet as Fleet | undefined)?.stop();
  await Promise.all([site.close(), collector.close()]);
}, 60_000);

const [SERVER, PRODUCER, CONSUMER] = [2, 4, 5];

const callerTrace = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=1' } };
};

const scrape = (headers: Record<string, string>, more: Record<string, unknown> = {}): Promise<Answer> =>
  api.send('POST', '/scrape/web', { url: `${site.url}/echo?token=s3cret`, ...more }, headers);

/** Spans of the trace that the lines of a service's log name. */
const spanIdsOf = (service: string, traceId: string): (string | undefined)[] =>
  readFileSync(join(fleet.dataDir, 'logs', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"traceId":"${traceId}"`))
    .map((line) => (JSON.parse(line) as { spanId?: string }).spanId);

/** Names of the headers that the target received. */
const headersSeen = ({ body }: Answer): string[] => {
  const text = /\{.*\}/s.exec(String(body['content']))?.[0] ?? '';
  return Object.keys((JSON.parse(text) as { headers: Record<string, string> }).headers);
};

describe('one trace', () => {
  it('leads from the caller over gateway and worker to the fetch, and no further', async () => {
    const caller = callerTrace();
    const answer = await scrape(caller.headers, { jsRendering: false });
    expect(answer.status).toBe(200);
    const ofTrace = (name: string) => (span: CollectedSpan) => span.traceId === caller.traceId && span.name === name;
    const [server, job] = await Promise.all([
      collector.span(ofTrace('POST /scrape/web')),
      collector.span(ofTrace('job scrape/web')),
    ]);
    const spans = collector.spans.filter(({ traceId }) => traceId === caller.traceId);
    const named = (name: string) => spans.find((span) => span.name === name);
    const producer = named('enqueue');
    expect(server).toMatchObject({ service: 'gateway', kind: SERVER, parentSpanId: caller.spanId });
    expect(producer).toMatchObject({ service: 'gateway', kind: PRODUCER, parentSpanId: server.spanId });
    expect(job).toMatchObject({ service: 'browser-scrape', kind: CONSUMER, parentSpanId: producer?.spanId });
    for (const name of ['admission', 'wait']) expect(named(name)?.parentSpanId).toBe(server.spanId);
    for (const name of ['fetch', 'extract', 'store file', 'end']) expect(named(name)?.parentSpanId).toBe(job.spanId);
    expect(server.attributes).toMatchObject({
      'http.response.status_code': 200,
      'quarry.request_id': answer.headers.get('x-request-id'),
      'quarry.verdict': 'ok',
    });
    expect(job.attributes).toMatchObject({ 'quarry.verdict': 'ok', 'quarry.tier': 'http', 'quarry.attempt': 1 });
    expect(named('fetch')?.attributes).toMatchObject({ 'quarry.tier': 'http', 'http.response.status_code': 200 });
    expect(JSON.stringify(spans)).not.toMatch(/s3cret|\/echo/);
    expect(JSON.stringify(spans)).not.toContain(fleet.apiKey);
    expect(collector.calls[0]).toMatchObject({ 'x-team': 'red' });
    expect(spanIdsOf('gateway', caller.traceId)).toContain(server.spanId);
    expect(spanIdsOf('browser-scrape', caller.traceId)).toContain(job.spanId);
  });

  it.each(['http', 'browser'])('is not told to the target by the %s tier', async (tier) => {
    const seen = headersSeen(await scrape(callerTrace().headers, { jsRendering: tier === 'browser' }));
    expect(seen).toContain('user-agent');
    expect(seen.filter((name) => /^(trace|x-|baggage|b3)/.test(name))).toEqual([]);
  });
});

describe('the items of a batch', () => {
  it('are one trace that has the id of the job, below one span', async () => {
    const requests = Array.from({ length: 3 }, () => ({ url: `${site.url}/echo`, jsRendering: false }));
    const { body } = await api.send('POST', '/scrape/batch/web', { requests });
    const jobId = String(body['jobId']);
    const traceId = jobId.replaceAll('-', '');
    const batch = await collector.span((span) => span.traceId === traceId && span.name === 'batch');
    const jobs = () => collector.spans.filter((span) => span.traceId === traceId && span.name === 'job scrape/web');
    await collector.span(() => jobs().length === requests.length);
    for (const { parentSpanId } of jobs()) expect(parentSpanId).toBe(batch.spanId);
    expect(batch.attributes).toMatchObject({ 'quarry.batch_id': jobId, 'quarry.items': 3, 'quarry.verdict': 'done' });
    const submit = await collector.span(({ links }) => links.includes(traceId));
    expect(submit).toMatchObject({ name: 'POST /scrape/batch/web', attributes: { 'quarry.batch_id': jobId } });
  });
});

describe('a collector that hangs', () => {
  it('changes nothing for requests', async () => {
    collector.setMood('hang');
    const before = collector.calls.length;
    const startedAt = performance.now();
    do {
      expect((await scrape({}, { jsRendering: false })).status).toBe(200);
    } while (collector.calls.length < before + 2);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
