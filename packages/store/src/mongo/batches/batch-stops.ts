import type { BatchJob } from '../../port.js';
import { LIVE_STATES } from './batch-documents.js';
import type { BatchDocument } from './batch-documents.js';
import { createJobReads, toVisibleJob } from './batch-reads.js';
import { heldPartOf } from './batch-settlement.js';
import type { BatchSettlement } from './batch-settlement.js';
import { inLanes } from '../in-lanes.js';
import type { IntentSteps } from '../ledger/intent-steps.js';
import type { MongoEngine } from '../mongo-engine.js';

/** Ends that are asked for: of a job that accepts, and of one that runs. */
export const createBatchStops = (
  engine: MongoEngine,
  {
    settlement,
    intents,
  }: { readonly settlement: BatchSettlement; readonly intents: Pick<IntentSteps, 'completeLeft'> },
) => {
  const { batches } = engine.models;
  const { find } = createJobReads(engine);

  const abandon = async (jobId: string, nowMs: number): Promise<boolean> => {
    const known = await find(jobId);
    const job = known === null && (await intents.completeLeft(jobId, nowMs)) ? await find(jobId) : known;
    // Where somebody died at it: the rest is done here.
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

  const sweepAccepting = async (maxAgeMs: number, limit: number, nowMs: number): Promise<string[]> => {
    const old = await engine.run('batches.accepting', () =>
      batches
        .find({ acceptingSinceMs: { $lt: nowMs - maxAgeMs } }, { _id: 1 })
        .sort({ acceptingSinceMs: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>()
        .exec(),
    );
    const swept = await inLanes(old, async ({ _id }) => ((await abandon(_id, nowMs)) ? [_id] : []));
    return swept.flat();
  };

  const requestStop = async (jobId: string, nowMs: number): Promise<BatchJob | null> => {
    const isAsked = { _id: jobId, state: { $in: LIVE_STATES }, stopRequestedAtMs: { $exists: false } };
    const step = { $set: { stopRequestedAtMs: nowMs }, $inc: { revision: 1 } };
    const asked = await engine.run('batches.stop', () =>
      batches.findOneAndUpdate(isAsked, step, { returnDocument: 'after' }).lean<BatchDocument>().exec(),
    );
    return toVisibleJob(asked ?? (await find(jobId)));
  };

  return { abandon, sweepAccepting, requestStop };
};
