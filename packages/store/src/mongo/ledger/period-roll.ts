import { periodAfter, periodIndexAt, type LastPeriod } from '../../period-rule.js';
import { StoreError } from '../../store-error.js';
import { periodId } from '../documents.js';
import type { AccountDocument, PeriodDocument, PeriodNumbers } from '../documents.js';
import { periodEntry } from './journal.js';
import type { Journal } from './journal.js';
import { carriedKeyDays } from './key-days.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';

/** A period's numbers without its lists. */
export const NUMBERS_ONLY = { holds: 0, intents: 0, outbox: 0, grantIds: 0, keyDays: 0 } as const;
/** Missed periods that one command writes. */
export const MISSED_PERIODS_PER_WRITE = 500;
/** Turns of a loop that only another process's progress can lengthen. */
export const MAX_TURNS = 1_000;

/** An account's first period begins with it. */
const beforeFirst = ({ createdAtMs }: AccountDocument): LastPeriod => ({ index: -1, endMs: createdAtMs });

type NewPeriod = (account: AccountDocument, last: LastPeriod, nowMs: number, isOpen: boolean) => PeriodDocument;

const createNewPeriod =
  (engine: MongoEngine): NewPeriod =>
  (account, last, nowMs, isOpen) => {
    const index = last.index + 1;
    const { startMs, endMs } = periodAfter(last.endMs, account.periodDays);
    const credits = index === 0 || account.renew ? account.creditsPerPeriod : 0;
    const rest = isOpen ? { expired: 0, available: credits } : { expired: credits, available: 0 };
    const numbers: PeriodNumbers = {
      _id: periodId(account._id, index),
      accountId: account._id,
      index,
      startMs,
      endMs,
      granted: credits,
      charged: 0,
      held: 0,
      ...rest,
      ...(isOpen ? { openOf: account._id } : {}),
      rollDueMs: endMs,
    };
    const outbox = [periodEntry(engine, 'open', numbers, credits, nowMs)];
    if (!isOpen && credits > 0) outbox.push(periodEntry(engine, 'expire', numbers, credits, nowMs));
    return { ...numbers, holds: [], intents: [], outbox, grantIds: [] };
  };

