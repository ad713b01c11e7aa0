import { describe, expect, it } from '@jest/globals';
import { summaryOf } from './run-summary.mjs';

const counts = {
  statuses: { 200: 3, 422: 2 },
  accepted: { '422 by url': 2 },
  sentAgain: { replayed: 1 },
  unexpected: [],
  networkErrors: [],
};
const run = { code: 0, complete: true, failures: [], errors: [], counts };

describe('summaryOf', () => {
  it('counts the cases of a run without a failure', () => {
    expect(summaryOf(run)).toMatchObject({ cases: 5, failures: 0, note: expect.stringContaining('2 x 422 by url') });
  });

  it('counts every kind of failure', () => {
    const harmed = { ...counts, unexpected: ['a 500'], networkErrors: ['a reset'] };
    expect(summaryOf({ ...run, failures: [{}], errors: [{}], counts: harmed }).failures).toBe(4);
  });

  it('fails a run that ran out of time, and keeps what it counted', () => {
    const late = summaryOf({ ...run, code: 124, complete: false });
    expect(late).toMatchObject({ cases: 5, failures: 1, note: expect.stringContaining('out of time') });
    expect(summaryOf({ ...run, code: 1, complete: false })).toMatchObject({ cases: 5, failures: 1 });
  });

  it('fails a run that never was', () => {
    expect(summaryOf(undefined)).toMatchObject({ cases: 0, failures: 1 });
    expect(summaryOf({ ...run, complete: false, counts: {} })).toMatchObject({ cases: 0, failures: 1 });
  });
});
