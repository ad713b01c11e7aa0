import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../../src/port.js';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.js';

/** What the parent orders. All but `holdCredits` never end by themselves: the parent kills the process in the middle. */
export type ChildOrder =
  | { readonly task: 'leadBatches'; readonly owner: string; readonly leaseMs: number }
  | { readonly task: 'holdCredits'; readonly accountId: string; readonly count: number }
  | { readonly task: 'work'; readonly accountId: string; readonly lanes: number };

/** `opened` first, then what became of the order: the tally of outcomes, each request that has ended, or items published. */
export type ChildReport =
  | { readonly kind: 'opened' }
  | { readonly kind: 'tally'; readonly admitted: number; readonly exhausted: number }
  | { readonly kind: 'ended'; readonly requestId: string; readonly chargedCredits: number }
  | { readonly kind: 'published'; readonly count: number };

const HOLD_CREDITS = 3;

const report = (message: ChildReport): void => {
  process.send?.(message);
};

const admit = (store: Store, accountId: string, id: string, holdCredits: number) =>
  store.requests.admit({
    id,
    accountId,
    operation: 'scrape/web',
    params: { url: 'https://shop.example/', note: 'x'.repeat(500) },
    contractVersion: 1,
    holdCredits,
    deadlineAtMs: Date.now() + 300_000,
  });

const holdCredits = async (store: Store, accountId: string, count: number): Promise<void> => {
  const results = await Promise.all(Array.from({ length: count }, () => admit(store, accountId, randomUUID(), 1)));
  const tally = (wanted: string): number => results.filter(({ outcome }) => outcome === wanted).length;
  report({ kind: 'tally', admitted: tally('admitted'), exhausted: tally('credits_exhausted') });
};

const workLane = async (store: Store, accountId: string): Promise<never> => {
  for (let turn = 0; ; turn += 1) {
    const id = randomUUID();
    await admit(store, accountId, id, HOLD_CREDITS);
    await store.requests.begin(id, 1);
    const chargedCredits = turn % (HOLD_CREDITS + 1);
    await store.requests.finish(id, { state: 'ok', chargedCredits, verdict: 'ok' }, 1);
    report({ kind: 'ended', requestId: id, chargedCredits });
  }
};

/** Ends what it hands over by itself, as workers would. */
const leadJob = async ({ batches, items }: Store, jobId: string, owner: string): Promise<void> => {
  const open = await batches.openItems(jobId, { afterIndex: -1, limit: 7 });
  const deadlineAtMs = Date.now() + 300_000;
  await batches.handOver(jobId, owner, { itemIds: open.map(({ id }) => id), deadlineAtMs });
  await Promise.all(
    open.map(async ({ id, index }) => {
      const row = await items.begin(id, 1);
      if (!row) return;
      const chargedCredits = index % (row.heldCredits + 1);
      await items.finish(id, { state: 'ok', chargedCredits, verdict: 'ok' }, 1);
    }),
  );
  const published = await batches.publish(jobId, owner, 5);
  report({ kind: 'published', count: published?.published ?? 0 });
};

const leadBatches = async (store: Store, owner: string, leaseMs: number): Promise<never> => {
  const led = new Set<string>();
  for (;;) {
    for (const { id } of await store.batches.lease({ owner, leaseMs, limit: 1 })) led.add(id);
    for (const jobId of led) {
      if (await store.batches.renewLease(jobId, owner, leaseMs)) await leadJob(store, jobId, owner);
      else led.delete(jobId);
    }
    await wait(1);
  }
};

const store = await openSqliteStore({ path: process.argv[2] ?? '' });
process.on('message', (order: ChildOrder) => {
  if (order.task === 'holdCredits') {
    void holdCredits(store, order.accountId, order.count)
      .then(() => store.close())
      .then(() => process.disconnect());
  } else if (order.task === 'leadBatches') {
    void leadBatches(store, order.owner, order.leaseMs);
  } else {
    for (let lane = 0; lane < order.lanes; lane += 1) void workLane(store, order.accountId);
  }
});
report({ kind: 'opened' });
