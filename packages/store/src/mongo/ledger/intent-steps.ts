import { toNewBatch } from '../batches/batch-documents.js';
import type { IntentDocument, JournalDocument, PeriodDocument, PeriodNumbers } from '../documents.js';
import type { Journal } from './journal.js';
import { keyDayOf } from './key-days.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';
import type { PeriodBook } from './period-book.js';
import type { PeriodCleanup } from './period-cleanup.js';

/** An admission that takes longer than this, milliseconds, checks whether its row has ended and been purged meanwhile. Far below any retention. */
export const STALE_AFTER_MS = 1_000;

type PeriodOfIntent = Pick<PeriodNumbers, '_id' | 'index'>;

const holdEntry = (intent: IntentDocument, period: PeriodOfIntent): JournalDocument => ({
  _id: `hold:${intent._id}`,
  accountId: intent.accountId,
  periodIndex: period.index,
  kind: 'hold',
  credits: intent.heldCredits,
  requestId: intent._id,
  atMs: intent.createdAtMs,
  order: intent.holdOrder,
  token: intent.holdToken,
});

/** Of a hold that is not in the journal. */
const expireEntry = (
  { accountId, heldCredits: credits, holdToken }: IntentDocument,
  { index: periodIndex }: PeriodOfIntent,
  time: Pick<JournalDocument, 'atMs' | 'order'>,
): JournalDocument => ({ _id: `expire:hold:${holdToken}`, accountId, periodIndex, kind: 'expire', credits, ...time });

/** What an intent becomes: the open row of a request, or the accepting job of a batch. */
const createIntentRows = ({ models: { requests, batches }, run }: MongoEngine, book: PeriodBook) => {
  const insert = (intent: IntentDocument, { index }: PeriodOfIntent): Promise<unknown> => {
    const { batch, ...row } = intent;
    return batch === undefined
      ? run('requests.insert', () => requests.insertMany([{ ...row, periodIndex: index }], { lean: true }))
      : run('batches.insert', () => batches.insertMany([toNewBatch(intent, batch, index)], { lean: true }));
  };

  /**
   * The row of an intent that was read too long ago may have ended and been purged meanwhile, and then have been
   * inserted again. An open row or an accepting job always has a hold: one without is such a row.
   */
  const undoIfStale = async ({ _id, holdToken, batch }: IntentDocument, period: PeriodOfIntent): Promise<void> => {
    if (await book.isHeld({ periodId: period._id, requestId: _id, token: holdToken })) return;
    if (batch !== undefined) {
      await run('batches.undo', () => batches.deleteOne({ _id, holdToken, state: 'accepting' }).exec());
      return;
    }
    await run('requests.undo', () => requests.deleteOne({ _id, holdToken, state: 'open' }).exec());
  };

  return { insert, undoIfStale };
};

/** The steps of an admission after its hold, see the period book. Each may be repeated by anyone who finds the intent. */
export const createIntentSteps = (
  engine: MongoEngine,
  { journal, book, cleanup }: { journal: Journal; book: PeriodBook; cleanup: PeriodCleanup },
) => {
  const { periods } = engine.models;
  const { insert, undoIfStale } = createIntentRows(engine, book);

  /** True: the id belongs to this hold. False: it was used before. */
  const claimId = async (intent: IntentDocument, period: PeriodOfIntent): Promise<boolean> => {
    const entry = holdEntry(intent, period);
    if (await journal.append([entry])) return true;
    return (await journal.find(entry._id))?.token === intent.holdToken;
  };

  /** Returns a hold that is not in the journal. */
  const giveBack = async (intent: IntentDocument, period: PeriodOfIntent, nowMs: number): Promise<void> => {
    const { accountId, heldCredits: credits, holdToken: token } = intent;
    const expired = (): JournalDocument => expireEntry(intent, period, { atMs: nowMs, order: engine.nextOrder() });
    const end = {
      periodId: period._id,
      accountId,
      requestId: intent._id,
      token,
      held: credits,
      charged: 0,
      keyDay: keyDayOf(intent),
      entries: (isExpired: boolean) => (isExpired && credits > 0 ? [expired()] : []),
    };
    const { entries } = await book.endHold(end, nowMs);
    await book.write(period._id, entries);
  };

  /** Makes an intent a row, or a job. False: its id was used before, and the hold is returned. */
  const complete = async (intent: IntentDocument, period: PeriodOfIntent, nowMs: number): Promise<boolean> => {
    if (!(await claimId(intent, period))) {
      await giveBack(intent, period, nowMs);
      return false;
    }
    try {
      await insert(intent, period);
    } catch (error) {
      // The id belongs to this hold alone, and so does the row: another process completed this step.
      if (!isDuplicateKey(error)) throw error;
    }
    if (Math.abs(engine.clock() - nowMs) > STALE_AFTER_MS) await undoIfStale(intent, period);
    cleanup.addIntent(
      period._id,
      intent.holdToken,
      Buffer.byteLength(intent.params) + (intent.sealedHeaders?.length ?? 0),
    );
    return true;
  };

  const completeFound = async (id: string, where: Record<string, unknown>, nowMs: number): Promise<boolean> => {
    const found = await engine.run('periods.findIntent', () =>
      periods
        .findOne({ ...where, 'intents._id': id }, { index: 1, intents: { $elemMatch: { _id: id } } })
        .lean<Pick<PeriodDocument, '_id' | 'index' | 'intents'>>()
        .exec(),
    );
    const intent = found?.intents[0];
    return found && intent ? complete(intent, found, nowMs) : false;
  };

  /** Completes the intent of this id in the account's current period. False: there is none, or its id was used before. */
  const completeOf = (id: string, accountId: string, nowMs: number): Promise<boolean> =>
    completeFound(id, { openOf: accountId }, nowMs);

  /**
   * The same when only the id is known. Callers that find no row try this first: a call that died may have taken its
   * hold, and nobody would look after the row that a later sweep makes of it.
   */
  const completeLeft = (id: string, nowMs: number): Promise<boolean> =>
    completeFound(id, { 'intents.createdAtMs': { $exists: true } }, nowMs);

  /** Completes admissions whose process may have died. */
  const repair = async (limit: number, nowMs: number): Promise<void> => {
    const found = await engine.run('periods.withIntents', () =>
      periods
        .find({ 'intents.createdAtMs': { $exists: true } })
        .limit(limit)
        .lean<PeriodDocument[]>()
        .exec(),
    );
    for (const period of found) {
      for (const intent of period.intents.slice(0, limit)) await complete(intent, period, nowMs);
    }
  };

  return { complete, completeOf, completeLeft, repair };
};

export type IntentSteps = ReturnType<typeof createIntentSteps>;
