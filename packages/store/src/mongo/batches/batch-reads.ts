import type { BatchEngine } from '../../engine-port.js';
import type { BatchJob } from '../../port.js';
import { isLedBy, itemKey, toBatchJob, toPackedItem } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import { olderThan } from '../documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import { statusOf } from '../request-walks.js';

/** The job as others may see it. */
export const toVisibleJob = (job: BatchDocument | null): BatchJob | null =>
  job && job.state !== 'abandoned' ? toBatchJob(job) : null;

export const createJobReads = ({ models: { batches }, run }: MongoEngine) => ({
  find: (jobId: string): Promise<BatchDocument | null> =>
    run('batches.find', () => batches.findById(jobId).lean<BatchDocument>().exec()),
  /** Null when the owner does not lead the job. */
  findLed: (jobId: string, owner: string, nowMs: number): Promise<BatchDocument | null> =>
    run('batches.findLed', () =>
      batches
        .findOne({ _id: jobId, ...isLedBy(owner, nowMs) })
        .lean<BatchDocument>()
        .exec(),
    ),
});

/** What was sent is not read. */
const SUMMARY = { params: 0, query: 0, sealedHeaders: 0, metadata: 0 } as const;

/** Jobs and results as callers read them. */
export const createBatchReads = (engine: MongoEngine) => {
  const { batches, batchItems } = engine.models;
  const { find } = createJobReads(engine);
  return {
    getBatch: async (jobId) => toVisibleJob(await find(jobId)),
    listBatches: async (accountId, page) => {
      const found = await engine.run('batches.page', () =>
        batches
          .find({ accountId, state: { $nin: ['accepting', 'abandoned'] }, ...olderThan(page) })
          .sort({ createdAtMs: -1, _id: -1 })
          .limit(page.limit)
          .lean<BatchDocument[]>()
          .exec(),
      );
      return found.map(toBatchJob);
    },
    walkItems: async (jobId, { afterIndex, lastIndex }, { host, ...filter }, limit) => {
      // The host that was asked, else the one that was sent.
      const isHost = host === undefined ? {} : { $or: [{ host }, { host: { $exists: false }, site: host }] };
      const items = await engine.run('batchItems.walk', () =>
        batchItems
          .find({ jobId, index: { $gt: afterIndex, $lte: lastIndex }, ...statusOf(filter), ...isHost }, SUMMARY)
          .sort({ index: 1 })
          .limit(limit)
          .lean<BatchItemDocument[]>()
          .exec(),
      );
      return items.map(toPackedItem);
    },
    readBatchResults: async (jobId, { afterSeq, limit, onlyFailed = false }) => {
      const job = await find(jobId);
      const after = Math.max(0, afterSeq);
      if (!job || job.visibleCount <= after) return [];
      const last = onlyFailed ? job.visibleCount : Math.min(job.visibleCount, after + limit);
      const place = { $gt: itemKey(jobId, after), $lte: itemKey(jobId, last) };
      const items = await engine.run('batchItems.results', () =>
        batchItems
          .find({ place, ...(onlyFailed ? { state: { $ne: 'ok' as const } } : {}) })
          .sort({ place: 1 })
          .limit(limit)
          .lean<BatchItemDocument[]>()
          .exec(),
      );
      return items.map(toPackedItem);
    },
  } satisfies Partial<BatchEngine>;
};
