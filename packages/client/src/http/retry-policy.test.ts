import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RETRY_POLICY, delayBeforeRetry, MAX_RETRY_AFTER_MS } from './retry-policy.js';

const delays = (random: number, tries = [1, 2, 3]): (number | undefined)[] =>
  tries.map((tried) =>
    delayBeforeRetry({ retryable: true, retryAfterSeconds: undefined }, tried, DEFAULT_RETRY_POLICY, random),
  );

describe('delayBeforeRetry', () => {
  it('doubles, and varies by a quarter', () => {
    expect(delays(0.5)).toEqual([500, 1_000, 2_000]);
    expect([delays(0, [1]), delays(1, [1])]).toEqual([[375], [625]]);
  });

  it('ends with the retries, and is bounded', () => {
    expect(delays(0.5, [4])).toEqual([undefined]);
    const many = { ...DEFAULT_RETRY_POLICY, maxRetries: 20 };
    expect(delayBeforeRetry({ retryable: true, retryAfterSeconds: undefined }, 20, many, 0.5)).toBe(15_000);
  });

  it.each([
    [3, 3_000],
    [0, 500],
    [MAX_RETRY_AFTER_MS / 1_000, MAX_RETRY_AFTER_MS],
    [MAX_RETRY_AFTER_MS / 1_000 + 1, undefined],
  ])('for a Retry-After of %s s is %s ms', (retryAfterSeconds, expected) => {
    expect(delayBeforeRetry({ retryable: true, retryAfterSeconds }, 1, DEFAULT_RETRY_POLICY, 0.5)).toBe(expected);
  });

  it('is none for what is not retryable', () => {
    expect(delayBeforeRetry({ retryable: false, retryAfterSeconds: 1 }, 1, DEFAULT_RETRY_POLICY, 0.5)).toBeUndefined();
  });
});
