import type { Database } from 'better-sqlite3';
import type { AdmitResult, RequestEnd } from '../port.js';
import { StoreError } from '../store-error.js';
import { admitWithHold, type AdmitSteps } from './admit-with-hold.js';
import type { PeriodBook } from './period-book.js';
import { toPackedRequest } from './records.js';
import type { PackedRequest, RequestRecord } from './records.js';

export interface NewRequest {
  readonly id: string;
  readonly accountId: string;
  readonly operation: string;
  /** JSON text. */
  readonly params: string;
  readonly sealedHeaders: string | null;
  readonly contractVersion: number;
  readonly holdCredits: number;
  readonly deadlineAtMs: number;
}

export interface FinishResult {
  readonly isWinner: boolean;
  readonly row: PackedRequest;
  readonly availableCredits: number;
}

const EXPIRED: RequestEnd = {
  state: 'expired',
  chargedCredits: 0,
  verdict: 'deadline_exceeded',
  error: 'deadline_exceeded',
};

export const createRequestReads = (db: Database) => {
  const byId = db.prepare<[string], RequestRecord>('SELECT * FROM requests WHERE id = ?');
  const newest = db.prepare<[string, number], RequestRecord>(
    'SELECT * FROM requests WHERE account_id = ? ORDER BY created_at_ms DESC, id DESC LIMIT ?',
  );
  // The empty id sorts before all others: without one, everything of that millisecond is left out.
  const older = db.prepare<[string, number, string, number], RequestRecord>(
    `SELECT * FROM requests WHERE account_id = ? AND (created_at_ms, id) < (?, ?)
     ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
  );
  const open = db.prepare<[string, number, number], { id: string; deadlineAtMs: number }>(
    `SELECT id, deadline_at_ms AS deadlineAtMs FROM requests
     WHERE account_id = ? AND state = 'open' AND deadline_at_ms > ? ORDER BY deadline_at_ms, id LIMIT ?`,
  );
  return {
    listOpen: (accountId: string, limit: number, nowMs: number): { id: string; deadlineAtMs: number }[] =>
      open.all(accountId, nowMs, limit),
    getRequest: (requestId: string): PackedRequest | null => {
      const record = byId.get(requestId);
      return record ? toPackedRequest(record) : null;
    },
    listRequests: (
      accountId: string,
      page: { limit: number; beforeMs?: number; beforeId?: string },
    ): PackedRequest[] => {
      const { limit, beforeMs, beforeId = '' } = page;
      const records =
        beforeMs === undefined ? newest.all(accountId, limit) : older.all(accountId, beforeMs, beforeId, limit);
      return records.map(toPackedRequest);
    },
  };
};

const createAdmit = (db: Database, book: PeriodBook) => {
  // The journal outlives a purged row, so it is asked as well.
  const taken = db.prepare<{ id: string; entryId: string }>(
    'SELECT 1 FROM requests WHERE id = @id UNION ALL SELECT 1 FROM ledger WHERE id = @entryId',
  );
  const insert = db.prepare<NewRequest & { periodIndex: number; nowMs: number }>(
    `INSERT INTO requests (id, account_id, operation, params, sealed_headers, contract_version, state, held_credits,
       period_index, created_at_ms, deadline_at_ms)
     VALUES (@id, @accountId, @operation, @params, @sealedHeaders, @contractVersion, 'open', @holdCredits,
       @periodIndex, @nowMs, @deadlineAtMs)`,
  );

  const steps: AdmitSteps<NewRequest> = {
    isTaken: (ids) => taken.get(ids) !== undefined,
    insert: (row) => insert.run(row),
  };
  return (input: NewRequest, nowMs: number): AdmitResult => admitWithHold(book, steps, input, nowMs);
};

/** Shares out the hold of a request that has just ended, in its own period, and writes the journal. */
const settleHold = (book: PeriodBook, row: RequestRecord, currentIndex: number, nowMs: number): void => {
  const { id: requestId, account_id: accountId, period_index: periodIndex } = row;
  const charged = row.charged_credits;
  const released = row.held_credits - charged;
  const toAvailable = periodIndex === currentIndex ? released : 0;
  const toExpired = released - toAvailable;
  book.endHold({ accountId, periodIndex, held: row.held_credits, charged, toAvailable, toExpired });
  const entry = { accountId, periodIndex, requestId, atMs: nowMs };
  if (charged > 0) book.append({ ...entry, id: `settle:${requestId}`, kind: 'settle', credits: charged });
  if (released > 0) book.append({ ...entry, id: `release:${requestId}`, kind: 'release', credits: released });
  if (toExpired > 0) book.append({ ...entry, id: `expire:${requestId}`, kind: 'expire', credits: toExpired });
};

const createFinish = (db: Database, book: PeriodBook) => {
  const byId = db.prepare<[string], RequestRecord>('SELECT * FROM requests WHERE id = ?');
  const end = db.prepare<(string | number | null)[], RequestRecord>(
    `UPDATE requests SET state = ?, charged_credits = ?, verdict = ?, error = ?, reason = ?, message = ?,
       answer_name = ?, page_name = ?, stored_bytes = ?, ended_at_ms = ?, sealed_headers = NULL
     WHERE id = ? AND state = 'open' AND attempt = ? RETURNING *`,
  );

  return (requestId: string, how: RequestEnd, attempt: number | undefined, nowMs: number): FinishResult | null => {
    const found = byId.get(requestId);
    if (!found) return null;
    const account = book.currentAccount(found.account_id, nowMs);
    if (!account) throw new Error(`Request ${requestId} has no account.`);
    const result = (isWinner: boolean, row: RequestRecord): FinishResult => ({
      isWinner,
      row: toPackedRequest(row),
      availableCredits: book.period(account.id, account.period_index)?.available ?? 0,
    });
    if (found.state !== 'open' || (attempt !== undefined && attempt !== found.attempt)) return result(false, found);
    if (how.chargedCredits > found.held_credits) {
      throw new StoreError('invalid_input', 'chargedCredits may not exceed the credits held.');
    }
    const { state, chargedCredits, verdict, error = null, reason = null, message = null } = how;
    const { answerName = null, pageName = null, storedBytes = 0 } = how;
    const values = [state, chargedCredits, verdict, error, reason, message, answerName, pageName, storedBytes, nowMs];
    const ended = end.get(...values, requestId, found.attempt);
    if (!ended) return result(false, found);
    settleHold(book, ended, account.period_index, nowMs);
    return result(true, ended);
  };
};

export const createRequestWrites = (db: Database, book: PeriodBook) => {
  const begin = db.prepare<[number, string, number, number], RequestRecord>(
    `UPDATE requests SET started_at_ms = COALESCE(started_at_ms, ?)
     WHERE id = ? AND state = 'open' AND attempt = ? AND deadline_at_ms > ? RETURNING *`,
  );
  const nextAttempt = db.prepare<[string, number], { attempt: number }>(
    `UPDATE requests SET attempt = attempt + 1 WHERE id = ? AND state = 'open' AND attempt = ? RETURNING attempt`,
  );
  const overdue = db.prepare<[number, number], { id: string }>(
    `SELECT id FROM requests WHERE state = 'open' AND deadline_at_ms < ? ORDER BY deadline_at_ms, id LIMIT ?`,
  );
  const purge = db.prepare<[number, number], { id: string; accountId: string }>(
    `DELETE FROM requests WHERE id IN (
       SELECT id FROM requests WHERE state <> 'open' AND ended_at_ms < ? ORDER BY ended_at_ms LIMIT ?
     ) RETURNING id, account_id AS accountId`,
  );
  const forgetStored = db.prepare<[string]>('UPDATE requests SET stored_bytes = 0 WHERE id = ?');
  const finish = createFinish(db, book);

  return {
    admit: createAdmit(db, book),
    finish,
    begin: (requestId: string, attempt: number, nowMs: number): PackedRequest | null => {
      const record = begin.get(nowMs, requestId, attempt, nowMs);
      return record ? toPackedRequest(record) : null;
    },
    nextAttempt: (requestId: string, attempt: number): number | null =>
      nextAttempt.get(requestId, attempt)?.attempt ?? null,
    forgetStored: (requestId: string): void => {
      forgetStored.run(requestId);
    },
    sweepExpired: (graceMs: number, limit: number, nowMs: number): { id: string; operation: string }[] =>
      overdue.all(nowMs - graceMs, limit).flatMap(({ id }) => {
        const end = finish(id, EXPIRED, undefined, nowMs);
        return end?.isWinner ? [{ id, operation: end.row.operation }] : [];
      }),
    purge: (retentionMs: number, limit: number, nowMs: number): { id: string; accountId: string }[] =>
      purge.all(nowMs - retentionMs, limit),
  };
};
