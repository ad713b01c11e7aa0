import { afterEach, describe, expect, it } from '@jest/globals';
import {
  boundedCheck,
  HEALTH_BUDGET_MS,
  startHealthServer,
  type HealthServer,
  type HealthServerOptions,
} from './health-server.js';

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

  it('says 503 when the process is stuck or a part is down', async () => {
    const get = await start({ alive: () => false, ready: () => Promise.reject(new Error('redis is gone')) });
    expect((await get('/healthz')).status).toBe(503);
    const ready = await get('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'unavailable', reason: 'redis is gone' });
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

describe('boundedCheck', () => {
  it('runs again once the last one ended', async () => {
    let calls = 0;
    const check = boundedCheck(async () => (calls += 1), 50);
    await check();
    expect(await check()).toBe(2);
  });
});
