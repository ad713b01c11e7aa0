import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger, createMetrics, SAMPLE_FRESH_SECONDS } from '@quarry/observability';
import type { QueueBacklog } from '@quarry/queue';
import type { BatchLoad } from '@quarry/store';
import { Writable } from 'node:stream';
import { MAX_WAITING_JOBS } from '../bounds.js';
import { createBacklogMonitor } from './backlog-monitor.js';

let clockMs = 0;
const nowMs = (): number => clockMs;
const metrics = createMetrics({ service: 'gateway', nowMs });
afterEach(() => metrics.close());

const setUp = () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  let answer: () => Promise<QueueBacklog> = async () => ({
    waiting: 0,
    prioritized: 0,
    active: 0,
    activeBatch: 0,
    oldestWaitMs: 0,
    state: 'open',
  });
  let calls = 0;
  let load: () => Promise<BatchLoad[]> = async () => [];
  const monitor = createBacklogMonitor({
    producer: {
      backlog: (queue) => {
        calls += 1;
        return queue === 'serp'
          ? answer()
          : Promise.resolve({ waiting: 0, prioritized: 0, active: 0, activeBatch: 0, oldestWaitMs: 0, state: 'open' });
      },
    },
    batches: { load: () => load() },
    maxQueueWaitMs: 1_000,
    log: createLogger({ service: 'gateway', level: 'info', stream }),
    metrics,
    nowMs,
  });
  const sampled = async (backlog: Partial<QueueBacklog>) => {
    answer = async () => ({
      waiting: 0,
      prioritized: 0,
      active: 0,
      activeBatch: 0,
      oldestWaitMs: 0,
      state: 'open',
      ...backlog,
    });
    await monitor.sample();
    return monitor.shedReason('serp');
  };
  return {
    lines,
    monitor,
    sampled,
    fail: () => (answer = () => Promise.reject(new Error('away'))),
    calls: () => calls,
    setLoad: (next: typeof load) => (load = next),
  };
};

describe('createBacklogMonitor', () => {
  it('welcomes requests before its first sample', () => {
    expect(setUp().monitor.shedReason('serp')).toBeUndefined();
  });

  it('judges by the age of the oldest job and by the number of those waiting', async () => {
    const { monitor, sampled } = setUp();
    expect(await sampled({ oldestWaitMs: 1_000, waiting: MAX_WAITING_JOBS })).toBeUndefined();
    expect(await sampled({ oldestWaitMs: 1_001 })).toBe('wait_too_long');
    expect(await sampled({ waiting: MAX_WAITING_JOBS + 1 })).toBe('too_many_waiting');
    expect(monitor.shedReason('sites')).toBeUndefined();
  });

  it('turns requests away while an operator has paused the queue, and names those that drain', async () => {
    const { monitor, sampled } = setUp();
    expect(await sampled({ state: 'paused' })).toBe('paused');
    expect(monitor.draining()).toEqual([]);
    expect(await sampled({ state: 'draining' })).toBe('paused');
    expect(monitor.draining()).toEqual(['serp']);
    expect(await sampled({})).toBeUndefined();
    expect([monitor.shedReason('sites'), monitor.draining()]).toEqual([undefined, []]);
  });

  it('turns requests away while the queue does not answer, says so once and recovers', async () => {
    const { lines, monitor, sampled, fail } = setUp();
    fail();
    await monitor.sample();
    await monitor.sample();
    expect(monitor.shedReason('serp')).toBe('unavailable');
    expect(lines).toHaveLength(1);
    expect(await sampled({})).toBeUndefined();
  });

  it('takes one sample at a time', async () => {
    const { monitor, calls } = setUp();
    await Promise.all([monitor.sample(), monitor.sample(), monitor.sample()]);
    expect(calls()).toBe(3);
  });

  it('exports the backlog as absolute numbers', async () => {
    const { sampled } = setUp();
    await sampled({ waiting: 3, prioritized: 2, active: 4, oldestWaitMs: 1_500 });
    const text = await metrics.text();
    expect(text).toMatch(/queue_backlog\{queue="serp"[^}]*\} 9/);
    expect(text).toMatch(/queue_jobs\{queue="serp",state="prioritized"[^}]*\} 2/);
    expect(text).toMatch(/queue_oldest_wait_seconds\{queue="serp"[^}]*\} 1\.5/);
  });

  it.each([
    ['counts open items of batches once, in the queue or not', 2, 1, 100, 3 + 3 + 100],
    ['counts items that were handed over since', 20, 5, 10, 3 + 3 + 25],
  ])('%s', async (_name, prioritized, activeBatch, openItems, expected) => {
    const { sampled, setLoad } = setUp();
    const load = { accountId: 'a', operation: 'enginea/serp', jobs: 1, ledJobs: 0, ledItems: 0 };
    setLoad(async () => [
      { ...load, openItems: openItems - 4 },
      { ...load, accountId: 'b', openItems: 4 },
    ]);
    await sampled({ waiting: 3, prioritized, active: 3 + activeBatch, activeBatch });
    const text = await metrics.text();
    expect(text).toMatch(new RegExp(`queue_backlog\\{queue="serp"[^}]*\\} ${expected}\n`));
    expect(text).toMatch(new RegExp(`batch_open_items\\{queue="serp"[^}]*\\} ${openItems}\n`));
    expect(text).toMatch(/batch_open_items\{queue="sites"[^}]*\} 0/);
  });

  it('counts jobs on while the store is away, and tells nothing of all work once that is long ago', async () => {
    const { sampled, setLoad } = setUp();
    await sampled({ waiting: 3 });
    setLoad(() => Promise.reject(new Error('away')));
    clockMs += SAMPLE_FRESH_SECONDS * 1_000;
    await sampled({ waiting: 4 });
    expect(await metrics.text()).toMatch(/queue_backlog\{queue="serp"[^}]*\} 3\n/);
    clockMs += 1;
    await sampled({ waiting: 5 });
    const text = await metrics.text();
    expect(text).not.toContain('queue_backlog{');
    expect(text).not.toContain('batch_open_items{');
    expect(text).toMatch(/queue_jobs\{queue="serp",state="waiting"[^}]*\} 5\n/);
  });

  it('tells nothing of a queue that has not answered for a while, and all again when it does', async () => {
    const { sampled, fail, monitor } = setUp();
    await sampled({ waiting: 3 });
    fail();
    clockMs += SAMPLE_FRESH_SECONDS * 1_000;
    await monitor.sample();
    expect(await metrics.text()).toMatch(/queue_backlog\{queue="serp"[^}]*\} 3\n/);
    clockMs += 1;
    await monitor.sample();
    const text = await metrics.text();
    expect(text).not.toMatch(/queue_(backlog|jobs|oldest_wait_seconds)\{queue="serp"/);
    expect(text).toContain('queue_backlog{queue="sites"');
    await sampled({ waiting: 2 });
    expect(await metrics.text()).toMatch(/queue_backlog\{queue="serp"[^}]*\} 2\n/);
  });
});
