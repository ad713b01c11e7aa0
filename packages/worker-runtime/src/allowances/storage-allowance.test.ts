import { describe, expect, it } from '@jest/globals';
import type { Account } from '@quarry/store';
import { ALLOWANCE_KNOWN_MS } from '../bounds.js';
import { createStorageAllowance } from './storage-allowance.js';

const start = (stored: Record<string, number>, freeShare: number | null = 1) => {
  const asked: string[] = [];
  let nowMs = 1;
  const accounts = {
    get: async (id: string): Promise<Account | null> => {
      asked.push(id);
      const storedBytes = stored[id];
      if (storedBytes === undefined) return null;
      const plan = { creditsPerPeriod: 1, periodDays: 30, renew: true };
      return { id, name: id, plan, concurrency: 1, isDisabled: false, createdAtMs: 0, storedBytes };
    },
  };
  const allowance = createStorageAllowance({
    ...{ accounts, quotaBytes: 100, lowShare: 0.05, now: () => nowMs },
    files: { freeShare: async () => freeShare },
  });
  return { stored, asked, allowance, pass: (durationMs: number) => void (nowMs += durationMs) };
};

describe('room for what is stored', () => {
  it('ends at the quota of the account', async () => {
    const { allowance } = start({ near: 99, at: 100, over: 101 });
    const ids = ['near', 'at', 'over', 'unknown'];
    expect(await Promise.all(ids.map((id) => allowance.isFull(id)))).toEqual([false, true, true, false]);
  });

  it('is asked for once in a while, not for every item', async () => {
    const { stored, asked, allowance, pass } = start({ one: 99 });
    expect(await allowance.isFull('one')).toBe(false);
    stored['one'] = 100;
    pass(ALLOWANCE_KNOWN_MS);
    expect([await allowance.isFull('one'), asked.length]).toEqual([false, 1]);
    pass(1);
    expect([await allowance.isFull('one'), asked.length]).toEqual([true, 2]);
  });

  it.each([
    [0.049, false],
    [0.05, true],
    [null, true],
  ])('for what is free, with %p of the disk free: %p', async (freeShare, mayKeep) => {
    expect(await start({}, freeShare).allowance.mayKeepFree()).toBe(mayKeep);
  });
});
