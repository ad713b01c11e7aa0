import { dueEvents, eventData, MAX_LISTED_FAILURES } from '../../batches/batch-events.js';
import type { DueEvent, FailedItems } from '../../batches/batch-events.js';
import { isTargetError } from '../../batches/batch-rules.js';
import type { BatchEngine } from '../../engine-port.js';
import { present } from '../../present.js';
import { StoreError } from '../../store-error.js';
import { isLedBy, itemKey, toBatchJob } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument, EventDocument } from './batch-documents.js';
import type { EndedItem, Numbering } from './batch-numbering.js';
import { createJobReads } from './batch-reads.js';
import { heldPartOf } from './batch-settlement.js';
import type { BatchSettlement } from './batch-settlement.js';
import type { MongoEngine } from '../mongo-engine.js';
import { MAX_TURNS } from '../ledger/period-roll.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const startOf = (job: BatchDocument, items: readonly EndedItem[]): number | undefined => {
  const started = items.flatMap(({ handedOverAtMs }) => (handedOverAtMs === undefined ? [] : [handedOverAtMs]));
  return job.startedAtMs ?? (started.length > 0 ? Math.min(...started) : undefined);
};

const stateOf = ({ state, stopRequestedAtMs }: BatchDocument, isLast: boolean, hasStarted: boolean) => {
  if (isLast) return stopRequestedAtMs === undefined ? 'done' : 'stopped';
  return hasStarted ? 'in_progress' : state;
};

/** The job once these items are visible. */
const withVisible = (job: BatchDocument, items: readonly EndedItem[], nowMs: number): BatchDocument => {
  const visibleCount = job.visibleCount + items.length;
  const succeeded = items.filter(({ state }) => state === 'ok').length;
  const isLast = visibleCount === job.requestsCount;
  // A leader that died after it handed items over, and before it changed the job, left the job pending.
  const startedAtMs = startOf(job, items);
  return present({
    ...job,
    state: stateOf(job, isLast, startedAtMs !== undefined),
    visibleCount,
    succeededCount: job.succeededCount + succeeded,
    failedCount: job.failedCount + items.length - succeeded,
    targetErrorCount: (job.targetErrorCount ?? 0) + items.filter(isTargetError).length,
    heldCredits: job.heldCredits - sum(items.map(({ heldCredits }) => heldCredits)),
    chargedCredits: job.chargedCredits + sum(items.map(({ chargedCredits }) => chargedCredits)),
    startedAtMs,
    finishedAtMs: isLast ? nowMs : job.finishedAtMs,
  });
};

/** Changes a job's own fields and writes the events that this makes due. */
export const createJobChange = (engine: MongoEngine, settlement: BatchSettlement) => {
  const { batches, batchItems } = engine.models;

  const findFailed = async (jobId: string, { after, upTo }: { after: number; upTo: number }): Promise<FailedItems> => {
    const failed = {
      place: { $gt: itemKey(jobId, after), $lte: itemKey(jobId, upTo) },
      state: { $ne: 'ok' as const },
    };
    const fields = { index: 1, verdict: 1, error: 1, message: 1 } as const;
    const [count, first] = await Promise.all([
      engine.run('batchItems.countFailed', () => batchItems.countDocuments(failed).exec()),
      engine.run('batchItems.failed', () =>
        batchItems
          .find(failed, fields)
          .sort({ place: 1 })
          .limit(MAX_LISTED_FAILURES)
          .lean<Pick<BatchItemDocument, '_id' | 'index' | 'verdict' | 'error' | 'message'>[]>()
          .exec(),
      ),
    ]);
    const items = first.map(({ _id: id, index, verdict, error, message }) =>
      present({ id, index, verdict, error, message }),
    );
    return { count, items };
  };

  const tell = async (due: DueEvent, after: BatchDocument, nowMs: number): Promise<EventDocument[]> => {
    const failed = due.failedSeqs && (await findFailed(after._id, due.failedSeqs));
    const data = eventData(due, toBatchJob(after), failed);
    return data === null ? [] : [{ _id: due.id, event: due.event, data: JSON.stringify(data), atMs: nowMs }];
  };

  /** Null: the owner does not lead the job, or the job has changed meanwhile. */
  const change = async (
    before: BatchDocument,
    after: BatchDocument,
    { owner, nowMs }: { owner: string; nowMs: number },
  ): Promise<BatchDocument | null> => {
    const due = dueEvents(toBatchJob(before), toBatchJob(after));
    const events = (await Promise.all(due.map((event) => tell(event, after, nowMs)))).flat();
    const { _id, revision } = before;
    const { state, visibleCount, succeededCount, failedCount, heldCredits, chargedCredits } = after;
    const { targetErrorCount, startedAtMs, finishedAtMs, requestsCount, limitsHit } = after;
    const isFinished = finishedAtMs !== undefined;
    const filter = { _id, revision, ...isLedBy(owner, nowMs) };
    const values = {
      ...{ state, visibleCount, succeededCount, failedCount, heldCredits, chargedCredits, startedAtMs, finishedAtMs },
      ...{ targetErrorCount, requestsCount, limitsHit },
      leaseEndsAtMs: isFinished ? 0 : undefined,
      unsettledSinceMs: nowMs,
      revision: revision + 1,
    };
    const step = present({
      $set: present(values),
      $unset: isFinished ? { unfinishedSinceMs: 1 as const, leaseOwner: 1 as const } : undefined,
      $push: events.length > 0 ? { events: { $each: events } } : undefined,
    });
    const changed = await engine.run('batches.change', () =>
      batches.findOneAndUpdate(filter, step, { returnDocument: 'after' }).lean<BatchDocument>().exec(),
    );
    if (!changed) return null;
    // A settled job's hold is known; otherwise it is looked up.
    await settlement.settle(changed, nowMs, before.unsettledSinceMs === undefined ? heldPartOf(before) : undefined);
    return changed;
  };

  return change;
};

export type ChangeJob = ReturnType<typeof createJobChange>;

interface Parts {
  readonly change: ChangeJob;
  readonly numbering: Numbering;
  readonly settlement: BatchSettlement;
}

/** Makes ended items visible; see the steps in `batch-settlement.ts`. */
export const createPublish = (
  engine: MongoEngine,
  { change, numbering, settlement }: Parts,
): BatchEngine['publishItems'] => {
  const { findLed } = createJobReads(engine);
  return async (jobId, owner, limit, nowMs) => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const job = await findLed(jobId, owner, nowMs);
      if (!job) return null;
      const { items, hasMore } = await numbering(job, limit);
      if (items.length === 0) {
        if (job.unsettledSinceMs !== undefined) await settlement.settle(job, nowMs);
        return { job: toBatchJob(job), published: 0, hasMore };
      }
      const published = await change(job, withVisible(job, items, nowMs), { owner, nowMs });
      if (published) return { job: toBatchJob(published), published: items.length, hasMore };
    }
    throw new StoreError('busy', `The items of ${jobId} could not be published: too many others move the job.`);
  };
};
