import { describe, expect, it } from '@jest/globals';
import { capByKey } from './key-caps.js';

const windowsOf = (entries: Record<string, number>) => new Map(Object.entries(entries));

describe('the windows of the jobs of a key', () => {
  it('are within its concurrency together, and those of others stay', () => {
    const led = [
      { id: 'a', keyId: 'k', keyConcurrency: 5 },
      { id: 'b', keyId: 'k', keyConcurrency: 5 },
      { id: 'c', keyId: 'other', keyConcurrency: 9 },
      { id: 'd', keyId: 'free' },
      { id: 'e' },
    ];
    const windows = windowsOf({ a: 40, b: 2, c: 8, d: 40, e: 40 });
    expect(Object.fromEntries(capByKey(windows, led))).toEqual({ a: 3, b: 2, c: 8, d: 40, e: 40 });
  });

  it('are none for jobs that have to wait, and by the lowest limit where a change has made them differ', () => {
    const led = [
      { id: 'a', keyId: 'k', keyConcurrency: 4 },
      { id: 'b', keyId: 'k', keyConcurrency: 1 },
    ];
    expect(Object.fromEntries(capByKey(windowsOf({ a: 8, b: 8 }), led))).toEqual({ a: 1, b: 0 });
    expect(Object.fromEntries(capByKey(windowsOf({ a: 0, b: 8 }), led))).toEqual({ a: 0, b: 1 });
  });
});
