import { describe, expect, it } from '@jest/globals';
import type { BatchItem, RequestState } from '@quarry/store';
import { MAX_ATTEMPTS } from '../bounds.js';
import { ENDS, overdueEnd } from './ends.js';
import { judgeUnknown } from './judge-unknown.js';

const NOW_MS = 1_000_000;
const rowOf = (changes: Partial<BatchItem> = {}): BatchItem => ({
  ...{ id: 'item', accountId: 'account', operation: 'scrape/web', params: {}, contractVersion: 1, state: 'open' },
  ...{ attempt: 1, heldCredits: 1, chargedCredits: 0, periodIndex: 0, createdAtMs: 0, deadlineAtMs: NOW_MS + 1 },
  ...{ jobId: 'job', index: 0, site: 'a.test', query: {}, handedOverAtMs: 1 },
  ...changes,
});
const running = { endOfRest: undefined, nowMs: NOW_MS };

describe('an item that the queue does not know', () => {
  it.each<RequestState>(['ok', 'failed', 'expired', 'cancelled'])('has ended when its row is %s', (state) => {
    expect(judgeUnknown(rowOf({ state, attempt: MAX_ATTEMPTS }), running)).toEqual({ kind: 'ended' });
  });

  it('has ended when its row is gone', () => {
    expect(judgeUnknown(null, running)).toEqual({ kind: 'ended' });
  });

  it('is lost while it is open, until its attempts or its time are used up', () => {
    expect(judgeUnknown(rowOf({ attempt: MAX_ATTEMPTS - 1 }), running)).toEqual({ kind: 'lost' });
    expect(judgeUnknown(rowOf({ attempt: MAX_ATTEMPTS }), running)).toEqual({ kind: 'to_end', end: ENDS.lost });
    expect(judgeUnknown(rowOf({ deadlineAtMs: NOW_MS }), running)).toEqual({ kind: 'to_end', end: overdueEnd({}) });
    const own = rowOf({ deadlineAtMs: NOW_MS, params: { timeout: 5_000 } });
    expect(judgeUnknown(own, running)).toMatchObject({ end: { verdict: 'page_timeout', error: 'target_timeout' } });
    const since = (handedOverAtMs: number) => rowOf({ handedOverAtMs, params: { timeout: 5_000 } });
    expect(judgeUnknown(since(NOW_MS - 5_000), running)).toMatchObject({ end: { error: 'target_timeout' } });
    expect(judgeUnknown(since(NOW_MS - 4_999), running)).toEqual({ kind: 'lost' });
  });

  it('ends with the rest of its job', () => {
    const stopped = { ...running, endOfRest: ENDS.cancelled };
    expect(judgeUnknown(rowOf(), stopped)).toEqual({ kind: 'to_end', end: ENDS.cancelled });
  });
});
