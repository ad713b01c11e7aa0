import { periodsFromJournal } from '../../period-rule.js';
import type { JournalTotal } from '../../period-rule.js';
import type { LedgerEntry, Period } from '../../port.js';
import { toAccount, toLedgerEntry } from '../documents.js';
import type { JournalDocument, PeriodNumbers } from '../documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';
import type { PeriodCleanup } from './period-cleanup.js';

/** The append-only journal. Every entry has an id that follows from what it tells of, so writing it twice is writing it once. */
export const createJournal = (engine: MongoEngine, cleanup: PeriodCleanup) => {
  const { journal, periods, accounts } = engine.models;

  const find = (id: string): Promise<JournalDocument | null> =>
    engine.run('journal.find', () => journal.findById(id).lean<JournalDocument>().exec());

  /** Writes what is not there yet. False: some of it was. */
  const append = async (entries: readonly JournalDocument[]): Promise<boolean> => {
    try {
      await engine.run('journal.append', () => journal.insertMany([...entries], { ordered: false, lean: true }));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  /** Writes what lies in the outboxes of these periods, and empties them. */
  const flush = async (periodIds: readonly string[], entries: readonly JournalDocument[]): Promise<void> => {
    if (entries.length === 0) return;
    await append(entries);
    const written = { $pull: { outbox: { _id: { $in: entries.map(({ _id }) => _id) } } } };
    await engine.run('periods.emptyOutbox', () => periods.updateMany({ _id: { $in: periodIds } }, written).exec());
  };

  /** Writes what lies in the outbox of this period, and leaves it to the cleanup to empty it. */
  const write = async (periodId: string, entries: readonly JournalDocument[]): Promise<void> => {
    if (entries.length === 0) return;
    await append(entries);
    cleanup.addEntries(
      periodId,
      entries.map(({ _id }) => _id),
    );
  };

  const read = async (accountId: string, limit: number, afterId?: string): Promise<LedgerEntry[]> => {
    const after = afterId === undefined ? undefined : await find(afterId);
    if (after === null || (after && after.accountId !== accountId)) return [];
    const from = after
      ? { $or: [{ order: { $gt: after.order } }, { order: after.order, _id: { $gt: after._id } }] }
      : {};
    const page = await engine.run('journal.page', () =>
      journal
        .find({ accountId, ...from })
        .sort({ order: 1, _id: 1 })
        .limit(limit)
        .lean<JournalDocument[]>()
        .exec(),
    );
    return page.map(toLedgerEntry);
  };

  const rebuild = async (accountId: string): Promise<Period[]> => {
    const account = await engine.run('accounts.find', () => accounts.findById(accountId).lean().exec());
    if (!account) return [];
    const group = { _id: { periodIndex: '$periodIndex', kind: '$kind' }, credits: { $sum: '$credits' } };
    const totals = await engine.run('journal.totals', () =>
      journal
        .aggregate<{
          _id: Omit<JournalTotal, 'credits'>;
          credits: number;
        }>([{ $match: { accountId } }, { $group: group }])
        .exec(),
    );
    return periodsFromJournal(
      toAccount(account),
      totals.map(({ _id, credits }) => ({ ..._id, credits })),
    );
  };

  return { find, append, flush, write, read, rebuild };
};

export type Journal = ReturnType<typeof createJournal>;

/** The entries that open and expire a period as a whole, by their ids. */
export const openEntry = (period: PeriodNumbers, credits: number, atMs: number, order: number): JournalDocument => ({
  _id: `open:${period._id}`,
  accountId: period.accountId,
  periodIndex: period.index,
  kind: 'grant',
  credits,
  atMs,
  order,
});

export const expireEntry = (period: PeriodNumbers, credits: number, atMs: number, order: number): JournalDocument => ({
  _id: `expire:${period._id}`,
  accountId: period.accountId,
  periodIndex: period.index,
  kind: 'expire',
  credits,
  atMs,
  order,
});
