import { describe, expect, it } from '@jest/globals';
import { createAttempts } from './attempts.js';

const setUp = (maxKeys?: number) => {
  let nowMs = 0;
  const attempts = createAttempts({ limit: 2, windowMs: 10_000, clock: () => nowMs, ...(maxKeys ? { maxKeys } : {}) });
  return { attempts, advance: (ms: number) => (nowMs += ms) };
};

describe('attempts', () => {
  it('are as many as the limit in a window that begins with the first', () => {
    const { attempts, advance } = setUp();
    expect(attempts.take('a')).toBeUndefined();
    advance(4_000);
    expect(attempts.take('a')).toBeUndefined();
    expect(attempts.take('a')).toBe(6);
    expect(attempts.take('b')).toBeUndefined();
    advance(5_999);
    expect(attempts.take('a')).toBe(1);
    advance(1);
    expect(attempts.take('a')).toBeUndefined();
  });

  it('are given back one by one, or all', () => {
    const { attempts } = setUp();
    attempts.take('a');
    attempts.take('a');
    attempts.giveBack('a');
    expect(attempts.take('a')).toBeUndefined();
    expect(attempts.take('a')).toBe(10);
    attempts.forget('a');
    expect(attempts.take('a')).toBeUndefined();
    attempts.giveBack('never taken');
    expect(attempts.take('never taken')).toBeUndefined();
  });

  it('are remembered for so many keys, the latest ones', () => {
    const { attempts } = setUp(2);
    for (const key of ['a', 'a', 'b', 'c']) attempts.take(key);
    expect(attempts.take('a')).toBeUndefined();
  });
});
