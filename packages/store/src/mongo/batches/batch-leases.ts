import type { BatchJob, BatchLoad, BatchStore, OpenBatchItem } from '../../port.js';
import { isLedBy, isLive, keysAfter, LIVE_STATES, toBatchJob, toOpenItem } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import { inLanes } from '../in-lanes.js';
import type { MongoEngine } from '../mongo-engine.js';

const OPEN_FIELDS = { index: 1, site: 1, attempt: 1, handedOverAtMs: 1, deadlineAtMs: 1 } as const;

type LoadKey = 'accountId' | 'operation';
type Load = Omit<BatchLoad, LoadKey> & { readonly _id: Pick<BatchLoad, LoadKey> };

/** Who leads which job, and what there is to do. */
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
    lease: async (
      { owner, leaseMs, limit, exceptAccounts = [] }: Parameters<BatchStore['lease']>[0],
      nowMs: number,
    ): Promise<BatchJob[]> => {
      const isFree = {
        unfinishedSinceMs: { $exists: true },
        leaseEndsAtMs: { $lte: nowMs },
        ...(exceptAccounts.length === 0 ? {} : { accountId: { $nin: [...exceptAccounts] } }),
      };
      const free = await run('batches.unled', () =>
        batches
          .find(isFree, { _id: 1 })
          .sort({ unfinishedSinceMs: 1, _id: 1 })
          .limit(limit)
          .lean<{ _id: string }[]>()
          .exec(),
      );
      return (await inLanes(free, ({ _id }) => take(_id, owner, leaseMs, nowMs))).flat();
    },
    renewLease: async (jobId: string, owner: string, leaseMs: number, nowMs: number): Promise<BatchJob | null> => {
      const lease = { $max: { leaseEndsAtMs: nowMs + leaseMs } };
      const renewed = await run('batches.renewLease', () =>
        batches
          .findOneAndUpdate({ _id: jobId, ...isLedBy(owner, nowMs) }, lease, { returnDocument: 'after' })
          .lean<BatchDocument>()
          .exec(),
      );
      return renewed && toBatchJob(renewed);
    },
    releaseLease: async (jobId: string, owner: string): Promise<void> => {
      const released = { $set: { leaseEndsAtMs: 0 }, $unset: { leaseOwner: 1 as const } };
      await run('batches.releaseLease', () => batches.updateOne({ _id: jobId, leaseOwner: owner }, released).exec());
    },
    openItems: async (jobId: string, afterIndex: number, limit: number): Promise<OpenBatchItem[]> => {
      const job = await run('batches.find', () => batches.findById(jobId).lean<BatchDocument>().exec());
      if (!job || !isLive(job)) return [];
      const page = await run('batchItems.open', () =>
        batchItems
          .find({ open: keysAfter(jobId, afterIndex) }, OPEN_FIELDS)
          .sort({ open: 1 })
          .limit(limit)
          .lean<BatchItemDocument[]>()
          .exec(),
      );
      return page.map(toOpenItem);
    },
    load: (nowMs: number): Promise<BatchLoad[]> =>
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
  };
};
