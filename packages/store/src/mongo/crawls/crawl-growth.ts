/**
 * Grow     1 job, on its revision: an intent with its number and how many items.                               (commits)
 *          2 period: the job's hold, if its growth has a lower number -> more credits, this number; entry to the outbox.
 *            Refused: 1 again without the intent, under a number of its own, so that a late 2 of it is never taken for another's.
 *          3 journal: the entry.  4 items: insert.  5 job, on its revision: their count and credits, no intent.
 *          Died after 1: the next leader goes on from 2; its items have the same places. Items beyond the job's count are not open yet.
 * Close    job, on its revision, as a publish that makes nothing visible; its settlement pulls the hold with all it has.
 */
import { affordable } from '../../crawls/crawl-rules.js';
import type { CrawlEngine, NewItem } from '../../engine-port.js';
import type { CrawlGrowth, GrowthObstacle } from '../../port.js';
import { present } from '../../present.js';
import { StoreError } from '../../store-error.js';
import { itemCountOf, keysAfter, toBatchJob } from '../batches/batch-documents.js';
import type { BatchDocument, GrowthDocument } from '../batches/batch-documents.js';
import type { ChangeJob } from '../batches/batch-publish.js';
import { createJobReads } from '../batches/batch-reads.js';
import { toItem } from '../batches/batch-submit.js';
import { periodId } from '../documents.js';
import type { HoldDocument, JournalDocument, PeriodNumbers } from '../documents.js';
import type { Journal } from '../ledger/journal.js';
import { hasKeyDay, keyDayOf, moveKeyDay, type KeyDays } from '../ledger/key-days.js';
import { MAX_TURNS, NUMBERS_ONLY } from '../ledger/period-roll.js';
import type { PeriodRoll } from '../ledger/period-roll.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';

type GrowInput = Parameters<CrawlEngine['growCrawl']>[2];

interface Parts {
  readonly journal: Journal;
  readonly roll: PeriodRoll;
  readonly keyDays: KeyDays;
  readonly change: ChangeJob;
}

interface Room {
  readonly count: number;
  readonly obstacle?: GrowthObstacle;
}

/** The growth of a job's hold in its period, once per number. */
const createHoldGrowth = (engine: MongoEngine, journal: Journal) => {
  const { periods } = engine.models;

  const isGrown = async (
    { _id: requestId, holdToken: token, ...job }: BatchDocument,
    growth: number,
  ): Promise<boolean> => {
    const found = await engine.run('periods.findHold', () =>
      periods
        .findOne({ _id: periodId(job.accountId, job.periodIndex) }, { holds: { $elemMatch: { requestId, token } } })
        .readConcern('majority')
        .lean<{ holds?: HoldDocument[] }>()
        .exec(),
    );
    return (found?.holds?.[0]?.grown ?? 0) >= growth;
  };

  /** False: the credits, the key's day or the period does not allow it any more. */
  return async (
    job: BatchDocument,
    { number, credits }: GrowthDocument,
    creditsPerDay: number | null,
    nowMs: number,
  ): Promise<boolean> => {
    const { _id: requestId, accountId, periodIndex, holdToken: token } = job;
    const id = periodId(accountId, periodIndex);
    const keyDay = creditsPerDay === null ? undefined : keyDayOf(job);
    const day = moveKeyDay(keyDay, credits);
    const shared = { accountId, periodIndex, requestId, atMs: nowMs, order: engine.nextOrder() };
    const entry: JournalDocument = { _id: `hold:${requestId}:${number}`, ...shared, kind: 'hold', credits };
    const entries = credits > 0 ? [entry] : [];
    const filter = {
      ...{ _id: id, openOf: accountId, endMs: { $gt: nowMs }, available: { $gte: credits } },
      holds: { $elemMatch: { requestId, token, grown: { $not: { $gte: number } } } },
      ...(keyDay && creditsPerDay !== null ? hasKeyDay(keyDay, creditsPerDay - credits) : {}),
    };
    const change = {
      $inc: { available: -credits, held: credits, 'holds.$[own].credits': credits, ...day.increments },
      $set: { 'holds.$[own].grown': number },
      ...(entries.length > 0 ? { $push: { outbox: { $each: entries } } } : {}),
    };
    const arrayFilters = [{ 'own.requestId': requestId, 'own.token': token }, ...(day.options.arrayFilters ?? [])];
    const grown = await engine.run('periods.growHold', () =>
      periods
        .findOneAndUpdate(filter, change, { returnDocument: 'after', projection: NUMBERS_ONLY, arrayFilters })
        .lean<PeriodNumbers>()
        .exec(),
    );
    if (grown === null) return isGrown(job, number);
    await journal.write(id, entries);
    return true;
  };
};

