import type { BatchEngine } from '../../engine-port.js';
import { LIVE_STATES } from './batch-documents.js';
import type { BatchDocument } from './batch-documents.js';
import { createJobReads, toVisibleJob } from './batch-reads.js';
import { heldPartOf } from './batch-settlement.js';
import type { BatchSettlement } from './batch-settlement.js';
import { mapConcurrent } from '../map-concurrent.js';
import type { IntentSteps } from '../ledger/intent-steps.js';
import type { MongoEngine } from '../mongo-engine.js';

/** Requested ends: of an accepting job, and of a running one. */
export const createBatchStops = (
  engine: MongoEngine,
  { settlement, intents }: { readonly settlement: BatchSettlement; readonly intents: IntentSteps },
) => {
  const { batches } = engine.models;
  const { find } = createJobReads(engine);

  const abandonBatch: BatchEngine['abandonBatch'] = async (jobId, nowMs) => {
    const known = await find(jobId);
    const job = known === null && (await intents.completeLeft(jobId, nowMs)) ? await find(jobId) : known;
    // A process may have died during this: the rest is done here.
    if (job?.state === 'abandoned' && job.unsettledSinceMs !== undefined) await settlement.settle(job, nowMs);
    if (job?.state !== 'accepting') return false;
    const step = {
      $set: {
        state: 'abandoned' as const,
        heldCredits: 0,
        finishedAtMs: nowMs,
        unsettledSinceMs: nowMs,
        revision: job.revision + 1,
      },
      $unset: { acceptingSinceMs: 1 as const },
    };
    const abandoned = await engine.run('batches.abandon', () =>
      batches
        .findOneAndUpdate({ _id: jobId, state: 'accepting' }, step, { returnDocument: 'after' })
        .lean<BatchDocument>()
        .exec(),
    );
    if (!abandoned) return false;
    await settlement.settle(abandoned, nowMs, heldPartOf(job));
    return true;
  };

  const sweepAcceptingBatches: BatchEngine['sweepAcceptingBatches'] = async (maxAgeMs, limit, nowMs) => {
    const old = await engine.run('batches.accepting', () =>
      batches
        .find({ acceptingSinceMs: { $lt: nowMs - maxAgeMs } }, { _id: 1 })
        .sort({ acceptingSinceMs: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>()
        .exec(),
    );
    const swept = await mapConcurrent(old, async ({ _id }) => ((await abandonBatch(_id, nowMs)) ? [_id] : []));
    return swept.flat();
  };

  const requestBatchStop: BatchEngine['requestBatchStop'] = async (jobId, nowMs) => {
    const isAsked = { _id: jobId, state: { $in: LIVE_STATES }, stopRequestedAtMs: { $exists: false } };
    const step = { $set: { stopRequestedAtMs: nowMs }, $inc: { revision: 1 } };
    const asked = await engine.run('batches.stop', () =>
      batches.findOneAndUpdate(isAsked, step, { returnDocument: 'after' }).lean<BatchDocument>().exec(),
    );
    return toVisibleJob(asked ?? (await find(jobId)));
  };

  return { abandonBatch, sweepAcceptingBatches, requestBatchStop };
};