/** The steps of a roll. */
const createRollSteps = (engine: MongoEngine, journal: Journal) => {
  const { periods } = engine.models;
  const newPeriod = createNewPeriod(engine);

  const findLast = (accountId: string): Promise<PeriodDocument | null> =>
    engine.run('periods.findLast', () =>
      periods.findOne({ accountId }, { holds: 0, intents: 0 }).sort({ index: -1 }).lean<PeriodDocument>().exec(),
    );

  /** False: another process has inserted one of them. They are inserted in order, so there is never a gap. */
  const insert = async (made: readonly PeriodDocument[]): Promise<boolean> => {
    try {
      await engine.run('periods.insert', () => periods.insertMany([...made], { ordered: true, lean: true }));
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    await journal.flush(
      made.map(({ _id }) => _id),
      made.flatMap(({ outbox }) => outbox),
    );
    return true;
  };

  const openNext = async (account: AccountDocument, last: PeriodDocument | null, nowMs: number): Promise<void> => {
    let before: LastPeriod = last ?? beforeFirst(account);
    const target = periodIndexAt(before, account.periodDays, nowMs);
    const missed = Math.min(target - before.index - 1, MISSED_PERIODS_PER_WRITE);
    if (missed <= 0) {
      await insert([{ ...newPeriod(account, before, nowMs, true), ...carriedKeyDays(last, nowMs) }]);
      return;
    }
    const made: PeriodDocument[] = [];
    while (made.length < missed) {
      const period = newPeriod(account, before, nowMs, false);
      made.push(period);
      before = period;
    }
    await insert(made);
  };

  const close = async (period: PeriodDocument, nowMs: number): Promise<void> => {
    if (period.openOf !== undefined) {
      await engine.run('periods.close', () =>
        periods.updateOne({ _id: period._id, openOf: period.accountId }, { $unset: { openOf: 1 } }).exec(),
      );
      return;
    }
    if (period.available > 0) {
      const entry = periodEntry(engine, 'expire', period, period.available, nowMs);
      const isStill = { _id: period._id, openOf: { $exists: false }, available: period.available };
      const moved = { $set: { available: 0 }, $inc: { expired: period.available }, $push: { outbox: entry } };
      await engine.run('periods.expireRest', () => periods.updateOne(isStill, moved).exec());
      return;
    }
    await journal.flush([period._id], period.outbox);
  };

  const forgetDue = (accountId: string, beforeIndex: number): Promise<unknown> =>
    engine.run('periods.rolled', () =>
      periods
        .updateMany(
          { accountId, index: { $lt: beforeIndex }, rollDueMs: { $exists: true } },
          { $unset: { rollDueMs: 1 } },
        )
        .exec(),
    );

  return { findLast, openNext, close, forgetDue };
};

/**
 * Moves an account from period to period. Each step looks at the account's last period and does the one thing that is
 * due next; each may be repeated, so several processes or a crash between two steps do no harm: an ended open period is
 * closed (`openOf` is removed: nothing is held in it any more, and what is released expires); the available credits of
 * a closed one become `expired`; its outbox is written; the next period is inserted, and the unique index on `openOf`
 * ensures that only one is open; `rollDueMs` of the earlier ones is removed. Until that last step the sweep finds the
 * account.
 */
export const createPeriodRoll = (engine: MongoEngine, journal: Journal) => {
  const { periods, accounts } = engine.models;
  const { findLast, openNext, close, forgetDue } = createRollSteps(engine, journal);

  const findAccount = (accountId: string): Promise<AccountDocument | null> =>
    engine.run('accounts.find', () => accounts.findById(accountId).lean<AccountDocument>().exec());

  const findOpen = (accountId: string): Promise<PeriodNumbers | null> =>
    engine.run('periods.findOpen', () =>
      periods.findOne({ openOf: accountId }, NUMBERS_ONLY).lean<PeriodNumbers>().exec(),
    );

  const roll = async (account: AccountDocument, nowMs: number): Promise<PeriodNumbers> => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const last = await findLast(account._id);
      // Before anything is written: a clock that is far ahead must not close a period.
      periodIndexAt(last ?? beforeFirst(account), account.periodDays, nowMs);
      if (last?.openOf !== undefined && nowMs < last.endMs) {
        await journal.flush([last._id], last.outbox);
        await forgetDue(account._id, last.index);
        return last;
      }
      const isClosed = last?.openOf === undefined && (last?.available ?? 0) === 0;
      if (last && !(isClosed && last.outbox.length === 0)) await close(last, nowMs);
      else await openNext(account, last, nowMs);
    }
    throw new StoreError('busy', `Account ${account._id} did not come to rest.`);
  };

  /** The account's current period, rolled over where it is due; null for an unknown account. */
  const current = async (accountId: string, nowMs: number): Promise<PeriodNumbers | null> => {
    const open = await findOpen(accountId);
    if (open && nowMs < open.endMs) return open;
    const account = await findAccount(accountId);
    return account && roll(account, nowMs);
  };

  /** Rolls the accounts whose period has ended, or whose roll was not completed. Returns how many. */
  const rollDue = async (limit: number, nowMs: number): Promise<number> => {
    const due = await engine.run('periods.due', () =>
      periods
        .find({ rollDueMs: { $lte: nowMs } }, { accountId: 1 })
        .sort({ rollDueMs: 1, _id: 1 })
        .limit(limit)
        .lean<{ accountId: string }[]>()
        .exec(),
    );
    const accountIds = [...new Set(due.map(({ accountId }) => accountId))];
    for (const accountId of accountIds) {
      const account = await findAccount(accountId);
      if (account) await roll(account, nowMs);
    }
    return accountIds.length;
  };

  return { findAccount, current, roll, rollDue };
};

export type PeriodRoll = ReturnType<typeof createPeriodRoll>;
