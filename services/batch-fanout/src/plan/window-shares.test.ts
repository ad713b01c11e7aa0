import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { WINDOW_PER_SLOT } from '../bounds.js';
import { shareFairly, shareWindows, type LedJob, type QueueLoad } from './window-shares.js';

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);
const demands = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 30 });

describe('shareFairly', () => {
  it('gives out all that is asked for and there, and nobody more than they ask for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), demands, (places, asked) => {
        const shares = shareFairly(places, asked);
        expect(sum(shares)).toBe(Math.min(places, sum(asked)));
        shares.forEach((share, index) => expect(share).toBeLessThanOrEqual(asked[index] ?? 0));
      }),
    );
  });

  it('leaves nobody below another who has more, unless they asked for less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), demands, (places, asked) => {
        const shares = shareFairly(places, asked);
        const most = Math.max(0, ...shares);
        shares.forEach((share, index) => {
          if (share < (asked[index] ?? 0)) expect(share).toBeGreaterThanOrEqual(most - 1);
        });
      }),
    );
  });

  it('gives the first ones a place each where there are too few', () => {
    expect(shareFairly(2, [5, 0, 5, 5])).toEqual([1, 0, 1, 0]);
  });
});

const led = (id: string, accountId: string, openItems: number): LedJob => ({
  id,
  accountId,
  queue: 'serp',
  openItems,
});
const load = (accountId: string, jobs: number, openItems: number): QueueLoad => ({
  accountId,
  queue: 'serp',
  jobs,
  openItems,
});
const jobsOf = fc.array(
  fc.record({ account: fc.integer({ min: 0, max: 5 }), openItems: fc.integer({ min: 1, max: 300 }) }),
  {
    maxLength: 30,
  },
);

describe('shareWindows', () => {
  it('never goes beyond the window, but for one item of each account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), jobsOf, (slots, given) => {
        const jobs = given.map(({ account, openItems }, index) => led(`${index}`, `${account}`, openItems));
        const windows = shareWindows(() => slots, [], jobs);
        const accounts = new Set(jobs.map(({ accountId }) => accountId)).size;
        expect(sum(windows.values())).toBeLessThanOrEqual(
          slots === 0 ? 0 : Math.max(slots * WINDOW_PER_SLOT, accounts),
        );
        for (const { id, openItems } of jobs) expect(windows.get(id)).toBeLessThanOrEqual(openItems);
        for (const accountId of new Set(jobs.map((job) => job.accountId))) {
          const own = jobs.filter((job) => job.accountId === accountId).map(({ id }) => windows.get(id) ?? 0);
          if (slots > 0) expect(sum(own)).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it('uses the whole window where there is work for it', () => {
    const windows = shareWindows(() => 32, [], [led('long', 'a', 10_000), led('short', 'b', 10)]);
    expect(Object.fromEntries(windows)).toEqual({ long: 54, short: 10 });
  });

  it('shares with accounts and jobs that other replicas lead', () => {
    const loads = [load('a', 2, 20_000), load('b', 1, 10_000)];
    const windows = shareWindows(() => 32, loads, [led('a1', 'a', 10_000)]);
    expect(windows.get('a1')).toBe(16);
    const scarce = shareWindows(() => 2, [load('a', 8, 800)], [led('a1', 'a', 100), led('a2', 'a', 100)]);
    expect(sum(scarce.values())).toBe(1);
  });

  it('gives queues their own windows, and none without live workers', () => {
    const jobs = [led('one', 'a', 100), { ...led('two', 'a', 100), queue: 'sites' as const }];
    const windows = shareWindows((queue) => (queue === 'serp' ? 4 : 0), [], jobs);
    expect(Object.fromEntries(windows)).toEqual({ one: 8, two: 0 });
  });
});
