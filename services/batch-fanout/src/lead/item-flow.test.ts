import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { noFaults, quietTracing } from '@quarry/observability';
import type { BatchItem, BatchItemStore, BatchJob, BatchStore, OpenBatchItem } from '@quarry/store';
import { PLAN_PAGE } from '../bounds.js';
import { ItemFlow } from './item-flow.js';

const DAY_MS = 86_400_000;

const openItem = (index: number, isOut: boolean): OpenBatchItem => ({
  ...{ id: randomUUID(), index, site: 'one', attempt: 1, deadlineAtMs: Date.now() + DAY_MS },
  ...(isOut ? { handedOverAtMs: Date.now() } : {}),
});

interface FlowScene {
  readonly items: readonly OpenBatchItem[];
  readonly siteLimit?: number;
  readonly lookMs?: number;
  readonly openItems?: BatchStore['openItems'];
  /** Which of them the store marks; the others it refuses. */
  readonly marks?: (id: string) => boolean;
  /** What the store says of an item. */
  readonly rowOf?: (id: string) => Partial<BatchItem> | null;
  readonly clock?: () => number;
  /** Items that a worker has begun. */
  readonly isBegun?: (id: string) => boolean;
}

/** The flow of one job's items, and what it asks of the store and of the queue. */
const openFlow = ({ items, siteLimit = 100, lookMs = DAY_MS, marks = () => true, ...given }: FlowScene) => {
  const job: BatchJob = {
    ...{ id: randomUUID(), accountId: 'a', operation: 'scrape/web', contractVersion: 1, state: 'in_progress' },
    ...{ requestsCount: items.length, visibleCount: 0, succeededCount: 0, failedCount: 0 },
    ...{ heldCredits: items.length, targetErrorCount: 0, chargedCredits: 0, periodIndex: 0 },
    ...{ createdAtMs: Date.now(), deadlineAtMs: Date.now() + DAY_MS },
  };
  const handed: string[] = [];
  const askedBack: string[] = [];
  const ended: [id: string, error: string | undefined][] = [];
  const sent: { id: string; attempt: number }[] = [];
  let refused = 0;
  const flow = new ItemFlow({
    ...{ owner: 'me', queue: 'browser-scrape', siteLimit, leaseMs: 1_000, lookMs },
    clock: given.clock ?? Date.now,
    // safe because nothing else is asked of them here
    batches: {
      openItems: async (_jobId, { afterIndex, limit }) =>
        items.filter(({ index }) => index > afterIndex).slice(0, limit),
      handOver: async (_jobId, _owner, { itemIds }) => {
        handed.push(...itemIds);
        return itemIds.filter(marks);
      },
      endItems: async (_jobId, _owner, { itemIds, end }) => {
        ended.push(...itemIds.map((id): [string, string | undefined] => [id, end.error]));
        return [...itemIds];
      },
      ...(given.openItems ? { openItems: given.openItems } : {}),
    } as BatchStore,
    items: { get: async (id) => given.rowOf?.(id) ?? null } as BatchItemStore,
    jobs: {
      enqueueMany: async (_queue, jobs) =>
        void sent.push(...jobs.map(({ requestId, attempt }) => ({ id: requestId, attempt }))),
      hasMany: async (_queue, refs) => refs.map(() => true),
      withdraw: async (_queue, refs) => {
        askedBack.push(...refs.map(({ requestId }) => requestId));
        return refs.filter(({ requestId }) => given.isBegun?.(requestId) !== true);
      },
    },
    ...{ faultPoint: noFaults, tracing: quietTracing, job: () => job, isOver: () => false },
    ...{ onEnded: () => undefined, onRequeued: () => undefined, onEndedHere: () => undefined },
    onRefused: () => (refused += 1),
  });
  flow.setWindow(10);
  return { flow, handed, sent, askedBack, ended, sentIds: () => sent.map(({ id }) => id), refusals: () => refused };
};

