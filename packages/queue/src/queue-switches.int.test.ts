import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openTestQueue, testJob, type QueueFixture } from '../test/queue-fixture.js';
import { sharedRedis } from '../test/shared-redis.js';
import { refOf } from './names.js';

let fixture: QueueFixture;
beforeEach(async () => {
  fixture = openTestQueue((await sharedRedis()).url);
});
afterEach(() => fixture.close());

describe('a paused queue', () => {
  it.each(['interactive', 'batch'] as const)('gives no %s job to a worker before it is resumed', async (lane) => {
    const { jobs, switches } = fixture.queue;
    const begun: string[] = [];
    await switches.pause('serp', 'root@example.com');
    await fixture.startWorker({ slots: 2, handle: async ({ requestId }) => void begun.push(requestId) });
    const job = testJob();
    await jobs.enqueue('serp', job, lane);
    // Far longer than an idle worker needs to take one.
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(begun).toEqual([]);
    const waiting = await jobs.backlog('serp');
    expect([waiting.state, waiting.waiting + waiting.prioritized]).toEqual(['paused', 1]);
    await switches.resume('serp');
    await eventually(() => begun.length === 1);
    expect(begun).toEqual([job.requestId]);
    expect((await jobs.backlog('serp')).state).toBe('open');
  });

  it('lets running jobs end, and says who paused it and when', async () => {
    const { jobs, switches } = fixture.queue;
    const hold = Promise.withResolvers<void>();
    let ended = 0;
    await fixture.startWorker({
      handle: async () => {
        await hold.promise;
        ended += 1;
      },
    });
    await jobs.enqueue('serp', testJob(), 'interactive');
    await eventually(async () => (await jobs.backlog('serp')).active === 1);
    await switches.pause('serp', 'root@example.com');
    hold.resolve();
    await eventually(() => ended === 1);
    expect(await switches.read('serp')).toEqual({ state: 'paused', by: 'root@example.com', atMs: expect.any(Number) });
    expect(await switches.read('sites')).toEqual({ state: 'open' });
    expect((await jobs.backlog('sites')).state).toBe('open');
  });
});

describe('a drain', () => {
  it('names what waits, is over once, and leaves the queue paused', async () => {
    const { jobs, switches } = fixture.queue;
    const [first, second, item] = [testJob(), testJob({ attempt: 3 }), testJob()];
    await jobs.enqueue('serp', first, 'interactive');
    await jobs.enqueue('serp', second, 'interactive');
    await jobs.enqueue('serp', item, 'batch');
    expect(await switches.noteDrained('serp')).toBe(false);
    await switches.drain('serp', 'root@example.com');
    expect((await jobs.backlog('serp')).state).toBe('draining');
    const refs = await switches.waiting('serp', 'interactive', 10);
    expect(refs.toSorted((one, other) => one.attempt - other.attempt)).toEqual([
      { requestId: first.requestId, attempt: 1 },
      { requestId: second.requestId, attempt: 3 },
    ]);
    expect(await switches.waiting('serp', 'batch', 10)).toEqual([{ requestId: item.requestId, attempt: 1 }]);
    expect(await switches.waiting('serp', 'interactive', 1)).toEqual([{ requestId: first.requestId, attempt: 1 }]);
    expect(await jobs.withdraw('serp', refs)).toHaveLength(2);
    expect(await switches.waiting('serp', 'interactive', 10)).toEqual([]);
    expect(await Promise.all([switches.noteDrained('serp'), switches.noteDrained('serp')])).toEqual([true, false]);
    expect((await switches.read('serp')).state).toBe('paused');
  });

  it('is not over for a queue that was resumed meanwhile', async () => {
    const { switches } = fixture.queue;
    await switches.drain('serp', 'root@example.com');
    await switches.resume('serp');
    expect(await switches.noteDrained('serp')).toBe(false);
    expect(await switches.read('serp')).toEqual({ state: 'open' });
  });
});

it('no id but ours names a job', () => {
  expect(['x', '-1', 'a-b', 'a-0', 'a-1.5', ''].map(refOf)).toEqual(Array.from({ length: 6 }, () => undefined));
});
