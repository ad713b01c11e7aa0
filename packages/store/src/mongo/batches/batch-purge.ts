import type { BatchEngine } from '../../engine-port.js';
import { keysAfter } from './batch-documents.js';
import type { BatchDocument } from './batch-documents.js';
import { mapConcurrent } from '../map-concurrent.js';
import type { MongoEngine } from '../mongo-engine.js';
import type { StoredBytes } from '../ledger/stored-bytes.js';

/** Deletes jobs that ended long ago, item by item. */
export const createBatchPurge =
  (
    { models: { batches, batchItems, crawlAddresses, crawlContents }, run }: MongoEngine,
    stored: StoredBytes,
  ): BatchEngine['purgeBatches'] =>
  async (retentionMs, limit, nowMs) => {
    // A job whose hold is not settled yet stays: the settlement needs it.
    const isOld = { finishedAtMs: { $lt: nowMs - retentionMs }, unsettledSinceMs: { $exists: false } };
    const jobs = await run('batches.old', () =>
      batches
        .find(isOld, { accountId: 1 })
        .sort({ finishedAtMs: 1 })
        .limit(limit)
        .lean<Pick<BatchDocument, '_id' | 'accountId'>[]>()
        .exec(),
    );
    const removed: { id: string; accountId: string }[] = [];
    let hasMore = jobs.length >= limit;
    for (const { _id: jobId, accountId } of jobs) {
      const room = limit - removed.length;
      // One more than may be deleted, to see whether they are the last.
      const items = await run('batchItems.old', () =>
        batchItems
          .find({ jobId }, { storedBytes: 1 })
          .sort({ index: 1 })
          .limit(room + 1)
          .lean<{ _id: string; storedBytes?: number }[]>()
          .exec(),
      );
      const gone = await mapConcurrent(items.slice(0, room), async ({ _id: id, storedBytes }) => {
        const deleted = await run('batchItems.delete', () => batchItems.deleteOne({ _id: id }).exec());
        return deleted.deletedCount === 1 ? [{ id, accountId, storedBytes }] : [];
      });
      await stored.remove(gone.flat());
      removed.push(...gone.flat().map((one) => ({ id: one.id, accountId: one.accountId })));
      hasMore ||= items.length > room;
      if (items.length > room) break;
      await run('crawlAddresses.purge', () => crawlAddresses.deleteMany({ place: keysAfter(jobId, -1) }).exec());
      await run('crawlContents.purge', () => crawlContents.deleteMany({ jobId }).exec());
      await run('batches.delete', () => batches.deleteOne({ _id: jobId, ...isOld }).exec());
    }
    return { removed, hasMore };
  };
