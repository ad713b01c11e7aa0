import { describe, expect, it } from '@jest/globals';
import type { OperationOutcome } from '../port.js';
import { withOwnTimeout, type BegunRow } from './own-timeout.js';

const NOW_MS = 1_000_000;

const row = (given: Partial<BegunRow> = {}): BegunRow => ({
  id: 'r1',
  accountId: 'a1',
  operation: 'scrape/web',
  params: { timeout: 1_000 },
  contractVersion: 1,
  state: 'open',
  attempt: 1,
  heldCredits: 1,
  chargedCredits: 0,
  periodIndex: 0,
  createdAtMs: NOW_MS,
  deadlineAtMs: NOW_MS + 300_000,
  ...given,
});

/** Ends when it is told to, as an operation does. */
const untilAborted = (_row: BegunRow, signal: AbortSignal): Promise<OperationOutcome> =>
  new Promise((resolve) => {
    const end = (): void => resolve({ verdict: signal.reason === 'deadline' ? 'deadline_exceeded' : 'cancelled' });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });

const call = { signal: new AbortController().signal, clock: () => NOW_MS };

describe('the timeout of a call', () => {
  it('ends an item that runs longer than it after its hand-over', async () => {
    const item = row({ handedOverAtMs: NOW_MS - 950 });
    const startedAt = performance.now();
    expect(await withOwnTimeout(item, call, untilAborted)).toEqual({
      verdict: 'page_timeout',
      message: 'The call did not finish within its timeout of 1000 ms. Retry it, or give it a longer timeout.',
    });
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  it('runs nothing for an item that waited longer than it', async () => {
    const late = row({ handedOverAtMs: NOW_MS - 1_000 });
    const outcome = await withOwnTimeout(late, call, () => Promise.reject(new Error('it was run')));
    expect(outcome.verdict).toBe('page_timeout');
  });

  it('tells the operation the deadline that it sets', async () => {
    const seen: number[] = [];
    await withOwnTimeout(row({ handedOverAtMs: NOW_MS }), call, ({ deadlineAtMs }) => {
      seen.push(deadlineAtMs);
      return { verdict: 'blocked' };
    });
    expect(seen).toEqual([NOW_MS + 1_000]);
  });

  it('names the timeout where the deadline of a request has passed', async () => {
    const outcome = await withOwnTimeout(row(), call, () => ({ verdict: 'deadline_exceeded' }));
    expect(outcome.verdict).toBe('page_timeout');
  });

  it('is named where a page was ended just before it, and not where a page has a limit of its own', async () => {
    const late = { ...call, clock: () => NOW_MS + 800 };
    const page: OperationOutcome = { verdict: 'page_timeout', reason: 'page_timeout', tier: 'http' };
    const item = row({ handedOverAtMs: NOW_MS });
    const outcome = await withOwnTimeout(item, late, () => page);
    expect(outcome).toMatchObject({
      verdict: 'page_timeout',
      tier: 'http',
      message: expect.stringContaining('1000 ms'),
    });
    const long = row({ params: { timeout: 60_000 }, deadlineAtMs: NOW_MS + 60_000 });
    expect(await withOwnTimeout(long, call, () => page)).toEqual(page);
  });

  it('changes nothing for calls without one, and no other outcome', async () => {
    const without = await withOwnTimeout(row({ params: {} }), call, () => ({ verdict: 'deadline_exceeded' }));
    expect(without).toEqual({ verdict: 'deadline_exceeded' });
    const drained = AbortSignal.abort('draining');
    expect(await withOwnTimeout(row(), { ...call, signal: drained }, untilAborted)).toEqual({ verdict: 'cancelled' });
  });
});