/** How many items may be added now, and why no more. */
const createRoom =
  ({ roll, keyDays }: Pick<Parts, 'roll' | 'keyDays'>) =>
  async (job: BatchDocument, { items, maxCredits, creditsPerDay }: GrowInput, nowMs: number): Promise<Room> => {
    const each = job.itemCredits ?? 0;
    if (job.stopRequestedAtMs !== undefined) return { count: 0, obstacle: 'stopped' };
    const period = await roll.current(job.accountId, nowMs);
    if (period?.index !== job.periodIndex) return { count: 0, obstacle: 'creditPeriod' };
    const bounds: [GrowthObstacle, number][] = [['credits', affordable(period.available, each)]];
    if (maxCredits !== null) {
      bounds.push(['maxCredits', affordable(maxCredits - job.heldCredits - job.chargedCredits, each)]);
    }
    const day = keyDayOf(job);
    if (creditsPerDay !== null && day !== undefined) {
      const used = (await keyDays.used(period._id, day)) ?? 0;
      bounds.push(['keyCreditsPerDay', affordable(creditsPerDay - used, each)]);
    }
    const [obstacle, most] = bounds.reduce((least, bound) => (bound[1] < least[1] ? bound : least));
    return most < items.length ? { count: most, obstacle } : { count: items.length };
  };

const checkNext = (job: BatchDocument, items: readonly NewItem[]): void => {
  const first = itemCountOf(job);
  const wrong = items.find(
    ({ index, holdCredits }, place) => index !== first + place || holdCredits !== job.itemCredits,
  );
  if (wrong === undefined) return;
  throw new StoreError(
    'invalid_input',
    `Item ${wrong.index} is not the next one of crawl ${job._id}, or its hold differs.`,
  );
};

export const createCrawlGrowth = (engine: MongoEngine, { journal, ...parts }: Parts) => {
  const { batches, batchItems } = engine.models;
  const { findLed } = createJobReads(engine);
  const growHold = createHoldGrowth(engine, journal);
  const roomOf = createRoom(parts);

  /** Null: the job has changed since it was read. */
  const move = (name: string, { _id, revision }: BatchDocument, step: object): Promise<BatchDocument | null> =>
    engine.run(name, () =>
      batches.findOneAndUpdate({ _id, revision }, step, { returnDocument: 'after' }).lean<BatchDocument>().exec(),
    );

  const intend = (job: BatchDocument, count: number): Promise<BatchDocument | null> => {
    const number = (job.growths ?? 0) + 1;
    const growing = { number, count, credits: count * (job.itemCredits ?? 0) };
    return move('batches.intendGrowth', job, { $set: { growing, growths: number, revision: job.revision + 1 } });
  };

  const insertItems = async (job: BatchDocument, items: readonly NewItem[]): Promise<void> => {
    const rows = items.map((item) => toItem(job, item));
    try {
      await engine.run('batchItems.insert', () => batchItems.insertMany(rows, { ordered: false, lean: true }));
    } catch (error) {
      // Items that an earlier leader added stay as they are.
      if (!isDuplicateKey(error)) throw error;
    }
  };

  /** Null: another process moved the job. */
  const carryOut = async (
    job: BatchDocument,
    growing: GrowthDocument,
    { items, creditsPerDay }: GrowInput,
    nowMs: number,
  ): Promise<CrawlGrowth | null> => {
    const next = job.revision + 1;
    if (!(await growHold(job, growing, creditsPerDay, nowMs))) {
      await move('batches.dropGrowth', job, { $unset: { growing: 1 }, $set: { revision: next } });
      return null;
    }
    const own = items.slice(0, growing.count);
    if (own.length < growing.count) {
      throw new StoreError('invalid_input', `Crawl ${job._id} needs its next ${growing.count} items to go on.`);
    }
    await insertItems(job, own);
    const grown = await move('batches.grow', job, {
      $inc: { requestsCount: growing.count, heldCredits: growing.credits },
      $set: { revision: next },
      $unset: { growing: 1 },
    });
    return grown && { job: toBatchJob(grown), added: growing.count };
  };

  const growCrawl: CrawlEngine['growCrawl'] = async (jobId, owner, input, nowMs) => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const job = await findLed(jobId, owner, nowMs);
      if (job?.crawl === undefined) return null;
      checkNext(job, input.items);
      if (job.growing !== undefined) {
        const grown = await carryOut(job, job.growing, input, nowMs);
        if (grown) return grown;
        continue;
      }
      const { count, obstacle } = await roomOf(job, input, nowMs);
      const told = obstacle === undefined ? {} : { obstacle };
      if (count === 0) return { job: toBatchJob(job), added: 0, ...told };
      const intended = await intend(job, count);
      if (!intended?.growing) continue;
      const grown = await carryOut(intended, intended.growing, input, nowMs);
      if (grown) return { ...grown, ...told };
    }
    throw new StoreError('busy', `Crawl ${jobId} could not grow: too many others move it.`);
  };

  return growCrawl;
};

