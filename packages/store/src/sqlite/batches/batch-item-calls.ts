import type { Database } from 'better-sqlite3';
import type { RequestEnd } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { bindItemEnd, ITEM_END } from './batch-item-end.js';
import { itemKey, toPackedItem } from './batch-records.js';
import type { ItemRecord, PackedItem } from './batch-records.js';

const WHOLE_ITEM = `SELECT i.*, p.query, p.params, j.id AS job_id, j.account_id, j.operation, j.contract_version,
    j.period_index, j.created_at_ms, j.deadline_at_ms AS job_deadline_at_ms
  FROM batch_items i JOIN batch_payloads p ON p.item_key = i.item_key JOIN batch_jobs j ON j.job_key = i.job_key`;

/** An item of a job that is accepting is not there yet. */
const BY_ID = `${WHOLE_ITEM} WHERE i.id = ? AND j.state <> 'accepting'`;

export const createBatchItemReads = (db: Database) => {
  const byId = db.prepare<[string], ItemRecord>(BY_ID);
  const jobKey = db.prepare<[string], { key: number }>('SELECT job_key AS key FROM batch_jobs WHERE id = ?');
  const page = (failed: string) =>
    db.prepare<[number, number, number], ItemRecord>(
      `${WHOLE_ITEM} WHERE i.job_key = ? AND i.seq > ? AND i.seq IS NOT NULL${failed} ORDER BY i.seq LIMIT ?`,
    );
  const [all, failed] = [page(''), page(` AND i.state <> 'ok'`)];

  return {
    getItem: (itemId: string): PackedItem | null => {
      const record = byId.get(itemId);
      return record ? toPackedItem(record) : null;
    },
    readBatchResults: (
      jobId: string,
      { afterSeq, limit, onlyFailed = false }: { afterSeq: number; limit: number; onlyFailed?: boolean },
    ): PackedItem[] => {
      const job = jobKey.get(jobId);
      return job ? (onlyFailed ? failed : all).all(job.key, afterSeq, limit).map(toPackedItem) : [];
    },
  };
};

const createPurge = (db: Database) => {
  const finished = db.prepare<[number], { key: number; accountId: string }>(
    `SELECT job_key AS key, account_id AS accountId FROM batch_jobs
     WHERE finished_at_ms IS NOT NULL AND finished_at_ms < ? ORDER BY finished_at_ms LIMIT 1`,
  );
  const first = db.prepare<[number, number, number], { key: number; id: string }>(
    'SELECT item_key AS key, id FROM batch_items WHERE item_key >= ? AND item_key < ? ORDER BY item_key LIMIT ?',
  );
  const deletions = ['batch_payloads', 'batch_items'].map((table) =>
    db.prepare<[number, number]>(`DELETE FROM ${table} WHERE item_key >= ? AND item_key <= ?`),
  );
  const deleteJob = db.prepare<[number]>('DELETE FROM batch_jobs WHERE job_key = ?');

  return (retentionMs: number, limit: number, nowMs: number): { id: string; accountId: string }[] => {
    const purged: { id: string; accountId: string }[] = [];
    while (purged.length < limit) {
      const job = finished.get(nowMs - retentionMs);
      if (!job) break;
      // One more than may go, to see whether they are the last.
      const left = first.all(itemKey(job.key, 0), itemKey(job.key + 1, 0), limit - purged.length + 1);
      const going = left.slice(0, limit - purged.length);
      const [from, to] = [going.at(0), going.at(-1)];
      if (from && to) for (const deletion of deletions) deletion.run(from.key, to.key);
      purged.push(...going.map(({ id }) => ({ id, accountId: job.accountId })));
      if (going.length < left.length) break;
      deleteJob.run(job.key);
    }
    return purged;
  };
};

export const createBatchItemWrites = (db: Database) => {
  const byId = db.prepare<[string], ItemRecord>(BY_ID);
  const begin = db.prepare<{ itemId: string; attempt: number; nowMs: number }>(
    `UPDATE batch_items SET started_at_ms = coalesce(started_at_ms, @nowMs)
     WHERE id = @itemId AND state = 'open' AND attempt = @attempt AND deadline_at_ms > @nowMs`,
  );
  const nextAttempt = db.prepare<[string, number], { attempt: number }>(
    `UPDATE batch_items SET attempt = attempt + 1
     WHERE id = ? AND state = 'open' AND attempt = ? AND handed_over_at_ms IS NOT NULL RETURNING attempt`,
  );
  const end = db.prepare(`${ITEM_END} WHERE item_key = @key AND state = 'open'`);

  const find = (itemId: string): ItemRecord | undefined => byId.get(itemId);

  return {
    beginItem: (itemId: string, attempt: number, nowMs: number): PackedItem | null => {
      // Only what was handed over has a deadline, and only active jobs hand over.
      if (begin.run({ itemId, attempt, nowMs }).changes === 0) return null;
      const record = find(itemId);
      return record ? toPackedItem(record) : null;
    },
    nextItemAttempt: (itemId: string, attempt: number): number | null =>
      nextAttempt.get(itemId, attempt)?.attempt ?? null,
    finishItem: (
      itemId: string,
      how: RequestEnd,
      attempt: number | undefined,
      nowMs: number,
    ): { isWinner: boolean; row: PackedItem } | null => {
      const found = find(itemId);
      if (!found) return null;
      if (found.state !== 'open' || (attempt !== undefined && attempt !== found.attempt)) {
        return { isWinner: false, row: toPackedItem(found) };
      }
      if (how.chargedCredits > found.held_credits) {
        throw new StoreError('invalid_input', 'chargedCredits may not exceed the credits held.');
      }
      end.run({ ...bindItemEnd(how, nowMs), key: found.item_key });
      const ended = find(itemId);
      if (!ended) throw new Error(`Item ${itemId} went while it was ended.`);
      return { isWinner: true, row: toPackedItem(ended) };
    },
    purgeBatches: createPurge(db),
  };
};
