import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@quarry/config';
import type { Logger } from '@quarry/observability';
import { freePort, startTestRedis, type TestRedis } from '@quarry/testkit';
import { build } from './build.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

describe('the service', () => {
  let redis: TestRedis;
  let folder: string;
  beforeAll(async () => {
    redis = await startTestRedis();
    folder = await mkdtemp(join(tmpdir(), 'quarry-fanout-'));
  });
  afterAll(async () => {
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is ready and alive while its parts answer, names the one that does not, and ends', async () => {
    const port = await freePort();
    const parsed = parseConfig(['common', 'tracing', 'parts', 'addresses', 'targets', 'egress', 'batch'], {
      QUARRY_DATA: folder,
      REDIS_URL: redis.url,
      HEALTH_PORT: String(port),
      QUARRY_SECRET: 'a secret of the test',
    });
    if (!parsed.ok) throw new Error(parsed.problems.join());
    const service = await build(parsed.config, silent);
    const ask = async (path: string): Promise<{ status: number; text: string }> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/metrics')).text).toMatch(/batch_jobs_led\{service="batch-fanout"\} 0/);
    await redis.kill();
    const ready = await ask('/readyz');
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('queue')]);
    expect((await ask('/healthz')).status).toBe(200);
    await redis.start();
    await service.close();
    await expect(ask('/healthz')).rejects.toThrow();
  });
});
