import { expect, it } from '@jest/globals';
import { FailureTally } from './failure-tally.js';

const failed = (error: string, reason?: string) => ({
  query: { url: `https://a.example/${error}` },
  result: { id: 'a', status: 'error', error, message: `of ${error}`, retryable: true, ...(reason ? { reason } : {}) },
});

it('counts failures by reason, most frequent first, with what the first one asked for', () => {
  const tally = new FailureTally();
  tally.add([
    failed('target_timeout'),
    { query: {}, result: { id: 'b', status: 'ok' } },
    failed('target_blocked', 'captcha'),
  ]);
  tally.add([failed('target_blocked', 'captcha'), failed('target_blocked')]);
  expect(tally.kinds().map(({ reason, count }) => [reason, count])).toEqual([
    ['target_blocked (captcha)', 2],
    ['target_blocked', 1],
    ['target_timeout', 1],
  ]);
  expect(tally.kinds()[2]).toMatchObject({ example: 'https://a.example/target_timeout', isRetryable: true });
});

it('tells a bounded number of reasons apart and loses none', () => {
  const tally = new FailureTally();
  tally.add(Array.from({ length: 1_000 }, (_, index) => failed(`code_${index}`)));
  const kinds = tally.kinds();
  expect(kinds.length).toBeLessThanOrEqual(65);
  expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
});
