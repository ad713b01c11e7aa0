import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@quarry/observability';
import { openQueue } from '@quarry/queue';
import { testJob } from '../../../packages/queue/test/queue-fixture.js';
import { sharedRedis } from '../../../packages/queue/test/shared-redis.js';
import { createQueueReader } from './queue-reader.js';

const log = createLogger({ service: 'console', level: 'error', stream: new PassThrough().resume() });

let reader: ReturnType<typeof createQueueReader> | undefined;
afterEach(() => reader?.close());

describe('the queues', () => {
  it('are read with what waits in them', async () => {
    const { url } = await sharedRedis();
    const prefix = `test-${randomUUID()}`;
    const queue = openQueue({ redisUrl: url, prefix, log });
    await queue.jobs.enqueue('serp', testJob(), 'interactive');
    reader = createQueueReader({ redisUrl: url, log, prefix });
    const figures = await reader.read();
    await queue.close();
    expect(Object.keys(figures).sort()).toEqual(['browser-scrape', 'serp', 'sites']);
    expect(figures.serp).toEqual({ waiting: 1, active: 0, oldestWaitMs: expect.any(Number), slots: 0 });
    expect(figures.sites).toEqual({ waiting: 0, active: 0, oldestWaitMs: 0, slots: 0 });
  });

  it('are left out while Redis is away', async () => {
    reader = createQueueReader({ redisUrl: 'redis://127.0.0.1:1', log });
    expect(await reader.read()).toEqual({});
  }, 20_000);

  it('are not connected to before anybody looks', async () => {
    reader = createQueueReader({ redisUrl: 'redis://127.0.0.1:1', log });
    await reader.close();
  });
});
