import type { BatchEngine, NewItem } from '../../engine-port.js';
import { present } from '../../present.js';
import { StoreError } from '../../store-error.js';
import type { Admit } from '../ledger/admission.js';
import { openKey, packJob } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import { createJobReads, toVisibleJob } from './batch-reads.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';

export const toItem = (job: BatchDocument, item: NewItem): BatchItemDocument =>
  present({
    _id: item.id,
    jobId: job._id,
    accountId: job.accountId,
    operation: job.operation,
    contractVersion: job.contractVersion,
    periodIndex: job.periodIndex,
    createdAtMs: job.createdAtMs,
    index: item.index,
    site: item.site,
    query: item.query,
    params: item.params,
    sealedHeaders: item.sealedHeaders,
    keyId: job.keyId,
    timeoutMs: item.timeoutMs,
    state: 'open' as const,
    attempt: 1,
    heldCredits: item.holdCredits,
    chargedCredits: 0,
    deadlineAtMs: job.deadlineAtMs,
    open: openKey(job._id, item.index, 0),
  });

/** A job's steps up to its first item; see `batch-settlement.ts`. */
export const createBatchSubmit = (engine: MongoEngine, admit: Admit) => {
  const { batches, batchItems } = engine.models;
  const { find } = createJobReads(engine);

  const admitBatch: BatchEngine['admitBatch'] = (input, nowMs) => {
    const { id, accountId, operation, contractVersion, holdCredits, deadlineAtMs, key = null } = input;
    const row = { id, accountId, operation, contractVersion, holdCredits, deadlineAtMs };
    const none = { sealedHeaders: null, host: null, answerKey: null, isAsync: null, webhookUrl: null };
    return admit({ ...row, ...none, key, params: 'null', batch: packJob(input) }, nowMs);
  };

  const addBatchItems: BatchEngine['addBatchItems'] = async (jobId, items) => {
    const job = await find(jobId);
    if (job?.state !== 'accepting') throw new StoreError('invalid_input', `Job ${jobId} accepts no items.`);
    const outside = items.find(({ index }) => index >= job.requestsCount);
    if (outside) throw new StoreError('invalid_input', `Job ${jobId} has no place ${outside.index}.`);
    const rows = items.map((item) => toItem(job, item));
    try {
      await engine.run('batchItems.insert', () => batchItems.insertMany(rows, { ordered: false, lean: true }));
    } catch (error) {
      // Items that exist already stay as they are.
      if (!isDuplicateKey(error)) throw error;
    }
  };

  const sumItems = async (jobId: string): Promise<{ count: number; credits: number }> => {
    const [sums] = await engine.run('batchItems.sums', () =>
      batchItems
        .aggregate<{ count: number; credits: number }>([
          { $match: { jobId } },
          { $group: { _id: null, count: { $sum: 1 }, credits: { $sum: '$heldCredits' } } },
        ])
        .exec(),
    );
    return sums ?? { count: 0, credits: 0 };
  };

  const activateBatch: BatchEngine['activateBatch'] = async (jobId) => {
    const job = await find(jobId);
    if (job?.state !== 'accepting') return toVisibleJob(job);
    const { count, credits } = await sumItems(jobId);
    if (count < job.requestsCount) return null;
    if (credits !== job.heldCredits) {
      throw new StoreError('invalid_input', `The holds of job ${jobId}'s items are not what was held for it.`);
    }
    const step = {
      $set: {
        ...{ state: 'pending' as const, unfinishedSinceMs: job.createdAtMs, revision: job.revision + 1 },
        requestsCount: job.requestsCount + (job.crawl === undefined ? 0 : 1),
      },
      $unset: { acceptingSinceMs: 1 as const },
    };
    const activated = await engine.run('batches.activate', () =>
      batches
        .findOneAndUpdate({ _id: jobId, state: 'accepting' }, step, { returnDocument: 'after' })
        .lean<BatchDocument>()
        .exec(),
    );
    return toVisibleJob(activated ?? (await find(jobId)));
  };

  return { admitBatch, addBatchItems, activateBatch };
};
