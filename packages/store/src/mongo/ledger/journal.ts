import { periodsFromJournal } from '../../period-rule.js';
import type { JournalTotal } from '../../period-rule.js';
import type { LedgerEntry, LedgerEntryKind, Period } from '../../port.js';
import { toLedgerEntry } from '../documents.js';
import type { JournalDocument, PeriodNumbers } from '../documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';
import type { PeriodCleanup } from './period-cleanup.js';

/** The append-only journal. Every entry has an id derived from what it records, so writing it twice has no effect. */
export const createJournal = (engine: MongoEngine, cleanup: PeriodCleanup) => {
  const { journal, periods } = engine.models;

  const find = (id: string): Promise<JournalDocument | null> =>
    engine.run('journal.find', () => journal.findById(id).lean<JournalDocument>().exec());

  /** Writes the missing entries. False: some existed already. */
  const append = async (entries: readonly JournalDocument[]): Promise<boolean> => {
    try {
      await engine.run('journal.append', () => journal.insertMany([...entries], { ordered: false, lean: true }));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  /** Writes these entries of the periods' outboxes and removes them there. */
  const flush = async (periodIds: readonly string[], entries: readonly JournalDocument[]): Promise<void> => {
    if (entries.length === 0) return;
    await append(entries);
    const written = { $pull: { outbox: { _id: { $in: entries.map(({ _id }) => _id) } } } };
    await engine.run('periods.emptyOutbox', () => periods.updateMany({ _id: { $in: periodIds } }, written).exec());
  };

  /** Writes these entries of the period's outbox; the cleanup removes them there. */
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
    const written = await engine.run('periods.bounds', () =>
      periods
        .find({ accountId }, { index: 1, startMs: 1, endMs: 1 })
        .lean<Pick<PeriodNumbers, 'index' | 'startMs' | 'endMs'>[]>()
        .exec(),
    );
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
      accountId,
      totals.map(({ _id, credits }) => ({ ..._id, credits })),
      written,
    );
  };

  return { find, append, flush, write, read, rebuild };
};

export type Journal = ReturnType<typeof createJournal>;

/** A part of a hold that ends, and where it goes. */
export interface EndedPart extends Pick<JournalDocument, 'accountId' | 'periodIndex' | 'atMs'> {
  readonly requestId: string;
  /** Names the entries, so that each is written once. */
  readonly name: string;
  readonly charged: number;
  readonly released: number;
  /** Whether what is released expires with its period. */
  readonly isExpired: boolean;
}

export const endEntries = ({ nextOrder }: MongoEngine, part: EndedPart): JournalDocument[] => {
  const { name, charged, released, isExpired, ...entry } = part;
  const movements: [LedgerEntryKind, number][] = [
    ['settle', charged],
    ['release', released],
    ['expire', isExpired ? released : 0],
  ];
  return movements
    .filter(([, credits]) => credits > 0)
    .map(([kind, credits]) => ({ _id: `${kind}:${name}`, ...entry, kind, credits, order: nextOrder() }));
};

/** The entry that opens a period as a whole, or expires its rest. */
export const periodEntry = (
  { nextOrder }: MongoEngine,
  step: 'open' | 'expire',
  { _id, accountId, index: periodIndex }: PeriodNumbers,
  credits: number,
  atMs: number,
): JournalDocument => {
  const kind = step === 'open' ? 'grant' : step;
  return { _id: `${step}:${_id}`, accountId, periodIndex, kind, credits, atMs, order: nextOrder() };
};
