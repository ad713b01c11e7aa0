import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@quarry/observability';
import { openQueue } from '@quarry/queue';
import { testJob } from '../../../packages/queue/test/queue-fixture.js';
import { poll } from '@quarry/testkit';
import { sharedRedis } from '../../../packages/queue/test/shared-redis.js';
import { createFleetLink } from './fleet-link.js';

const log = createLogger({ service: 'console', level: 'error', stream: new PassThrough().resume() });

let link: ReturnType<typeof createFleetLink> | undefined;
afterEach(() => link?.close());

describe('this console', () => {
  it('is on the list of processes until it closes, with its build and memory', async () => {
    const { url } = await sharedRedis();
    const prefix = `test-${randomUUID()}`;
    link = createFleetLink({ redisUrl: url, log, prefix });
    const own = createFleetLink({ redisUrl: url, log, prefix });
    own.tell();
    const [told] = await poll(
      () => link?.processes() ?? Promise.resolve([]),
      ({ length }) => length > 0,
      { timeoutMs: 5_000 },
    );
    expect(told).toMatchObject({ service: 'console', pid: process.pid, build: expect.any(String) });
    expect(told?.memoryBytes).toBeGreaterThan(1_000_000);
    await own.close();
    expect(await link.processes()).toEqual([]);
  });

  it('ends as usual while Redis is away', async () => {
    link = createFleetLink({ redisUrl: 'redis://127.0.0.1:1', log });
    link.tell();
    await link.close();
    link = undefined;
  }, 20_000);
});

describe('the queues', () => {
  it('are read with what waits in them', async () => {
    const { url } = await sharedRedis();
    const prefix = `test-${randomUUID()}`;
    const queue = openQueue({ redisUrl: url, prefix, log });
    await queue.jobs.enqueue('serp', testJob(), 'interactive');
    link = createFleetLink({ redisUrl: url, log, prefix });
    const figures = await link.queues();
    await queue.close();
    expect(Object.keys(figures).sort()).toEqual(['browser-scrape', 'serp', 'sites']);
    expect(figures.serp).toEqual({ waiting: 1, active: 0, oldestWaitMs: expect.any(Number), slots: 0, state: 'open' });
    expect(figures.sites).toEqual({ waiting: 0, active: 0, oldestWaitMs: 0, slots: 0, state: 'open' });
  });

  it('are paused and drained under the name of the operator, and resumed', async () => {
    const { url } = await sharedRedis();
    link = createFleetLink({ redisUrl: url, log, prefix: `test-${randomUUID()}` });
    const stateOf = async () => {
      const { serp } = (await link?.queues()) ?? {};
      return { state: serp?.state, by: serp?.by, since: serp?.since };
    };
    await link.setQueue('serp', 'paused', 'root@example.com');
    expect(await stateOf()).toEqual({ state: 'paused', by: 'root@example.com', since: expect.any(String) });
    await link.setQueue('serp', 'draining', 'ada@example.com');
    expect(await stateOf()).toMatchObject({ state: 'draining', by: 'ada@example.com' });
    await link.setQueue('serp', 'open', 'root@example.com');
    expect(await stateOf()).toEqual({ state: 'open' });
    expect([await link.processes(), await link.exits()]).toEqual([[], []]);
  });

  it('are left out while Redis is away, and cannot be changed', async () => {
    link = createFleetLink({ redisUrl: 'redis://127.0.0.1:1', log });
    expect(await link.queues()).toEqual({});
    await expect(link.setQueue('serp', 'paused', 'root@example.com')).rejects.toThrow('Redis');
    await expect(link.processes()).rejects.toThrow('Redis');
  }, 20_000);

  it('are not connected to before anybody looks', async () => {
    link = createFleetLink({ redisUrl: 'redis://127.0.0.1:1', log });
    await link.close();
  });
});
