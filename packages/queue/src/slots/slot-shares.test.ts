import { describe, expect, it } from '@jest/globals';
import { SlotShares } from './slot-shares.js';

describe('the slots of a worker', () => {
  it('are all but one for an account alone; the last is for one that holds none', () => {
    const shares = new SlotShares(3);
    for (let job = 0; job < 2; job += 1) {
      expect(shares.mayBegin('hog')).toBe(true);
      shares.begin('hog');
    }
    expect([shares.hasFree(), shares.mayBegin('hog'), shares.mayBegin('other')]).toEqual([true, false, true]);
    shares.begin('other');
    expect([shares.hasFree(), shares.mayBegin('third')]).toEqual([false, false]);
    shares.end('hog');
    expect([shares.mayBegin('hog'), shares.mayBegin('other'), shares.mayBegin('third')]).toEqual([false, false, true]);
    shares.end('other');
    expect([shares.mayBegin('hog'), shares.mayBegin('other')]).toEqual([true, true]);
  });

  it('are given away where there is but one', () => {
    const shares = new SlotShares(1);
    expect(shares.mayBegin('a')).toBe(true);
    shares.begin('a');
    expect(shares.mayBegin('b')).toBe(false);
  });

  it('say from whom the last is kept', () => {
    const shares = new SlotShares(3);
    shares.begin('a');
    expect(shares.withheldFrom()).toEqual([]);
    shares.begin('b');
    expect(shares.withheldFrom()).toEqual(['a', 'b']);
    shares.begin('c');
    expect(shares.withheldFrom()).toEqual([]);
    expect(new SlotShares(1).withheldFrom()).toEqual([]);
  });
});
