import { describe, expect, it } from '@jest/globals';
import { DayIndex, REMEMBERED_MARKERS } from './day-index.js';
import type { S3Connection } from './s3-connection.js';
import { createLayout, DAY_MS } from './s3-layout.js';

const counting = () => {
  const state = { writes: 0, isBroken: false, nowMs: 0 };
  const connection: S3Connection = {
    requestTimeoutMs: 1,
    call: async (operation) => {
      expect(operation).toBe('PutObject');
      state.writes += 1;
      if (state.isBroken) throw new Error('away');
      return {} as never;
    },
    close: () => {},
  };
  const index = new DayIndex({ connection, bucket: 'b', layout: createLayout(''), now: () => state.nowMs });
  return { state, index };
};

describe('the index of days', () => {
  it('writes a marker once for a request and day, also when many ask at once', async () => {
    const { state, index } = counting();
    await Promise.all(Array.from({ length: 20 }, () => index.mark('a', 'r')));
    await index.mark('a', 'r');
    expect(state.writes).toBe(1);
    await index.mark('a', 'r2');
    state.nowMs += DAY_MS;
    await index.mark('a', 'r');
    expect(state.writes).toBe(3);
  });

  it('does not take a marker for written that was not', async () => {
    const { state, index } = counting();
    state.isBroken = true;
    await expect(Promise.all([index.mark('a', 'r'), index.mark('a', 'r')])).rejects.toThrow('away');
    state.isBroken = false;
    await index.mark('a', 'r');
    expect(state.writes).toBe(2);
  });

  it('remembers a bounded number', async () => {
    const { state, index } = counting();
    for (let count = 0; count <= REMEMBERED_MARKERS; count += 1) await index.mark('a', `r${count}`);
    await index.mark('a', 'r0');
    expect(state.writes).toBe(REMEMBERED_MARKERS + 2);
    await index.mark('a', `r${REMEMBERED_MARKERS}`);
    expect(state.writes).toBe(REMEMBERED_MARKERS + 2);
  });
});
