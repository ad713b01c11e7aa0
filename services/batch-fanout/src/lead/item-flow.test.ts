import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { passFreely, quietTracing } from '@quarry/observability';
import type { BatchItemStore, BatchJob, BatchStore, OpenBatchItem } from '@quarry/store';
import { PLAN_PAGE } from '../bounds.js';
import { ItemFlow } from './item-flow.js';

const DAY_MS = 86_400_000;

const openItem = (index: number, isOut: boolean): OpenBatchItem => ({
  ...{ id: randomUUID(), index, site: 'one', attempt: 1, deadlineAtMs: Date.now() + DAY_MS },
  ...(isOut ? { handedOverAtMs: Date.now() } : {}),
});

describe('the items of a job', () => {
  it('that end while the plan is read leave their places to others of their site', async () => {
    const items = Array.from({ length: PLAN_PAGE + 5 }, (_, index) => openItem(index, index < 2));
    const job: BatchJob = {
      ...{ id: randomUUID(), accountId: 'a', operation: 'scrape/web', contractVersion: 1, state: 'in_progress' },
      ...{ requestsCount: items.length, visibleCount: 0, succeededCount: 0, failedCount: 0 },
      ...{ heldCredits: items.length, chargedCredits: 0, periodIndex: 0 },
      ...{ createdAtMs: Date.now(), deadlineAtMs: Date.now() + DAY_MS },
    };
    const sent: string[] = [];
    const flow: ItemFlow = new ItemFlow({
      ...{ owner: 'me', queue: 'browser-scrape', siteLimit: 2, leaseMs: 1_000, lookMs: 1_000, clock: Date.now },
      // safe because nothing else is asked of them here
      batches: {
        openItems: async (_jobId, { afterIndex, limit }) => {
          if (afterIndex > 0) for (const { id } of items.slice(0, 2)) flow.noteEnd(id);
          return items.filter(({ index }) => index > afterIndex).slice(0, limit);
        },
        handOver: async (_jobId, _owner, { itemIds }) => [...itemIds],
      } as BatchStore,
      items: {} as BatchItemStore,
      jobs: {
        enqueueMany: async (_queue, jobs) => void sent.push(...jobs.map(({ requestId }) => requestId)),
        hasMany: async (_queue, refs) => refs.map(() => true),
        withdraw: async () => [],
      },
      ...{ pass: passFreely, tracing: quietTracing, job: () => job, isOver: () => false },
      ...{ onEnded: () => undefined, onRefused: () => undefined, onRequeued: () => undefined },
      onEndedHere: () => undefined,
    });
    flow.setWindow(10);
    await flow.step();
    expect(sent).toEqual(items.slice(2, 4).map(({ id }) => id));
  });
});
