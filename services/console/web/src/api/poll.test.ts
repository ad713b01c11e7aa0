import { describe, expect, it } from '@jest/globals';
import { every } from './poll.js';

describe('every', () => {
  it('goes on while there is something to show, and before the first answer', () => {
    expect(every(5_000)({ state: { status: 'success', data: [] } })).toBe(5_000);
    expect(every(5_000)({ state: { status: 'error', data: [] } })).toBe(5_000);
    expect(every(5_000)({ state: { status: 'pending', data: undefined } })).toBe(5_000);
  });

  it('leaves the error of a first answer in sight', () => {
    expect(every(5_000)({ state: { status: 'error', data: undefined } })).toBe(false);
  });
});
