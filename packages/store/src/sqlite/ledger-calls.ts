import type { Database } from 'better-sqlite3';
import type { SyncCalls } from '../engine-port.js';
import { periodsFromJournal } from '../period-rule.js';
import type { JournalTotal, PeriodBounds } from '../period-rule.js';
import type { PeriodBook } from './period-book.js';
import { toLedgerEntry } from './records.js';
import type { LedgerRecord } from './records.js';

export const createLedgerReads = (db: Database) => {
  const after = db.prepare<[string, number, number], LedgerRecord>(
    'SELECT * FROM ledger WHERE account_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const seqOf = db.prepare<[string, string], { seq: number }>('SELECT seq FROM ledger WHERE id = ? AND account_id = ?');
  const totals = db.prepare<[string], JournalTotal>(
    `SELECT period_index AS periodIndex, kind, sum(credits) AS credits FROM ledger
     WHERE account_id = ? GROUP BY period_index, kind`,
  );
  const bounds = db.prepare<[string], PeriodBounds & { index: number }>(
    'SELECT period_index AS "index", start_ms AS startMs, end_ms AS endMs FROM periods WHERE account_id = ?',
  );
  return {
    readJournal: (accountId, limit, afterId) => {
      const start = afterId === undefined ? { seq: 0 } : seqOf.get(afterId, accountId);
      return start ? after.all(accountId, start.seq, limit).map(toLedgerEntry) : [];
    },
    rebuildPeriods: (accountId) => periodsFromJournal(accountId, totals.all(accountId), bounds.all(accountId)),
  } satisfies Partial<SyncCalls>;
};

export const createLedgerWrites = (db: Database, book: PeriodBook) => {
  const due = db.prepare<[number, number], { id: string }>(
    'SELECT id FROM accounts WHERE period_end_ms <= ? ORDER BY period_end_ms, id LIMIT ?',
  );
  return {
    rollPeriods: (limit, nowMs) => {
      const accounts = due.all(nowMs, limit);
      for (const { id } of accounts) book.currentAccount(id, nowMs);
      return accounts.length;
    },
  } satisfies Partial<SyncCalls>;
};
