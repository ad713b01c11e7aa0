/**
 * How credits move without transactions.
 *
 * One document per account and period has its numbers, so that no reader ever sees a period that does not add up.
 * It also lists what is held (`holds`), admitted requests that are not rows yet (`intents`), movements that are not in
 * the journal yet (`outbox`), and the grants it took (`grantIds`). Each movement is one update of that document, whose
 * filter says what must be true and which also records what is still to be done; everything after it may be repeated by
 * anyone: the call itself, the next call that finds it, or a sweep. So a process may die between any two commands.
 *
 * Admit   1 period: `available` suffices, period open, id not held -> move to `held`, push hold and intent.  (commits)
 *         2 journal: insert `hold:<id>` with the hold's token. Taken by another token: the id is used, even if its row is
 *           purged; the hold is returned without a trace in the journal.
 *         3 row: insert the intent as the open row. Long after 1: check whether the hold still exists.
 *         4 period, later and for many: pull the intent.
 *         Died after 1, 2 or 3: whoever finds the intent continues at 2.
 * Finish  1 row: open -> ended, with the credits charged and `unsettledSinceMs`.                             (commits)
 *         2 period: hold with the row's token exists -> pull it, move to `charged` and to `available` (period open) or
 *           `expired` (closed), push the journal's entries to the outbox.
 *         3 journal: insert them; row: unset `unsettledSinceMs`.
 *         4 period, later and for many: pull them from the outbox.
 *         Died after 1: whoever finds `unsettledSinceMs` continues at 2, which ends each hold once.
 * Grant   1 journal: does `grant:<account>:<grant>` exist?  2 that period: open and not granted -> add, push to the outbox.
 *         A period is closed and its outbox written before the next one opens: so a grant is seen in one or the other.
 * Roll    see `createPeriodRoll`.
 *
 * A row exists only after its hold, and a hold ends only after its row has ended: an open row always has one. A process
 * that stalls before step 3 until the row was ended and purged inserts it again; it finds that this open row has no hold,
 * and deletes it. If it dies there, the row's deadline has already passed: nobody begins it, and a sweep ends it free of
 * charge.
 *
 * Reads see the primary's state: writes that follow from them come later, so they are lost with what was read. Only that
 * a hold has ended is read from the majority's state, as no write to its period follows.
 */
import type { JournalDocument, PeriodNumbers } from '../documents.js';
import type { Journal } from './journal.js';
import { moveKeyDay, type KeyDay, type KeyDays } from './key-days.js';
import type { MongoEngine } from '../mongo-engine.js';
import { MAX_TURNS, NUMBERS_ONLY } from './period-roll.js';
import type { PeriodRoll } from './period-roll.js';
import { StoreError } from '../../store-error.js';

interface HoldName {
  readonly periodId: string;
  readonly requestId: string;
  readonly token: string;
}

/** How an ended hold is shared out: what is not charged is released, or expires with its period. */
export interface HoldEnd extends HoldName {
  readonly accountId: string;
  readonly held: number;
  readonly charged: number;
  /** In which what is not charged is free again. */
  readonly keyDay: KeyDay | undefined;
  /** The journal's entries, in order; `isExpired`: the rest expires. */
  readonly entries: (isExpired: boolean) => JournalDocument[];
}

interface Parts {
  readonly journal: Journal;
  readonly roll: PeriodRoll;
  readonly keyDays: KeyDays;
}

export const createPeriodBook = (engine: MongoEngine, { journal, roll: periodRoll, keyDays }: Parts) => {
  const { periods } = engine.models;

  const update = (
    end: HoldEnd,
    where: { openOf: string; endMs: { $gt: number } } | { openOf: { $exists: false } },
    isExpired: boolean,
  ): { entries: JournalDocument[]; period: Promise<PeriodNumbers | null> } => {
    const { requestId, token, held, charged } = end;
    const day = moveKeyDay(isExpired ? undefined : end.keyDay, charged - held);
    const entries = end.entries(isExpired);
    const filter = { _id: end.periodId, ...where, holds: { $elemMatch: { requestId, token } } };
    const change = {
      $inc: { held: -held, charged, [isExpired ? 'expired' : 'available']: held - charged, ...day.increments },
      $pull: { holds: { requestId, token }, intents: { holdToken: token } },
      ...(entries.length === 0 ? {} : { $push: { outbox: { $each: entries } } }),
    };
    const period = engine.run('periods.endHold', () =>
      periods
        .findOneAndUpdate(filter, change, { returnDocument: 'after', projection: NUMBERS_ONLY, ...day.options })
        .lean<PeriodNumbers>()
        .exec(),
    );
    return { entries, period };
  };

  /** Reads the majority's state: a hold whose end could still be lost with its server counts as held. */
  const isHeld = async ({ periodId, requestId, token }: HoldName): Promise<boolean> =>
    (await engine.run('periods.isHeld', () =>
      periods
        .exists({ _id: periodId, holds: { $elemMatch: { requestId, token } } })
        .readConcern('majority')
        .exec(),
    )) !== null;

  /**
   * Ends a hold that may have been ended already. Returns the period's entries that are to be written and, when it is
   * the current one, its numbers.
   */
  const endHold = async (
    end: HoldEnd,
    nowMs: number,
  ): Promise<{ entries: JournalDocument[]; current: PeriodNumbers | undefined }> => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const back = update(end, { openOf: end.accountId, endMs: { $gt: nowMs } }, false);
      const current = await back.period;
      if (current) return { entries: back.entries, current };
      const late = update(end, { openOf: { $exists: false } }, true);
      if (await late.period) {
        await keyDays.giveBack(end.accountId, end.keyDay, end.held - end.charged);
        return { entries: late.entries, current: undefined };
      }
      if (!(await isHeld(end))) return { entries: [], current: undefined };
      await periodRoll.current(end.accountId, nowMs);
    }
    throw new StoreError('busy', `The hold of ${end.requestId} did not come to rest.`);
  };

  return { endHold, isHeld, write: journal.write };
};

export type PeriodBook = ReturnType<typeof createPeriodBook>;
