import { describe, expect, it } from '@jest/globals';
import type { Fetcher, FetchOutcome, FetchRequest } from '@quarry/egress';
import { timeFetches, timeTasks } from './time-work.js';

const { signal } = new AbortController();
const TASK_MS = 60;
/** Timers may be early by a millisecond. */
const work = () => new Promise((resolve) => setTimeout(resolve, TASK_MS + 2));

/** What `run` measured was the task's own length, in seconds. */
const expectTime = (seconds: number | undefined, startedAtMs: number): void => {
  expect(seconds).toBeGreaterThanOrEqual(TASK_MS / 1_000);
  expect(seconds).toBeLessThanOrEqual((performance.now() - startedAtMs) / 1_000);
};

describe('timeFetches', () => {
  it('measures what was fetched by its tier, and nothing that was refused', async () => {
    const seen: [name: string, labels: object, seconds: number][] = [];
    const fetcher: Fetcher = {
      fetch: async ({ tier, url }): Promise<FetchOutcome> => {
        await work();
        return { ...{ verdict: 'ok', tier, proxyType: 'datacenter' }, attempts: url === 'refused' ? 0 : 2 };
      },
      close: async () => undefined,
    };
    const timed = timeFetches(fetcher, { observe: (...given) => seen.push(given) });
    const request: FetchRequest = { url: 'http://a.test/', tier: 'browser', purpose: 'page', deadlineAtMs: 0 };
    const startedAtMs = performance.now();
    expect(await timed.fetch(request, signal)).toMatchObject({ attempts: 2 });
    expectTime(seen[0]?.[2], startedAtMs);
    await timed.fetch({ ...request, url: 'refused' }, signal);
    expect(seen).toEqual([['fetch_duration_seconds', { tier: 'browser' }, expect.any(Number)]]);
  });
});

describe('timeTasks', () => {
  it('measures what ended, also what was too heavy, and nothing that was given up', async () => {
    const seen: [task: string, seconds: number][] = [];
    const timed = timeTasks<string, string>(
      {
        run: async (task) => {
          await work();
          if (task === 'given up') throw new Error('cancelled');
          return task === 'heavy' ? { outcome: 'too_heavy', limit: 'time' } : { outcome: 'done', value: task };
        },
        close: async () => undefined,
      },
      (...given) => seen.push(given),
    );
    const startedAtMs = performance.now();
    expect(await timed.run('light', signal)).toEqual({ outcome: 'done', value: 'light' });
    expectTime(seen[0]?.[1], startedAtMs);
    await timed.run('heavy', signal);
    await expect(timed.run('given up', signal)).rejects.toThrow('cancelled');
    expect(seen.map(([task]) => task)).toEqual(['light', 'heavy']);
  });
});
