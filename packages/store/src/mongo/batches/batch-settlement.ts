/**
 * How batches move without transactions.
 *
 * The hold of a job is in its period like that of a request (see the period book). Beside its credits it has the number
 * of `visible` items that are settled and what they were `charged`. The job records what is still to be done:
 * `unsettledSinceMs`, and its due `events`. So a process may die between any two commands.
 *
 * Admit    as a request; its intent becomes the job, `accepting`.
 * Activate 1 all items exist, and their holds add up to the job's.  2 job: accepting -> pending.            (commits)
 * Abandon  1 job: accepting -> abandoned, nothing held, `unsettledSinceMs`.                                   (commits)
 *          2 settle; items: delete. The job stays, hidden, until the purge: items that arrive late have an owner.
 * HandOver 1 items, each by its key while it waits: handed over, attempt 1.                            (commits each)
 *          2 job, the first time: pending -> in_progress, with its event. Died after 1: the publish makes up for it.
 * End      item, by its key at its attempt: open -> ended, due.                                             (commits)
 * Publish  1 items: number those that are due; see `createNumbering`.
 *          2 job: on the revision that was read and the owner's lease, count the items that follow the visible ones,
 *            record their events, finish with the last; `unsettledSinceMs`.                                  (commits)
 *          3 settle. Died after 1: the next one finds them numbered. After 2: whoever finds `unsettledSinceMs` settles.
 * Settle   1 period: the hold, if unchanged since it was read -> the job's figures; the difference moves to `charged`
 *            and to `available` (period open) or `expired` (closed), entries to the outbox. An ended job's hold is pulled.
 *          2 journal: insert the entries; deliveries: insert the events; both under ids of their own.
 *          3 job, on its revision: no events, no `unsettledSinceMs`.
 */
import { deliveriesOf, receiverHost } from '../../batches/batch-events.js';
import { StoreError } from '../../store-error.js';
import type { BatchDocument, EventDocument } from './batch-documents.js';
import { periodId } from '../documents.js';
import type { HoldDocument, JournalDocument, PeriodNumbers } from '../documents.js';
import { mapConcurrent } from '../map-concurrent.js';
import { STALE_AFTER_MS } from '../ledger/intent-steps.js';
import { endEntries } from '../ledger/journal.js';
import type { Journal } from '../ledger/journal.js';
import { keyDayOf, moveKeyDay, type KeyDays } from '../ledger/key-days.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';
import { MAX_TURNS, NUMBERS_ONLY } from '../ledger/period-roll.js';
import type { PeriodRoll } from '../ledger/period-roll.js';

const isEnded = (job: BatchDocument): boolean => job.finishedAtMs !== undefined;

/** The part of a job's hold that is left, and the visible items it accounts for. */
export type HoldPart = Required<Pick<HoldDocument, 'credits' | 'visible' | 'charged'>>;

/**
 * Credits of the hold that come to their end. The hold of a crawl may have grown already when its job has not, so that it is moved by
 * what its visible items held; an ended job leaves nothing.
 */
const endedPart = (job: BatchDocument, from: HoldPart): number => {
  if (isEnded(job)) return from.credits;
  const { itemCredits, visibleCount, heldCredits } = job;
  return itemCredits === undefined ? from.credits - heldCredits : (visibleCount - from.visible) * itemCredits;
};

/** Names the movements of a job; the end of a crawl makes no further item visible. */
const partName = (job: BatchDocument, from: HoldPart): string =>
  from.visible === job.visibleCount && job.itemCredits !== undefined
    ? `${job._id}:end`
    : `${job._id}:${job.visibleCount}`;

/** The hold of a job that is settled. */
export const heldPartOf = ({ visibleCount, heldCredits, chargedCredits }: BatchDocument): HoldPart => ({
  visible: visibleCount,
  credits: heldCredits,
  charged: chargedCredits,
});

interface Parts {
  readonly journal: Journal;
  readonly roll: PeriodRoll;
  readonly keyDays: KeyDays;
}

type Where = { openOf: string; endMs: { $gt: number } } | { openOf: { $exists: false } };

