import { afterEach, describe, expect, it } from '@jest/globals';
import { HEALTH_BUDGET_MS } from './bounded-check.js';
import { startHealthServer, type HealthServer, type HealthServerOptions } from './health-server.js';
import { createReadyCheck } from './ready-check.js';

const open: HealthServer[] = [];
const start = async (options: Partial<HealthServerOptions> = {}) => {
  const server = await startHealthServer({
    port: 0,
    host: '127.0.0.1',
    ready: async () => undefined,
    alive: () => true,
    metrics: { text: async () => 'up 1\n', contentType: 'text/plain; version=0.0.4' },
    ...options,
  });
  open.push(server);
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe('startHealthServer', () => {
  it('answers on its three paths', async () => {
    const get = await start();
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/readyz?verbose=1')).json()).toEqual({ status: 'ok' });
    const metrics = await get('/metrics');
    expect(await metrics.text()).toBe('up 1\n');
    expect(metrics.headers.get('content-type')).toContain('version=0.0.4');
  });

  it.each(['/', '/healthz/', '/constructor', '/__proto__'])('knows nothing at %s', async (path) => {
    expect((await (await start())(path)).status).toBe(404);
  });

  it('takes no other method', async () => {
    expect((await (await start())('/metrics', { method: 'POST' })).status).toBe(405);
  });

  it('says 503 and what stands still, or which part is down, without its address', async () => {
    const down = (): Promise<void> => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:6379'));
    const get = await start({
      alive: () => ['jobs'],
      ready: createReadyCheck({ redis: down, store: async () => undefined, files: down }),
    });
    const healthy = await get('/healthz');
    expect(healthy.status).toBe(503);
    expect(await healthy.json()).toEqual({ status: 'stuck', stuck: ['jobs'] });
    const ready = await get('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'unavailable', notReady: ['redis', 'files'] });
  });

  it('tells nothing of a failure that names no part', async () => {
    const get = await start({ ready: () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:6379')) });
    expect(await (await get('/readyz')).text()).toBe('{"status":"unavailable","notReady":[]}');
  });

  it('survives a check that throws at once', async () => {
    const get = await start({
      ready: () => {
        throw new Error('broken');
      },
    });
    expect((await get('/readyz')).status).toBe(503);
  });

  it('gives up a check that hangs after its budget and does not start another beside it', async () => {
    let calls = 0;
    const get = await start({
      ready: () => {
        calls += 1;
        return new Promise<void>(() => undefined);
      },
    });
    const startedAtMs = performance.now();
    const answers = await Promise.all([get('/readyz'), get('/readyz')]);
    expect(answers.map((answer) => answer.status)).toEqual([503, 503]);
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(HEALTH_BUDGET_MS - 5);
    expect(calls).toBe(1);
  });
});
