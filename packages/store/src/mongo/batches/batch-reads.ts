import type { BatchItem, BatchJob } from '../../port.js';
import { isLedBy, itemKey, toBatchItem, toBatchJob } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import type { MongoEngine } from '../mongo-engine.js';

interface JobPage {
  readonly limit: number;
  readonly beforeMs?: number;
  readonly beforeId?: string;
}

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

/** What callers read of jobs. */
export const createBatchReads = ({ models: { batches, batchItems }, run }: MongoEngine) => ({
  list: async (accountId: string, { limit, beforeMs, beforeId = '' }: JobPage): Promise<BatchJob[]> => {
    // The empty id sorts before all others: without one, everything of that millisecond is left out.
    const older =
      beforeMs === undefined
        ? {}
        : { $or: [{ createdAtMs: { $lt: beforeMs } }, { createdAtMs: beforeMs, _id: { $lt: beforeId } }] };
    const page = await run('batches.page', () =>
      batches
        .find({ accountId, state: { $nin: ['accepting', 'abandoned'] }, ...older })
        .sort({ createdAtMs: -1, _id: -1 })
        .limit(limit)
        .lean<BatchDocument[]>()
        .exec(),
    );
    return page.map(toBatchJob);
  },
  results: async (
    jobId: string,
    page: { afterSeq: number; limit: number; onlyFailed?: boolean },
  ): Promise<BatchItem[]> => {
    const { afterSeq, limit, onlyFailed = false } = page;
    const job = await run('batches.find', () => batches.findById(jobId).lean<BatchDocument>().exec());
    const after = Math.max(0, afterSeq);
    if (!job || job.visibleCount <= after) return [];
    const last = onlyFailed ? job.visibleCount : Math.min(job.visibleCount, after + limit);
    const place = { $gt: itemKey(jobId, after), $lte: itemKey(jobId, last) };
    const items = await run('batchItems.results', () =>
      batchItems
        .find({ place, ...(onlyFailed ? { state: { $ne: 'ok' as const } } : {}) })
        .sort({ place: 1 })
        .limit(limit)
        .lean<BatchItemDocument[]>()
        .exec(),
    );
    return items.map(toBatchItem);
  },
});
