import type { Database } from 'better-sqlite3';
import type { NewRecord, PackedContent, PackedRecord, SyncCalls } from '../engine-port.js';
import type { StoredRecord } from '../port.js';
import { present } from '../present.js';
import { LATEST_MS, orNull } from './records.js';

type RecordRow = Omit<PackedRecord, 'expiresAtMs' | 'dueAtMs'> & PackedContent;

const COLUMNS = `kind, id, owner, data, version, created_at_ms AS createdAtMs, expires_at_ms AS expiresAtMs,
  due_at_ms AS dueAtMs`;
const LIVE = '(expires_at_ms IS NULL OR expires_at_ms > @nowMs)';

interface Place {
  readonly kind: string;
  readonly id: string;
  readonly nowMs: number;
}

interface OwnerPage {
  readonly kind: string;
  readonly owner: string;
  readonly beforeMs: number;
  readonly beforeId: string;
  readonly limit: number;
  readonly nowMs: number;
}

const toRecord = (row: RecordRow): PackedRecord => present(row);

export const createRecordReads = (db: Database) => {
  const find = db.prepare<Place, RecordRow>(
    `SELECT ${COLUMNS} FROM records WHERE kind = @kind AND id = @id AND ${LIVE}`,
  );
  const page = db.prepare<OwnerPage, RecordRow>(
    `SELECT ${COLUMNS} FROM records
     WHERE kind = @kind AND owner = @owner AND (created_at_ms, id) < (@beforeMs, @beforeId) AND ${LIVE}
     ORDER BY created_at_ms DESC, id DESC LIMIT @limit`,
  );
  const due = db.prepare<Pick<OwnerPage, 'kind' | 'limit' | 'nowMs'>, RecordRow>(
    `SELECT ${COLUMNS} FROM records WHERE kind = @kind AND due_at_ms <= @nowMs AND ${LIVE}
     ORDER BY due_at_ms, id LIMIT @limit`,
  );
  return {
    getRecord: (kind, id, nowMs) => orNull(find.get({ kind, id, nowMs }), toRecord),
    listRecords: (kind, owner, { limit, beforeMs = LATEST_MS, beforeId = '' }, nowMs) =>
      page.all({ kind, owner, beforeMs, beforeId, limit, nowMs }).map(toRecord),
    listDueRecords: (kind, limit, nowMs) => due.all({ kind, limit, nowMs }).map(toRecord),
  } satisfies Partial<SyncCalls>;
};

export const createRecordWrites = (db: Database) => {
  const insert = db.prepare<NewRecord & { nowMs: number }>(
    `INSERT INTO records (kind, id, owner, data, version, created_at_ms, expires_at_ms, due_at_ms)
     VALUES (@kind, @id, @owner, @data, @version, @nowMs, @expiresAtMs, @dueAtMs)
     ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, data = excluded.data, version = excluded.version,
       created_at_ms = excluded.created_at_ms, expires_at_ms = excluded.expires_at_ms,
       due_at_ms = excluded.due_at_ms
     WHERE records.expires_at_ms <= @nowMs`,
  );
  const replace = db.prepare<
    PackedContent & Pick<StoredRecord, 'kind' | 'id' | 'version'> & { nowMs: number },
    RecordRow
  >(
    `UPDATE records SET data = @data, expires_at_ms = @expiresAtMs, due_at_ms = @dueAtMs,
       version = version + 1
     WHERE kind = @kind AND id = @id AND version = @version AND ${LIVE} RETURNING ${COLUMNS}`,
  );
  const remove = db.prepare<Place>(`DELETE FROM records WHERE kind = @kind AND id = @id AND ${LIVE}`);
  const removeAll = db.prepare<Pick<OwnerPage, 'kind' | 'owner' | 'nowMs'>>(
    `DELETE FROM records WHERE kind = @kind AND owner = @owner AND ${LIVE}`,
  );
  const purge = db.prepare<[number, number]>(
    `DELETE FROM records WHERE rowid IN (
       SELECT rowid FROM records WHERE expires_at_ms <= ? ORDER BY expires_at_ms LIMIT ?)`,
  );
  return {
    insertRecord: (input, nowMs) => insert.run({ ...input, nowMs }).changes === 1,
    replaceRecord: (current, next, nowMs) => orNull(replace.get({ ...current, ...next, nowMs }), toRecord),
    removeRecord: (kind, id, nowMs) => remove.run({ kind, id, nowMs }).changes === 1,
    removeRecords: (kind, owner, nowMs) => removeAll.run({ kind, owner, nowMs }).changes,
    purgeRecords: (limit, nowMs) => purge.run(nowMs, limit).changes,
  } satisfies Partial<SyncCalls>;
};
