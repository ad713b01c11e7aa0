import { describe, expect, it } from '@jest/globals';
import { boundedCheck } from './bounded-check.js';

describe('boundedCheck', () => {
  it('runs again once the last one ended', async () => {
    let calls = 0;
    const check = boundedCheck(async () => (calls += 1), 50);
    await check();
    expect(await check()).toBe(2);
  });
});
