import { afterEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@quarry/config';
import { createMetrics, type HealthServer, type Logger, type Metrics } from '@quarry/observability';
import { startWorkerHealth, STUCK_AFTER_MS, type WorkerHealthOptions } from './worker-health.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const answers = { ping: async () => undefined };
const fails = { ping: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:9000')) };
let health: HealthServer;
let metrics: Metrics;
afterEach(async () => {
  await health.close();
  metrics.close();
});

const start = async (options: Partial<WorkerHealthOptions> = {}) => {
  const parsed = parseConfig(['common'], {});
  if (!parsed.ok) throw new Error(parsed.problems.join());
  metrics = createMetrics({ service: 'test' });
  health = await startWorkerHealth({
    ...{ common: parsed.config.common, metrics, log: silent, queue: answers, store: answers, files: answers },
    jobs: { activeCount: 0, lastProgressAtMs: 0 },
    gate: { isOpen: true, lastBytes: 0 },
    browserWatch: { check: () => undefined },
    stalledConsumer: { isDead: () => false },
    ...options,
  });
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${health.port}${path}`);
    return { status: answer.status, body: await answer.json() };
  };
};

describe('/readyz of a worker', () => {
  it('is 200 when every part answers', async () => {
    const get = await start();
    expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it.each<[string, Partial<WorkerHealthOptions>]>([
    ['queue', { queue: fails }],
    ['store', { store: fails }],
    ['files', { files: { ping: () => new Promise(() => undefined) } }],
    ['memory', { gate: { isOpen: false, lastBytes: 1 } }],
    [
      'browser',
      {
        browserWatch: {
          check: () => {
            throw new Error('shows nothing');
          },
        },
      },
    ],
  ])('names the part that does not answer: %s', async (part, options) => {
    const get = await start(options);
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'unavailable', notReady: [part] } });
    // No restart of this process would mend it.
    expect((await get('/healthz')).status).toBe(200);
    const text = await metrics.text();
    expect(text.match(/^part_ready\{.*\} 0$/gm)).toEqual([`part_ready{part="${part}",service="test"} 0`]);
    expect(text.match(/^part_ready\{.*\} 1$/gm)).toHaveLength(4);
  });
});

describe('/healthz of a worker', () => {
  const since = (ageMs: number, activeCount: number) => ({ activeCount, lastProgressAtMs: Date.now() - ageMs });

  it.each([
    ['idle for ever', since(10 * STUCK_AFTER_MS, 0)],
    ['busy, with the last end just within the bound', since(STUCK_AFTER_MS - 5_000, 3)],
  ])('is 200 when %s', async (_, jobs) => {
    const get = await start({ jobs });
    expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('is 503 when jobs are in hand and none ended for too long', async () => {
    const get = await start({ jobs: since(STUCK_AFTER_MS, 1) });
    expect(await get('/healthz')).toEqual({ status: 503, body: { status: 'stuck', stuck: ['jobs'] } });
  });

  it('is 503 when jobs wait and nobody takes them', async () => {
    const get = await start({ stalledConsumer: { isDead: () => true } });
    expect(await get('/healthz')).toEqual({ status: 503, body: { status: 'stuck', stuck: ['queue'] } });
  });
});
