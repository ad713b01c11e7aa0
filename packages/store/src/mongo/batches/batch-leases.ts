import type { BatchEngine } from '../../engine-port.js';
import type { BatchJob, BatchLoad } from '../../port.js';
import { present } from '../../present.js';
import { isLedBy, isLive, itemCountOf, itemKey, LIVE_STATES, toBatchJob, toOpenItem } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import { mapConcurrent } from '../map-concurrent.js';
import type { MongoEngine } from '../mongo-engine.js';

const OPEN_FIELDS = { index: 1, site: 1, attempt: 1, timeoutMs: 1, handedOverAtMs: 1, deadlineAtMs: 1 } as const;

type LoadKey = 'accountId' | 'operation';
type Load = Omit<BatchLoad, LoadKey> & { readonly _id: Pick<BatchLoad, LoadKey> };

/** Leases of jobs, and the open work. */
export const createBatchLeases = ({ models: { batches, batchItems }, run }: MongoEngine) => {
  const take = async (jobId: string, owner: string, leaseMs: number, nowMs: number): Promise<BatchJob[]> => {
    const isFree = { _id: jobId, state: { $in: LIVE_STATES }, leaseEndsAtMs: { $lte: nowMs } };
    const lease = { $set: { leaseOwner: owner, leaseEndsAtMs: nowMs + leaseMs } };
    const taken = await run('batches.lease', () =>
      batches.findOneAndUpdate(isFree, lease, { returnDocument: 'after' }).lean<BatchDocument>().exec(),
    );
    return taken ? [toBatchJob(taken)] : [];
  };

  return {
    leaseBatches: async ({ owner, leaseMs, limit, exceptAccounts = [] }, nowMs) => {
      const isFree = present({
        unfinishedSinceMs: { $exists: true },
        leaseEndsAtMs: { $lte: nowMs },
        accountId: exceptAccounts.length > 0 ? { $nin: [...exceptAccounts] } : undefined,
      });
      const free = await run('batches.unled', () =>
        batches
          .find(isFree, { _id: 1 })
          .sort({ unfinishedSinceMs: 1, _id: 1 })
          .limit(limit)
          .lean<{ _id: string }[]>()
          .exec(),
      );
      return (await mapConcurrent(free, ({ _id }) => take(_id, owner, leaseMs, nowMs))).flat();
    },
    renewBatchLease: async (jobId, owner, leaseMs, nowMs) => {
      const lease = { $max: { leaseEndsAtMs: nowMs + leaseMs } };
      const renewed = await run('batches.renewLease', () =>
        batches
          .findOneAndUpdate({ _id: jobId, ...isLedBy(owner, nowMs) }, lease, { returnDocument: 'after' })
          .lean<BatchDocument>()
          .exec(),
      );
      return renewed && toBatchJob(renewed);
    },
    releaseBatchLease: async (jobId, owner) => {
      const released = { $set: { leaseEndsAtMs: 0 }, $unset: { leaseOwner: 1 as const } };
      await run('batches.releaseLease', () => batches.updateOne({ _id: jobId, leaseOwner: owner }, released).exec());
    },
    listOpenItems: async (jobId, afterIndex, limit) => {
      const job = await run('batches.find', () => batches.findById(jobId).lean<BatchDocument>().exec());
      if (!job || !isLive(job)) return [];
      const page = await run('batchItems.open', () =>
        batchItems
          // Items that a growth of a crawl has added too early are not open yet.
          .find({ open: { $gte: itemKey(jobId, afterIndex + 1), $lt: itemKey(jobId, itemCountOf(job)) } }, OPEN_FIELDS)
          .sort({ open: 1 })
          .limit(limit)
          .lean<BatchItemDocument[]>()
          .exec(),
      );
      return page.map(toOpenItem);
    },
    readBatchLoad: (nowMs) =>
      run('batches.load', async () => {
        const open = { $subtract: ['$requestsCount', '$visibleCount'] };
        const ifLed = (value: unknown) => ({ $cond: [{ $gt: ['$leaseEndsAtMs', nowMs] }, value, 0] });
        const loads = await batches
          .aggregate<Load>([
            { $match: { unfinishedSinceMs: { $exists: true } } },
            {
              $group: {
                _id: { accountId: '$accountId', operation: '$operation' },
                jobs: { $sum: 1 },
                openItems: { $sum: open },
                ledJobs: { $sum: ifLed(1) },
                ledItems: { $sum: ifLed(open) },
              },
            },
          ])
          .exec();
        return loads.map(({ _id, ...sums }) => ({ ..._id, ...sums }));
      }),
  } satisfies Partial<BatchEngine>;
};
