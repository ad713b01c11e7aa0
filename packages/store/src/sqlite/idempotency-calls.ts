import type { Database } from 'better-sqlite3';
import type { SyncCalls } from '../engine-port.js';
import { isRefusal, MAX_KEPT_REFUSALS } from '../idempotency-rules.js';
import type { IdempotencyBegin, IdempotencyScope, IdempotentAnswer } from '../port.js';
import { present } from '../present.js';
import { toPurge } from './records.js';

interface KeyUseRecord {
  fingerprint: string;
  request_id: string;
  lease_ends_at_ms: number;
  status_code: number | null;
  body: string | null;
}

type ScopeValues = [accountId: string, route: string, key: string];

const SCOPE = 'account_id = ? AND route = ? AND idempotency_key = ?';
/** A record past its retention counts as absent: only `begin` and the purge touch it. */
const OWNED = `${SCOPE} AND request_id = ? AND expires_at_ms > ?`;
const AT_WORK = `${OWNED} AND status_code IS NULL`;

const statements = (db: Database) => ({
  standing: db.prepare<[...ScopeValues, number], KeyUseRecord>(
    `SELECT * FROM idempotency_keys WHERE ${SCOPE} AND expires_at_ms > ?`,
  ),
  take: db.prepare<[...ScopeValues, string, string, number, number]>(
    `REPLACE INTO idempotency_keys (account_id, route, idempotency_key, fingerprint, request_id, lease_ends_at_ms,
       expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
  renew: db.prepare<[number, ...ScopeValues, string, number]>(
    `UPDATE idempotency_keys SET lease_ends_at_ms = max(lease_ends_at_ms, ?) WHERE ${AT_WORK}`,
  ),
  takeOver: db.prepare<[string, number, ...ScopeValues, string, number, number]>(
    `UPDATE idempotency_keys SET request_id = ?, lease_ends_at_ms = ? WHERE ${AT_WORK} AND lease_ends_at_ms <= ?`,
  ),
  finish: db.prepare<[number, string | null, ...ScopeValues, string, number]>(
    `UPDATE idempotency_keys SET status_code = ?, body = ? WHERE ${AT_WORK}`,
  ),
  dropOldRefusals: db.prepare<[string, number]>(
    `DELETE FROM idempotency_keys WHERE rowid IN (
       SELECT rowid FROM idempotency_keys WHERE account_id = ? AND status_code >= 400 AND body IS NOT NULL
       ORDER BY expires_at_ms DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  ),
  forget: db.prepare<[...ScopeValues, string, number]>(`DELETE FROM idempotency_keys WHERE ${OWNED}`),
  purge: db.prepare<[number, number]>(
    `DELETE FROM idempotency_keys WHERE (account_id, route, idempotency_key) IN (
       SELECT account_id, route, idempotency_key FROM idempotency_keys WHERE expires_at_ms <= ?
       ORDER BY expires_at_ms LIMIT ?)`,
  ),
});

const scopeValues = ({ accountId, route, key }: IdempotencyScope): ScopeValues => [accountId, route, key];

const describeStanding = (record: KeyUseRecord, fingerprint: string): IdempotencyBegin => {
  if (record.fingerprint !== fingerprint) return { outcome: 'conflict' };
  const { request_id: requestId, status_code: statusCode, body } = record;
  if (statusCode === null) return { outcome: 'in_flight', requestId, leaseEndsAtMs: record.lease_ends_at_ms };
  const answer: IdempotentAnswer = present({ statusCode, body });
  return { outcome: 'finished', requestId, answer };
};

export const createIdempotencyWrites = (db: Database) => {
  const sql = statements(db);
  return {
    beginKey: (input, nowMs) => {
      const { fingerprint, requestId, leaseMs, retentionMs } = input;
      const standing = sql.standing.get(...scopeValues(input), nowMs);
      if (standing) return describeStanding(standing, fingerprint);
      sql.take.run(...scopeValues(input), fingerprint, requestId, nowMs + leaseMs, nowMs + retentionMs);
      return { outcome: 'begun' };
    },
    renewKey: (scope, requestId, leaseMs, nowMs) =>
      sql.renew.run(nowMs + leaseMs, ...scopeValues(scope), requestId, nowMs).changes === 1,
    takeOverKey: (scope, from, to, nowMs) =>
      sql.takeOver.run(to.requestId, nowMs + to.leaseMs, ...scopeValues(scope), from, nowMs, nowMs).changes === 1,
    finishKey: (scope, requestId, answer, nowMs) => {
      const { statusCode, body = null } = answer;
      const isKept = sql.finish.run(statusCode, body, ...scopeValues(scope), requestId, nowMs).changes === 1;
      if (isKept && isRefusal(answer)) sql.dropOldRefusals.run(scope.accountId, MAX_KEPT_REFUSALS);
      return isKept;
    },
    forgetKey: (scope, requestId, nowMs) => sql.forget.run(...scopeValues(scope), requestId, nowMs).changes === 1,
    purgeKeys: (limit, nowMs) => toPurge(sql.purge.run(nowMs, limit).changes, limit),
  } satisfies Partial<SyncCalls>;
};
