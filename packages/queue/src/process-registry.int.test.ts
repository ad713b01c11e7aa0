import type { ProcessBeat } from '@quarry/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openTestQueue, type QueueFixture } from '../test/queue-fixture.js';
import { sharedRedis } from '../test/shared-redis.js';
import { EXIT_SPAN_MS, EXIT_SPANS_KEPT, MAX_EXIT_FIELDS, MAX_PROCESSES } from './bounds.js';
import { startHeartbeat } from './heartbeat.js';
import { exitsKey, processesKey } from './names.js';
import { openProcessRegistry } from './process-registry.js';

let fixture: QueueFixture;
let client: Awaited<ReturnType<typeof sharedRedis>>['client'];
beforeEach(async () => {
  const redis = await sharedRedis();
  client = redis.client;
  fixture = openTestQueue(redis.url);
});
afterEach(() => fixture.close());

const beat: ProcessBeat = {
  ...{ service: 'serp', host: 'a', pid: 7, startedAtMs: 1, build: 'b1', memoryBytes: 5 },
  ...{ activeJobs: 1, slots: 4, exits: ['direct'], restingExits: [{ exit: 'residential:0', untilMs: 9, sites: 2 }] },
};

describe('processes', () => {
  it('are listed as they tell of themselves, until they leave', async () => {
    const { processes } = fixture.queue;
    await processes.beat('one', beat);
    await processes.beat('two', { ...beat, service: 'sites' });
    await processes.beat('one', { ...beat, memoryBytes: 6 });
    const list = await processes.list();
    expect(list.map(({ id }) => id).sort()).toEqual(['one', 'two']);
    expect(list.find(({ id }) => id === 'one')).toEqual({
      ...beat,
      id: 'one',
      ageMs: expect.any(Number),
      memoryBytes: 6,
    });
    await processes.leave('one');
    expect((await processes.list()).map(({ id }) => id)).toEqual(['two']);
  });

  it('that were killed are forgotten, and what is no beat is left out', async () => {
    const { processes } = fixture.queue;
    await processes.beat('new', beat);
    const key = processesKey(fixture.prefix);
    await client.hset(key, 'old', `${Date.now() - 60_000} ${JSON.stringify(beat)}`, 'odd', 'nonsense');
    await client.hset(key, 'foreign', `${Date.now()} {"service":1}`);
    expect((await processes.list()).map(({ id }) => id)).toEqual(['new']);
    expect((await client.hkeys(key)).sort()).toEqual(['foreign', 'new']);
    expect(await client.pttl(key)).toBeGreaterThan(0);
  });

  it('are bounded in number', async () => {
    const { processes } = fixture.queue;
    const many = Array.from({ length: MAX_PROCESSES }, (_, index) => [`p${index}`, `${Date.now()} {}`]).flat();
    await client.hset(processesKey(fixture.prefix), ...many);
    await processes.beat('more', beat);
    expect(await client.hlen(processesKey(fixture.prefix))).toBe(MAX_PROCESSES);
  });

  it('tell at once and again, with what their exits did, and never fail', async () => {
    const { processes } = fixture.queue;
    let taken = 0;
    const takeExitCounts = () => [{ exit: 'direct', outcome: 'served' as const, count: (taken += 1) }];
    const heartbeat = startHeartbeat({
      processes,
      describe: () => beat,
      takeExitCounts,
      log: { warn: () => undefined, error: () => undefined },
      everyMs: 20,
    });
    await eventually(() => taken >= 3);
    expect(await processes.list()).toHaveLength(1);
    await heartbeat.stop();
    expect(await processes.list()).toEqual([]);
    const [figures] = await processes.exits();
    // 1 + 2 + ... + taken: nothing was counted twice and nothing was left out.
    expect(figures?.lastHour.served).toBe((taken * (taken + 1)) / 2);
    const lines: string[] = [];
    const away = () => Promise.reject(new Error('away'));
    const failing = startHeartbeat({
      processes: { beat: away, leave: away, countExits: away },
      describe: () => beat,
      log: { warn: (message) => void lines.push(message), error: () => undefined },
      everyMs: 10,
    });
    await eventually(() => lines.length === 1);
    await failing.stop();
    expect(lines).toEqual(['could not tell of this process']);
  });
});

describe('exits', () => {
  it('are counted by outcome over an hour and a day', async () => {
    const prefix = fixture.prefix;
    let nowMs = 1_000 * EXIT_SPAN_MS;
    const processes = openProcessRegistry({ redis: client, prefix, now: () => nowMs });
    const count = (exit: string, outcome: 'served' | 'blocked' | 'failed', number: number) =>
      processes.countExits([{ exit, outcome, count: number }]);
    await count('residential:0', 'served', 5);
    nowMs += 4 * 3_600_000;
    await count('residential:0', 'blocked', 2);
    await processes.countExits([]);
    await processes.countExits([
      { exit: 'residential:0', outcome: 'blocked', count: 1 },
      { exit: 'direct', outcome: 'failed', count: 4 },
    ]);
    expect(await processes.exits()).toEqual([
      { exit: 'direct', lastHour: { served: 0, blocked: 0, failed: 4 }, lastDay: { served: 0, blocked: 0, failed: 4 } },
      {
        exit: 'residential:0',
        lastHour: { served: 0, blocked: 3, failed: 0 },
        lastDay: { served: 5, blocked: 3, failed: 0 },
      },
    ]);
    nowMs += EXIT_SPANS_KEPT * EXIT_SPAN_MS;
    expect(await processes.exits()).toEqual([]);
  });

  it('are bounded in number, and expire', async () => {
    const { processes } = fixture.queue;
    const many = Array.from({ length: MAX_EXIT_FIELDS + 5 }, (_, index) => ({
      ...{ exit: `residential:${index}`, outcome: 'served' as const, count: 1 },
    }));
    await processes.countExits(many);
    const key = exitsKey(fixture.prefix, Math.floor(Date.now() / EXIT_SPAN_MS));
    expect(await client.hlen(key)).toBe(MAX_EXIT_FIELDS);
    expect(await client.pttl(key)).toBeGreaterThan(0);
  });
});