export const createCrawlClose = (engine: MongoEngine, change: ChangeJob): CrawlEngine['closeCrawl'] => {
  const { batchItems } = engine.models;
  const { findLed } = createJobReads(engine);

  const isUnread = async (jobId: string): Promise<boolean> =>
    (await engine.run('batchItems.isFound', () => batchItems.exists({ foundKey: keysAfter(jobId, -1) }).exec())) !==
    null;

  return async (jobId, owner, limitsHit, nowMs) => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const job = await findLed(jobId, owner, nowMs);
      if (job?.crawl === undefined) return null;
      const isStopped = job.stopRequestedAtMs !== undefined;
      const isOpen = job.visibleCount < itemCountOf(job) || (job.growing !== undefined && !isStopped);
      if (isOpen || (!isStopped && (await isUnread(jobId)))) return toBatchJob(job);
      const after = present({
        ...job,
        state: isStopped ? ('stopped' as const) : ('done' as const),
        requestsCount: itemCountOf(job),
        heldCredits: 0,
        limitsHit: [...new Set([...(job.limitsHit ?? []), ...limitsHit])],
        finishedAtMs: nowMs,
      });
      const closed = await change(job, after, { owner, nowMs });
      if (closed) return toBatchJob(closed);
    }
    throw new StoreError('busy', `Crawl ${jobId} could not be closed: too many others move it.`);
  };
};

export const createContentClaim = (engine: MongoEngine): CrawlEngine['claimContent'] => {
  const { batchItems, crawlContents } = engine.models;

  const stateOf = (itemId: string) =>
    engine.run('batchItems.state', () =>
      batchItems.findById(itemId, { state: 1, jobId: 1 }).lean<{ state: string; jobId: string }>().exec(),
    );
  const read = (id: string) =>
    engine.run('crawlContents.find', () => crawlContents.findById(id).lean<{ itemId: string }>().exec());

  return async (itemId, contentKey) => {
    const own = await stateOf(itemId);
    if (!own) return null;
    const _id = `${own.jobId}:${contentKey}`;
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      try {
        const row = { _id, jobId: own.jobId, itemId };
        await engine.run('crawlContents.insert', () => crawlContents.insertMany([row], { lean: true }));
        return itemId;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const holder = await read(_id);
      if (holder === null) continue;
      if (holder.itemId === itemId) return itemId;
      const state = (await stateOf(holder.itemId))?.state;
      if (state === 'open' || state === 'ok') return holder.itemId;
      const step = { $set: { itemId } };
      const taken = await engine.run('crawlContents.take', () =>
        crawlContents.updateOne({ _id, itemId: holder.itemId }, step).exec(),
      );
      if (taken.modifiedCount === 1) return itemId;
    }
    throw new StoreError('busy', `The content of item ${itemId} is claimed by too many others.`);
  };
};
