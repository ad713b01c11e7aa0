import { describe, expect, it } from '@jest/globals';
import { RecentSet } from './recent-set.js';

describe('RecentSet', () => {
  it('keeps the last values up to its capacity', () => {
    const set = new RecentSet(3);
    for (const value of ['a', 'b', 'a', 'c', 'd']) set.add(value);
    expect(set.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].map((value) => set.delete(value))).toEqual([true, false, true, true]);
    expect(set.delete('a')).toBe(false);
    expect(set.size).toBe(0);
  });
});