describe('the items of a job', () => {
  it('that end while the plan is read leave their places to others of their site', async () => {
    const items = Array.from({ length: PLAN_PAGE + 5 }, (_, index) => openItem(index, index < 2));
    const { flow, sentIds } = openFlow({
      ...{ items, siteLimit: 2 },
      openItems: async (_jobId, { afterIndex, limit }) => {
        if (afterIndex > 0) for (const { id } of items.slice(0, 2)) flow.noteEnd(id);
        return items.filter(({ index }) => index > afterIndex).slice(0, limit);
      },
    });
    await flow.step();
    expect(sentIds()).toEqual(items.slice(2, 4).map(({ id }) => id));
  });

  it('are handed over once and sent once, however many steps there are', async () => {
    const items = Array.from({ length: 15 }, (_, index) => openItem(index, false));
    const ids = items.map(({ id }) => id);
    const { flow, handed, sentIds } = openFlow({ items, lookMs: 0 });
    for (let step = 0; step < 3; step += 1) await flow.step();
    expect([handed, sentIds()]).toEqual([ids.slice(0, 10), ids.slice(0, 10)]);
    for (const id of ids.slice(0, 10)) flow.noteEnd(id);
    // A hint that comes twice frees one place.
    flow.noteEnd(ids[0] ?? '');
    for (let step = 0; step < 3; step += 1) await flow.step();
    expect([handed, sentIds()]).toEqual([ids, ids]);
    expect([flow.outCount, flow.waitingCount, flow.openCount]).toEqual([5, 0, 5]);
  });

  it('that another leader has handed over are neither handed over nor sent again while the queue knows them', async () => {
    const [adopted, fresh] = [{ ...openItem(0, true), attempt: 2 }, openItem(1, false)];
    const { flow, handed, sent } = openFlow({ items: [adopted, fresh] });
    await flow.step();
    await flow.step();
    expect(handed).toEqual([fresh.id]);
    expect(sent).toEqual([{ id: fresh.id, attempt: 1 }]);
    expect(flow.outCount).toBe(2);
  });

  it('whose handing over got no answer are sent once, by what their rows say', async () => {
    const [marked, answerLost, ended, gone] = [0, 1, 2, 3].map((index) => openItem(index, false));
    const rows = new Map<string | undefined, Partial<BatchItem>>([
      [answerLost?.id, { state: 'open', handedOverAtMs: 1, attempt: 3, deadlineAtMs: 2 }],
      [ended?.id, { state: 'ok' }],
    ]);
    const { flow, sent, refusals } = openFlow({
      items: [marked, answerLost, ended, gone].flatMap((item) => item ?? []),
      marks: (id) => id === marked?.id,
      rowOf: (id) => rows.get(id) ?? null,
    });
    await flow.step();
    await flow.step();
    expect(sent).toEqual([
      { id: marked?.id, attempt: 1 },
      { id: answerLost?.id, attempt: 3 },
    ]);
    expect([flow.openCount, refusals()]).toEqual([2, 0]);
  });

  it('whose own time is over end at once, unless a worker has begun them and will end them', async () => {
    let nowMs = Date.now();
    const timed = [openItem(0, true), openItem(1, false), openItem(2, false)].map((item) => ({
      ...item,
      timeoutMs: 5_000,
      ...(item.handedOverAtMs === undefined ? {} : { handedOverAtMs: nowMs - 1_000 }),
    }));
    const [adopted = '', waiting = '', begun = ''] = timed.map(({ id }) => id);
    const { flow, askedBack, ended } = openFlow({
      items: [...timed, openItem(3, false)],
      ...{ clock: () => nowMs, isBegun: (id) => id === begun },
      rowOf: () => ({ state: 'open', params: { timeout: 5_000 } }),
    });
    await flow.step();
    expect([flow.outCount, flow.nextOverInMs]).toEqual([4, 4_000]);
    nowMs += 4_000;
    await flow.step();
    expect([ended, flow.nextOverInMs]).toEqual([[[adopted, 'target_timeout']], 1_000]);
    nowMs += 999;
    await flow.step();
    expect(ended).toHaveLength(1);
    nowMs += 1;
    for (let step = 0; step < 2; step += 1) await flow.step();
    expect(ended.slice(1)).toEqual([[waiting, 'target_timeout']]);
    expect(askedBack).toEqual([adopted, waiting, begun]);
    expect([flow.outCount, flow.nextOverInMs]).toEqual([2, Infinity]);
  });

  it('that the store refuses are not sent, and its refusal is told', async () => {
    const items = [openItem(0, false), openItem(1, false)];
    const { flow, sent, refusals } = openFlow({ items, marks: () => false, rowOf: () => ({ state: 'open' }) });
    for (let step = 0; step < 2; step += 1)
      await expect(flow.step()).rejects.toThrow('2 items could not be handed over');
    expect([sent, refusals()]).toEqual([[], 2]);
  });
});
