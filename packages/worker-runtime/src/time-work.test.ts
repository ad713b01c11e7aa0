import { describe, expect, it } from '@jest/globals';
import type { Fetcher, FetchOutcome, FetchRequest } from '@quarry/egress';
import { timeFetches, timeTasks } from './time-work.js';

const { signal } = new AbortController();

describe('timeFetches', () => {
  it('measures what was fetched by its tier, and nothing that was refused', async () => {
    const seen: unknown[] = [];
    const fetcher: Fetcher = {
      fetch: async ({ tier, url }): Promise<FetchOutcome> => ({
        ...{ verdict: 'ok', tier, proxyType: 'datacenter' },
        attempts: url === 'refused' ? 0 : 2,
      }),
      close: async () => undefined,
    };
    const timed = timeFetches(fetcher, { observe: (name, labels, value) => seen.push([name, labels, value >= 0]) });
    const request: FetchRequest = { url: 'http://a.test/', tier: 'browser', purpose: 'page', deadlineAtMs: 0 };
    expect(await timed.fetch(request, signal)).toMatchObject({ attempts: 2 });
    await timed.fetch({ ...request, url: 'refused' }, signal);
    expect(seen).toEqual([['fetch_duration_seconds', { tier: 'browser' }, true]]);
  });
});

describe('timeTasks', () => {
  it('measures what ended, also what was too heavy, and nothing that was given up', async () => {
    const seen: string[] = [];
    const timed = timeTasks<string, string>(
      {
        run: async (task) => {
          if (task === 'given up') throw new Error('cancelled');
          return task === 'heavy' ? { outcome: 'too_heavy', limit: 'time' } : { outcome: 'done', value: task };
        },
        close: async () => undefined,
      },
      (task, seconds) => seen.push(`${task} ${seconds >= 0}`),
    );
    expect(await timed.run('light', signal)).toEqual({ outcome: 'done', value: 'light' });
    await timed.run('heavy', signal);
    await expect(timed.run('given up', signal)).rejects.toThrow('cancelled');
    expect(seen).toEqual(['light true', 'heavy true']);
  });
});
