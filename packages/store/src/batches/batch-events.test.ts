import { describe, expect, it } from '@jest/globals';
import { BATCH_EVENTS, ERRORS } from '@quarry/contracts';
import fc from 'fast-check';
import { deliveriesOf, dueEvents, eventData, MAX_LISTED_FAILURES } from './batch-events.js';
import type { DueEvent } from './batch-events.js';
import type { BatchJob } from '../port.js';

const jobAt = (visibleCount: number, over: Partial<BatchJob> = {}): BatchJob => ({
  id: 'job',
  accountId: 'acme',
  operation: 'scrape/web',
  contractVersion: 1,
  state: 'in_progress',
  requestsCount: 100,
  visibleCount,
  succeededCount: visibleCount,
  failedCount: 0,
  targetErrorCount: 2,
  heldCredits: 5,
  chargedCredits: 7,
  periodIndex: 0,
  createdAtMs: Date.UTC(2026, 0, 15),
  startedAtMs: Date.UTC(2026, 0, 15, 1),
  deadlineAtMs: Date.UTC(2026, 0, 16),
  webhook: { url: 'https://receiver.example/', events: BATCH_EVENTS },
  ...over,
});

const idsOf = (due: readonly DueEvent[]): string[] => due.map(({ id }) => id);

describe('the events of a step', () => {
  it('are none without a webhook, and only those asked for', () => {
    const last = { requestsCount: 3, finishedAtMs: 1 };
    const { webhook: unasked, ...unheard } = jobAt(3, last);
    expect(unasked).toBeDefined();
    expect(dueEvents(jobAt(0, { requestsCount: 3 }), unheard)).toEqual([]);
    const webhook = { url: 'https://receiver.example/', events: ['batch.completed' as const] };
    expect(idsOf(dueEvents(jobAt(0, { requestsCount: 3 }), jobAt(3, { ...last, webhook })))).toEqual(['job.completed']);
  });

  it('are in the words of another API each page, and that a job was stopped', () => {
    const events = ['batch.page', 'batch.completed', 'batch.stopped'] as const;
    const webhook = { url: 'https://receiver.example/', events, format: 'firecrawl' as const };
    const [before, after] = [jobAt(2, { webhook }), jobAt(5, { webhook })];
    const [pages, ...others] = dueEvents(before, after);
    expect(others).toEqual([]);
    if (pages === undefined) throw new Error('no event of the pages');
    const data = JSON.stringify(eventData(pages, after));
    expect(deliveriesOf({ ...pages, data }).map(({ id, data: own }) => [id, JSON.parse(own) as unknown])).toEqual(
      [3, 4, 5].map((seq) => [`job.page.${seq}`, { jobId: 'job', operation: 'scrape/web', seq }]),
    );
    for (const [state, event] of [
      ['done', 'batch.completed'],
      ['stopped', 'batch.stopped'],
    ] as const) {
      const ended = jobAt(5, { webhook, state, finishedAtMs: 9 });
      expect(dueEvents(after, ended)).toEqual([{ id: 'job.completed', event }]);
    }
  });

  it('come in the order in which things were', () => {
    const before = jobAt(0, { requestsCount: 1 });
    const after = jobAt(1, { requestsCount: 1, finishedAtMs: 9 });
    expect(idsOf(dueEvents(before, after))).toEqual(['job.failed.100', 'job.progress.100', 'job.completed']);
    const { startedAtMs, ...pending } = jobAt(0);
    expect(startedAtMs).toBeDefined();
    expect(idsOf(dueEvents(pending, jobAt(0)))).toEqual(['job.started']);
  });

  it('tell of each tenth once, of each item once, and miss none, however a job is cut into steps', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), cuts, (requestsCount, sizes) => {
        const due: DueEvent[] = [];
        let visible = 0;
        for (const size of [...sizes, requestsCount]) {
          const next = Math.min(requestsCount, visible + size);
          due.push(...dueEvents(jobAt(visible, { requestsCount }), jobAt(next, { requestsCount })));
          visible = next;
        }
        expect(new Set(idsOf(due)).size).toBe(due.length);
        const percents = due.filter(({ event }) => event === 'batch.progress').map(({ percent }) => percent ?? 0);
        expect(percents).toEqual(percents.toSorted((left, right) => left - right));
        expect(percents.at(-1)).toBe(100);
        let told = 0;
        for (const { failedSeqs } of due) {
          if (!failedSeqs) continue;
          expect(failedSeqs.after).toBe(told);
          expect(failedSeqs.upTo).toBeGreaterThanOrEqual(failedSeqs.after);
          told = failedSeqs.upTo;
        }
        expect(told).toBe(requestsCount);
      }),
    );
  });
});

describe('what an event says', () => {
  const failed: DueEvent = { id: 'job.failed.10', event: 'batch.item.failed', percent: 10 };
  const item = (index: number) => ({ id: `item-${index}`, index, verdict: 'blocked' as const });

  it('is the job’s figures as its status names them', () => {
    expect(eventData({ id: 'job.progress.10', event: 'batch.progress', percent: 10 }, jobAt(10))).toEqual({
      jobId: 'job',
      operation: 'scrape/web',
      status: 'in_progress',
      requestsCount: 100,
      responsesCount: 10,
      succeededCount: 10,
      failedCount: 0,
      targetErrorCount: 2,
      creditsHeld: 5,
      creditsCharged: 7,
      createdAt: '2026-01-15T00:00:00.000Z',
      startedAt: '2026-01-15T01:00:00.000Z',
      percent: 10,
    });
  });

  it('words a failed item by its own message, its verdict or its code', () => {
    const items = [
      { ...item(0), error: 'target_blocked' as const, message: 'It asked for a challenge.' },
      { ...item(1), verdict: 'login_wall' as const, error: 'target_blocked' as const },
      { ...item(2), verdict: 'deadline_exceeded' as const, error: 'expired' as const },
      { ...item(3), verdict: 'page_timeout' as const },
    ];
    expect(eventData(failed, jobAt(10), { count: 7, items })).toEqual({
      jobId: 'job',
      operation: 'scrape/web',
      percent: 10,
      failedCount: 7,
      items: [
        { id: 'item-0', index: 0, error: 'target_blocked', message: 'It asked for a challenge.', retryable: true },
        {
          id: 'item-1',
          index: 1,
          error: 'target_blocked',
          message: 'The page requires a sign-in. Sign in with a session, or send cookies in headers.',
          retryable: false,
        },
        { id: 'item-2', index: 2, error: 'expired', message: ERRORS.expired.text, retryable: true },
        { id: 'item-3', index: 3, error: 'target_timeout', message: 'The page did not load in time.', retryable: true },
      ],
    });
  });

  it('is bounded, and nothing where no item failed', () => {
    const items = Array.from({ length: MAX_LISTED_FAILURES + 1 }, (_, index) => item(index));
    expect(eventData(failed, jobAt(10), { count: 500, items })).toMatchObject({ failedCount: 500 });
    expect(eventData(failed, jobAt(10), { count: 500, items })?.['items']).toHaveLength(MAX_LISTED_FAILURES);
    expect(eventData(failed, jobAt(10), { count: 0, items: [] })).toBeNull();
  });
});
