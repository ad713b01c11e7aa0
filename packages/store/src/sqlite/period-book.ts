import type { Database } from 'better-sqlite3';
import { periodAfter, periodIndexAt, type LastPeriod } from '../period-rule.js';
import type { LedgerEntry, LedgerEntryKind } from '../port.js';
import { createKeyDays } from './requests/key-days.js';
import type { AccountRecord, PeriodRecord } from './records.js';

/** What holds credits: a request, or a job. */
interface Holder {
  readonly id: string;
  readonly account_id: string;
  readonly period_index: number;
  readonly key_id: string | null;
  /** The day of its key in which it counts. */
  readonly key_day_ms: number | null;
}

/** A hold that ends, or a part of one. */
export interface HoldEnd {
  readonly held: number;
  readonly charged: number;
  /** Names its movements in the journal, so that each is written once. */
  readonly name: string;
}

const statements = (db: Database) => ({
  account: db.prepare<[string], AccountRecord>('SELECT * FROM accounts WHERE id = ?'),
  period: db.prepare<[string, number], PeriodRecord>('SELECT * FROM periods WHERE account_id = ? AND period_index = ?'),
  entry: db.prepare<[string, string, number, LedgerEntryKind, number, string | null, number]>(
    'INSERT INTO ledger (id, account_id, period_index, kind, credits, request_id, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  open: db.prepare<[string, number, number, number, number, number]>(
    `INSERT INTO periods (account_id, period_index, start_ms, end_ms, granted, charged, held, expired, available)
     VALUES (?, ?, ?, ?, ?, 0, 0, 0, ?)`,
  ),
  expireRest: db.prepare<[string, number]>(
    'UPDATE periods SET expired = expired + available, available = 0 WHERE account_id = ? AND period_index = ?',
  ),
  moveOn: db.prepare<[number, number, string, number]>(
    'UPDATE accounts SET period_index = ?, period_end_ms = ? WHERE id = ? AND period_index = ?',
  ),
  hold: db.prepare<[number, number, string, number, number], { available: number }>(
    `UPDATE periods SET held = held + ?, available = available - ?
     WHERE account_id = ? AND period_index = ? AND available >= ? RETURNING available`,
  ),
  endHold: db.prepare<Record<string, string | number>>(
    `UPDATE periods SET held = held - @held, charged = charged + @charged,
       available = available + @toAvailable, expired = expired + @toExpired
     WHERE account_id = @accountId AND period_index = @periodIndex`,
  ),
});

/** The accounts' periods and the journal. Everything that changes a balance goes through here, inside a write transaction. */
export const createPeriodBook = (db: Database) => {
  const sql = statements(db);
  const keyDays = createKeyDays(db);

  const append = (entry: LedgerEntry): void => {
    const { id, accountId, periodIndex, kind, credits, requestId, atMs } = entry;
    sql.entry.run(id, accountId, periodIndex, kind, credits, requestId ?? null, atMs);
  };

  /** Opens the one after the last; returns its end. */
  const openPeriod = (account: AccountRecord, last: LastPeriod, credits: number, nowMs: number): number => {
    const index = last.index + 1;
    const { startMs, endMs } = periodAfter(last.endMs, account.period_days);
    sql.open.run(account.id, index, startMs, endMs, credits, credits);
    const id = `open:${account.id}:${index}`;
    append({ id, accountId: account.id, periodIndex: index, kind: 'grant', credits, atMs: nowMs });
    return endMs;
  };

  const closePeriod = (accountId: string, index: number, nowMs: number): void => {
    const rest = sql.period.get(accountId, index)?.available ?? 0;
    if (rest === 0) return;
    sql.expireRest.run(accountId, index);
    const id = `expire:${accountId}:${index}`;
    append({ id, accountId, periodIndex: index, kind: 'expire', credits: rest, atMs: nowMs });
  };

  /** Rolls the account to the period the clock is in. Missed periods are opened and expired one by one. */
  const roll = (account: AccountRecord, nowMs: number): AccountRecord => {
    if (nowMs < account.period_end_ms) return account;
    let endMs = account.period_end_ms;
    const target = periodIndexAt({ index: account.period_index, endMs }, account.period_days, nowMs);
    for (let index = account.period_index; index < target; index += 1) {
      closePeriod(account.id, index, nowMs);
      endMs = openPeriod(account, { index, endMs }, account.renew === 1 ? account.credits_per_period : 0, nowMs);
    }
    sql.moveOn.run(target, endMs, account.id, account.period_index);
    return { ...account, period_index: target, period_end_ms: endMs };
  };

  const currentAccount = (accountId: string, nowMs: number): AccountRecord | undefined => {
    const account = sql.account.get(accountId);
    return account && roll(account, nowMs);
  };

  return {
    append,
    keyDays,
    openPeriod,
    account: (accountId: string): AccountRecord | undefined => sql.account.get(accountId),
    period: (accountId: string, index: number): PeriodRecord | undefined => sql.period.get(accountId, index),
    /** The account in its current period, rolled over where due. */
    currentAccount,
    /** Takes credits from the period's available ones; undefined when there are not enough. */
    takeHold: (accountId: string, index: number, credits: number): { available: number } | undefined =>
      sql.hold.get(credits, credits, accountId, index, credits),
    /** Shares out a hold in its own period and writes the journal; what is released after that period's end expires. */
    endHold: (holder: Holder, { held, charged, name }: HoldEnd, nowMs: number): void => {
      const { id: requestId, account_id: accountId, period_index: periodIndex } = holder;
      const released = held - charged;
      const isCurrent = currentAccount(accountId, nowMs)?.period_index === periodIndex;
      const [toAvailable, toExpired] = isCurrent ? [released, 0] : [0, released];
      keyDays.giveBack(holder, released);
      sql.endHold.run({ accountId, periodIndex, held, charged, toAvailable, toExpired });
      const movements = { settle: charged, release: released, expire: toExpired };
      for (const kind of ['settle', 'release', 'expire'] as const) {
        const entry = { id: `${kind}:${name}`, accountId, periodIndex, kind, credits: movements[kind], requestId };
        if (entry.credits > 0) append({ ...entry, atMs: nowMs });
      }
    },
  };
};

export type PeriodBook = ReturnType<typeof createPeriodBook>;
