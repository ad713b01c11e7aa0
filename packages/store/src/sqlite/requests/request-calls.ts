import type { Database } from 'better-sqlite3';
import { deadlineEnd } from '../../requests/deadline-end.js';
import type { FinishedRequest, NewRequest, SyncCalls } from '../../engine-port.js';
import { checkWithinHold } from '../../input-rules.js';
import { requestDelivery } from '../../requests/request-events.js';
import { toSummary } from '../../requests/request-summary.js';
import { createDeliveryInsert } from '../delivery-insert.js';
import type { PeriodBook } from '../period-book.js';
import { LATEST_MS, orNull, toPackedRequest, toPurge } from '../records.js';
import type { RequestRecord } from '../records.js';
import { admitWithHold, type AdmitSteps, type KeyColumns } from './admit-with-hold.js';
import { bindEnd, END_VALUES, type EndValues } from './end-values.js';
import { createParamsInsert, PARAMS, WHOLE } from './request-columns.js';
import { createRequestWalks } from './request-walks.js';

export const createRequestReads = (db: Database) => {
  const byId = db.prepare<[string], RequestRecord>(`SELECT ${WHOLE} FROM requests WHERE id = ?`);
  const page = db.prepare<[string, number, string, number], RequestRecord>(
    `SELECT ${WHOLE} FROM requests WHERE account_id = ? AND (created_at_ms, id) < (?, ?)
     ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
  );
  const open = db.prepare<[string, number, number], { id: string; deadlineAtMs: number }>(
    `SELECT id, deadline_at_ms AS deadlineAtMs FROM requests
     WHERE account_id = ? AND state = 'open' AND deadline_at_ms > ? ORDER BY deadline_at_ms, id LIMIT ?`,
  );
  const answer = db.prepare<[string, string, number], RequestRecord>(
    `SELECT ${WHOLE} FROM requests
     WHERE account_id = ? AND answer_key = ? AND state = 'ok' AND charged_credits > 0 AND ended_at_ms >= ?
     ORDER BY ended_at_ms DESC LIMIT 1`,
  );
  const unattended = db.prepare<[number, string, number, number, number], RequestRecord>(
    `SELECT ${WHOLE} FROM requests
     WHERE state = 'open' AND is_async = 1 AND (created_at_ms, id) > (?, ?) AND created_at_ms <= ? AND deadline_at_ms > ?
     ORDER BY created_at_ms, id LIMIT ?`,
  );
  return {
    findAnswer: (accountId, answerKey, sinceMs) => orNull(answer.get(accountId, answerKey, sinceMs), toPackedRequest),
    listAsync: ({ minAgeMs, limit, after = { createdAtMs: 0, id: '' } }, nowMs) =>
      unattended.all(after.createdAtMs, after.id, nowMs - minAgeMs, nowMs, limit).map(toPackedRequest),
    listOpen: (accountId, limit, nowMs) => open.all(accountId, nowMs, limit),
    getRequest: (requestId) => orNull(byId.get(requestId), toPackedRequest),
    listRequests: (accountId, { limit, beforeMs = LATEST_MS, beforeId = '' }) =>
      page.all(accountId, beforeMs, beforeId, limit).map(toPackedRequest),
    ...createRequestWalks(db),
  } satisfies Partial<SyncCalls>;
};

type NewRow = Omit<NewRequest, 'isAsync' | 'key'> &
  KeyColumns & { readonly isAsync: 1 | null; readonly periodIndex: number; readonly nowMs: number };

const createAdmit = (db: Database, book: PeriodBook): SyncCalls['admit'] => {
  // The journal outlives a purged row, so it is checked as well.
  const taken = db.prepare<{ id: string; entryId: string }>(
    'SELECT 1 FROM requests WHERE id = @id UNION ALL SELECT 1 FROM ledger WHERE id = @entryId',
  );
  const insertWithParams = createParamsInsert(db);
  // An account has as many open rows as it has concurrency.
  const open = db.prepare<[string, number, string], { count: number }>(
    `SELECT count(*) AS count FROM requests INDEXED BY requests_open_by_account
     WHERE account_id = ? AND state = 'open' AND deadline_at_ms > ? AND key_id = ?`,
  );
  const insert = db.prepare<NewRow>(
    `INSERT INTO requests (id, account_id, operation, params, sealed_headers, answer_key, is_async, webhook_url,
       contract_version, state, held_credits, period_index, created_at_ms, deadline_at_ms, host, key_id, key_day_ms)
     VALUES (@id, @accountId, @operation, @params, @sealedHeaders, @answerKey, @isAsync, @webhookUrl,
       @contractVersion, 'open', @holdCredits, @periodIndex, @nowMs, @deadlineAtMs, @host, @keyId, @keyDayMs)`,
  );

  const steps: AdmitSteps<NewRequest> = {
    isTaken: (ids) => taken.get(ids) !== undefined,
    countOpen: (accountId, keyId, nowMs) => open.get(accountId, nowMs, keyId)?.count ?? 0,
    insert: (row) =>
      insertWithParams(row, ({ isAsync, key: _key, ...values }) =>
        insert.run({ ...values, isAsync: isAsync === null ? null : 1 }),
      ),
  };
  return (input, nowMs) => admitWithHold(book, steps, input, nowMs);
};

const createFinish = (db: Database, book: PeriodBook): SyncCalls['finish'] => {
  const byId = db.prepare<[string], RequestRecord>(`SELECT ${WHOLE} FROM requests WHERE id = ?`);
  // Parameters may be large: they are read once, with the row as it has ended.
  const held = db.prepare<[string], Pick<RequestRecord, 'account_id' | 'state' | 'attempt' | 'held_credits'>>(
    'SELECT account_id, state, attempt, held_credits FROM requests WHERE id = ?',
  );
  const end = db.prepare<EndValues & { readonly id: string; readonly attempt: number }, RequestRecord>(
    `UPDATE requests SET ${END_VALUES}, host = coalesce(@host, host), sealed_headers = NULL
     WHERE id = @id AND state = 'open' AND attempt = @attempt RETURNING ${WHOLE}`,
  );

  const insertDelivery = createDeliveryInsert(db);

  return (requestId, how, attempt, nowMs) => {
    const found = held.get(requestId);
    if (!found) return null;
    const account = book.currentAccount(found.account_id, nowMs);
    if (!account) throw new Error(`Request ${requestId} has no account.`);
    const result = (isWinner: boolean, row: RequestRecord): FinishedRequest => ({
      isWinner,
      row: toPackedRequest(row),
      availableCredits: book.period(account.id, account.period_index)?.available ?? 0,
    });
    const lost = () => orNull(byId.get(requestId), (row) => result(false, row));
    if (found.state !== 'open' || (attempt !== undefined && attempt !== found.attempt)) return lost();
    checkWithinHold(how, found.held_credits);
    const ended = end.get({ ...bindEnd(how, nowMs), id: requestId, attempt: found.attempt });
    if (!ended) return lost();
    book.endHold(ended, { held: ended.held_credits, charged: ended.charged_credits, name: requestId }, nowMs);
    const due = requestDelivery(toPackedRequest(ended));
    if (due) insertDelivery({ ...due, accountId: ended.account_id, jobId: requestId }, nowMs);
    return result(true, ended);
  };
};

export const createRequestWrites = (db: Database, book: PeriodBook) => {
  const begin = db.prepare<[number, string, number, number], RequestRecord>(
    `UPDATE requests SET started_at_ms = COALESCE(started_at_ms, ?)
     WHERE id = ? AND state = 'open' AND attempt = ? AND deadline_at_ms > ? RETURNING ${WHOLE}`,
  );
  const nextAttempt = db.prepare<[string, number], { attempt: number }>(
    `UPDATE requests SET attempt = attempt + 1 WHERE id = ? AND state = 'open' AND attempt = ? RETURNING attempt`,
  );
  // Parameters may be large: of those of a row only what its end depends on is read.
  const overdue = db.prepare<[number, number], { id: string; timeout: unknown }>(
    `SELECT id, iif(json_valid(${PARAMS}), json_extract(${PARAMS}, '$.timeout'), NULL) AS timeout FROM requests
     WHERE state = 'open' AND deadline_at_ms < ? ORDER BY deadline_at_ms, id LIMIT ?`,
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
    begin: (requestId, attempt, nowMs) => orNull(begin.get(nowMs, requestId, attempt, nowMs), toPackedRequest),
    nextAttempt: (requestId, attempt) => nextAttempt.get(requestId, attempt)?.attempt ?? null,
    forgetStored: (requestId) => void forgetStored.run(requestId),
    sweepExpired: (graceMs, limit, nowMs) =>
      overdue.all(nowMs - graceMs, limit).flatMap(({ id, ...params }) => {
        const end = finish(id, deadlineEnd(params), undefined, nowMs);
        return end?.isWinner ? [toSummary(end.row)] : [];
      }),
    purge: (retentionMs, limit, nowMs) => toPurge(purge.all(nowMs - retentionMs, limit), limit),
  } satisfies Partial<SyncCalls>;
};
