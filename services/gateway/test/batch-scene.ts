import { randomUUID } from 'node:crypto';
import type { FileStore } from '@quarry/files';
import type { BatchItem, BatchJob, RequestEnd, Store } from '@quarry/store';

export type ItemEnd = Partial<RequestEnd> & { readonly answer?: Record<string, unknown> };

const FAR_MS = 86_400_000;
const OK: ItemEnd = { state: 'ok', verdict: 'ok', chargedCredits: 1, answer: { content: '<p>hello</p>' } };

export const failWith = (end: Partial<RequestEnd> = {}): ItemEnd => ({
  state: 'failed',
  verdict: 'blocked',
  error: 'target_blocked',
  chargedCredits: 0,
  ...end,
});

/** Does with a job what its leader and the workers do, step by step and as the test says. */
export const createBatchScene = ({ store, files }: { store: Store; files: FileStore }) => {
  const owner = randomUUID();
  const led = new Set<string>();

  const lead = async (jobId: string): Promise<void> => {
    if (led.has(jobId)) return;
    for (const job of await store.batches.lease({ owner, leaseMs: FAR_MS, limit: 1_000 })) led.add(job.id);
    if (!led.has(jobId)) throw new Error('somebody else leads this job');
  };
  const open = async (jobId: string, limit: number): Promise<string[]> =>
    (await store.batches.openItems(jobId, { afterIndex: -1, limit })).map(({ id }) => id);

  const end = async (item: BatchItem, { answer, ...given }: ItemEnd): Promise<void> => {
    const whole: RequestEnd = { state: 'failed', verdict: 'internal_error', chargedCredits: 0, ...given };
    if (answer === undefined) {
      await store.items.finish(item.id, whole, item.attempt);
      return;
    }
    const answerName = 'result-1.json';
    const body = JSON.stringify({ requestMetadata: { id: item.id, status: 'ok' }, ...answer });
    await files.put({ accountId: item.accountId, requestId: item.id, name: answerName }, body);
    await store.items.finish(item.id, { ...whole, answerName }, item.attempt);
  };

  /** Hands over up to `limit` open items and ends each as told; nothing is published yet. */
  const endSome = async (
    jobId: string,
    limit: number,
    endOf: (item: BatchItem) => ItemEnd = () => OK,
  ): Promise<number> => {
    await lead(jobId);
    const itemIds = await open(jobId, limit);
    await store.batches.handOver(jobId, owner, { itemIds, deadlineAtMs: Date.now() + FAR_MS });
    for (const id of itemIds) {
      const item = await store.items.begin(id, 1);
      if (item !== null) await end(item, endOf(item));
    }
    return itemIds.length;
  };
  const publish = async (jobId: string, limit = 1_000): Promise<BatchJob> => {
    await lead(jobId);
    const published = await store.batches.publish(jobId, owner, limit);
    if (published === null) throw new Error('the job is led by somebody else');
    return published.job;
  };
  return {
    endSome,
    publish,
    /** Ends all items as told and publishes them. */
    run: async (jobId: string, endOf?: (item: BatchItem) => ItemEnd): Promise<BatchJob> => {
      while ((await endSome(jobId, 1_000, endOf)) > 0);
      for (;;) {
        const job = await publish(jobId);
        if (job.finishedAtMs !== undefined) return job;
      }
    },
    /** Ends the first page of a crawl and those that its leader adds, as told, and closes it. */
    crawl: async (
      jobId: string,
      urls: readonly string[],
      endOf: (item: BatchItem) => ItemEnd,
      limitsHit: readonly string[] = [],
    ): Promise<BatchJob | null> => {
      await endSome(jobId, 1, endOf);
      const holdCredits = (await store.batches.get(jobId))?.crawl?.itemCredits ?? 0;
      const items = urls.map((url, place) => ({
        ...{ id: randomUUID(), index: place + 1, site: new URL(url).host, holdCredits },
        ...{ query: { url, depth: 1 }, params: { url } },
      }));
      await store.crawls.grow(jobId, owner, { items });
      while ((await endSome(jobId, 1_000, endOf)) > 0);
      await publish(jobId);
      return store.crawls.close(jobId, owner, limitsHit);
    },
    /** What the leader does with a job that is to stop. */
    cancelOpen: async (jobId: string): Promise<BatchJob> => {
      await lead(jobId);
      const cancelled: RequestEnd = { state: 'cancelled', verdict: 'cancelled', error: 'cancelled', chargedCredits: 0 };
      await store.batches.endItems(jobId, owner, { itemIds: await open(jobId, 1_000), end: cancelled });
      return publish(jobId);
    },
  };
};
