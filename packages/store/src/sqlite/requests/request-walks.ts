import type { Database } from 'better-sqlite3';
import type { RequestWalk, SyncCalls } from '../../engine-port.js';
import type { RequestFilter, RequestPlace, RequestSummary } from '../../port.js';
import { toPackedRequest } from '../records.js';
import type { RequestRecord } from '../records.js';
import { SUMMARY } from './request-columns.js';

/** The index of each walk, and the rows that it has. */
const WALKS: Readonly<Record<RequestWalk['by'], { readonly index: string; readonly has: string }>> = {
  account: { index: 'requests_by_account', has: 'true' },
  operation: { index: 'requests_by_operation', has: 'operation = @value' },
  host: { index: 'requests_by_host', has: 'host = @value' },
  error: { index: 'requests_by_error', has: 'error = @value' },
  failed: { index: 'requests_failed', has: `state IN ('failed', 'expired', 'cancelled')` },
  // In the order of their deadlines, and sorted: an account has as many open rows as it has concurrency.
  open: { index: 'requests_open_by_account', has: `state = 'open'` },
};

/** The status as callers know it. */
const STATUS = `CASE state WHEN 'open' THEN 'pending' WHEN 'ok' THEN 'ok' ELSE 'error' END`;
export const KEPT = `(@error IS NULL OR error = @error) AND (@status IS NULL OR ${STATUS} = @status)`;

export interface WalkValues {
  readonly accountId: string;
  readonly value: string | null;
  readonly beforeMs: number;
  readonly beforeId: string;
  readonly floorMs: number;
  readonly floorId: string;
}

export const bindWalk = (accountId: string, { value, before, floor }: RequestWalk): WalkValues => ({
  ...{ accountId, value },
  ...{ beforeMs: before.createdAtMs, beforeId: before.id, floorMs: floor.createdAtMs, floorId: floor.id },
});

export const bindFilter = ({ operation = null, status = null, error = null, host = null, keyId = null }: Bindable) => ({
  ...{ operation, status, error, host, keyId },
});
type Bindable = { readonly [Name in keyof RequestFilter]: RequestFilter[Name] | null };
export type FilterValues = ReturnType<typeof bindFilter>;

const toSummary = (record: RequestRecord): RequestSummary => toPackedRequest(record);

/** The rows of a walk, bound by `bindWalk`. */
export const walkedRows = (by: RequestWalk['by']): string => {
  const { index, has } = WALKS[by];
  return `FROM requests INDEXED BY ${index} WHERE account_id = @accountId AND ${has}
    AND created_at_ms >= @floorMs AND created_at_ms <= @beforeMs
    AND (created_at_ms, id) < (@beforeMs, @beforeId) AND (created_at_ms, id) >= (@floorMs, @floorId)`;
};

const prepareWalk = (db: Database, by: RequestWalk['by']) => {
  const walked = walkedRows(by);
  const newest = 'ORDER BY created_at_ms DESC, id DESC';
  return {
    end: db.prepare<WalkValues & { skipped: number }, RequestPlace>(
      `SELECT created_at_ms AS createdAtMs, id ${walked} ${newest} LIMIT 1 OFFSET @skipped`,
    ),
    rows: db.prepare<WalkValues & FilterValues & { limit: number }, RequestRecord>(
      `SELECT ${SUMMARY} ${walked} AND ${KEPT} AND (@operation IS NULL OR operation = @operation)
         AND (@host IS NULL OR host = @host) AND (@keyId IS NULL OR key_id = @keyId) ${newest} LIMIT @limit`,
    ),
  };
};

/** Walks over the account's requests, each along one index. */
export const createRequestWalks = (db: Database) => {
  const walks = {
    account: prepareWalk(db, 'account'),
    operation: prepareWalk(db, 'operation'),
    host: prepareWalk(db, 'host'),
    error: prepareWalk(db, 'error'),
    failed: prepareWalk(db, 'failed'),
    open: prepareWalk(db, 'open'),
  };
  return {
    findWalkEnd: (accountId, walk, rows) =>
      walks[walk.by].end.get({ ...bindWalk(accountId, walk), skipped: rows - 1 }) ?? null,
    walkRequests: (accountId, walk, filter, limit) =>
      walks[walk.by].rows.all({ ...bindWalk(accountId, walk), ...bindFilter(filter), limit }).map(toSummary),
  } satisfies Partial<SyncCalls>;
};