/** Settles the hold of a job up to its visible items. */
const createHoldSteps = (engine: MongoEngine, { roll, keyDays }: Pick<Parts, 'roll' | 'keyDays'>) => {
  const { periods } = engine.models;

  /** Reads with the majority's state, like `isHeld` of the period book. Null: the hold has ended. */
  const read = async (job: BatchDocument): Promise<HoldPart | null> => {
    const { _id: requestId, holdToken: token } = job;
    const found = await engine.run('periods.findHold', () =>
      periods
        .findOne({ _id: periodId(job.accountId, job.periodIndex) }, { holds: { $elemMatch: { requestId, token } } })
        .readConcern('majority')
        // The hold of a job has all of its parts from its admission on.
        .lean<{ holds?: HoldPart[] }>()
        .exec(),
    );
    return found?.holds?.[0] ?? null;
  };

  const tryMove = async (
    job: BatchDocument,
    from: HoldPart,
    where: Where,
    isExpired: boolean,
  ): Promise<JournalDocument[] | null> => {
    const { _id: requestId, holdToken: token } = job;
    const to = heldPartOf(job);
    const [held, charged] = [endedPart(job, from), to.charged - from.charged];
    const { accountId, periodIndex, unsettledSinceMs: atMs = 0 } = job;
    const part = { accountId, periodIndex, requestId, name: partName(job, from), atMs };
    const entries = endEntries(engine, { ...part, charged, released: held - charged, isExpired });
    const left = isEnded(job)
      ? { $pull: { holds: { requestId, token }, intents: { holdToken: token } } }
      : {
          $set: {
            'holds.$[own].credits': from.credits - held,
            'holds.$[own].visible': to.visible,
            'holds.$[own].charged': to.charged,
          },
        };
    const day = moveKeyDay(isExpired ? undefined : keyDayOf(job), charged - held);
    const change = {
      $inc: { held: -held, charged, [isExpired ? 'expired' : 'available']: held - charged, ...day.increments },
      ...left,
      ...(entries.length === 0 ? {} : { $push: { outbox: { $each: entries } } }),
    };
    const filter = {
      _id: periodId(job.accountId, job.periodIndex),
      ...where,
      holds: { $elemMatch: { requestId, token, visible: from.visible, credits: from.credits } },
    };
    const own = isEnded(job) ? [] : [{ 'own.requestId': requestId, 'own.token': token }];
    const arrayFilters = [...own, ...(day.options.arrayFilters ?? [])];
    const moved = await engine.run('periods.moveHold', () =>
      periods
        .findOneAndUpdate(filter, change, { returnDocument: 'after', projection: NUMBERS_ONLY, arrayFilters })
        .lean<PeriodNumbers>()
        .exec(),
    );
    if (moved && isExpired) await keyDays.giveBack(accountId, keyDayOf(job), held - charged);
    return moved ? entries : null;
  };

  /** Returns the period's entries that are to be written. */
  const follow = async (job: BatchDocument, known: HoldPart | undefined, nowMs: number): Promise<JournalDocument[]> => {
    const { accountId } = job;
    let from: HoldPart | null = known ?? (await read(job));
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      if (!from || from.visible > job.visibleCount) return [];
      if (from.visible === job.visibleCount && !isEnded(job)) return [];
      const back = await tryMove(job, from, { openOf: accountId, endMs: { $gt: nowMs } }, false);
      const moved = back ?? (await tryMove(job, from, { openOf: { $exists: false } }, true));
      if (moved) return moved;
      await roll.current(accountId, nowMs);
      from = await read(job);
    }
    throw new StoreError('busy', `The hold of ${job._id} did not come to rest.`);
  };

  return follow;
};

/** What follows a step of a job: the hold, the journal, the events. May be repeated by anyone. */
export const createBatchSettlement = (engine: MongoEngine, { journal, roll, keyDays }: Parts) => {
  const { batches, batchItems, deliveries } = engine.models;
  const follow = createHoldSteps(engine, { roll, keyDays });

  /** An event of a job that was read too long ago may have been delivered and purged meanwhile. */
  const isStillDue = async ({ _id, revision, unsettledSinceMs = 0 }: BatchDocument): Promise<boolean> => {
    if (Math.abs(engine.clock() - unsettledSinceMs) <= STALE_AFTER_MS) return true;
    const found = await engine.run('batches.isUnsettled', () =>
      batches.exists({ _id, revision, unsettledSinceMs: { $exists: true } }).exec(),
    );
    return found !== null;
  };

  const insertDeliveries = async (
    { _id, accountId, webhook }: BatchDocument,
    events: EventDocument[],
  ): Promise<void> => {
    if (!webhook) return;
    const { url, format } = webhook;
    const host = receiverHost(url);
    const shared = { accountId, jobId: _id, url, host, ...(format && { format }) };
    const made = events.flatMap(({ _id: id, event, data, atMs }) =>
      deliveriesOf({ id, event, data }).map((delivery) => ({
        ...shared,
        _id: delivery.id,
        event,
        data: delivery.data,
        ...{ state: 'pending' as const, attempts: 0, nextAttemptAtMs: atMs, dueAtMs: atMs, createdAtMs: atMs },
      })),
    );
    try {
      await engine.run('deliveries.insert', () => deliveries.insertMany(made, { ordered: false, lean: true }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  };

  const deliver = async (job: BatchDocument): Promise<void> => {
    if (job.events.length > 0 && (await isStillDue(job))) await insertDeliveries(job, job.events);
  };

  const deleteItems = ({ _id: jobId }: BatchDocument): Promise<unknown> =>
    engine.run('batchItems.abandon', () => batchItems.deleteMany({ jobId }).exec());

  const markSettled = ({ _id, revision }: BatchDocument): Promise<unknown> =>
    engine.run('batches.settled', () =>
      batches.updateOne({ _id, revision }, { $set: { events: [] }, $unset: { unsettledSinceMs: 1 } }).exec(),
    );

  /** Completes what a job's steps have left to do, which may be done already. `from`: the state of its hold, if known. */
  const settle = async (job: BatchDocument, nowMs: number, from?: HoldPart): Promise<void> => {
    const entries = await follow(job, from, nowMs);
    const finishUp = async (): Promise<void> => {
      if (job.state === 'abandoned') await deleteItems(job);
      await deliver(job);
      await markSettled(job);
    };
    await Promise.all([journal.write(periodId(job.accountId, job.periodIndex), entries), finishUp()]);
  };

  /** Completes the settlements of jobs whose process may have died. */
  const repair = async (limit: number, nowMs: number): Promise<void> => {
    const found = await engine.run('batches.unsettled', () =>
      batches
        .find({ unsettledSinceMs: { $exists: true } })
        .limit(limit)
        .lean<BatchDocument[]>()
        .exec(),
    );
    await mapConcurrent(found, (job) => settle(job, nowMs));
  };

  return { settle, repair };
};

export type BatchSettlement = ReturnType<typeof createBatchSettlement>;
