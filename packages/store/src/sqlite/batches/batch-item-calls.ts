import type { Database } from 'better-sqlite3';
import type { SyncCalls } from '../../engine-port.js';
import { checkWithinHold } from '../../input-rules.js';
import { bindItemEnd, ITEM_END } from './batch-item-end.js';
import { itemIndex, itemKey, toPackedItem } from './batch-records.js';
import type { ItemRecord } from './batch-records.js';
import { createFoundWrite } from '../crawls/crawl-frontier-calls.js';
import { createCrawlPurge } from '../crawls/crawl-lead-calls.js';
import { orNull, toPurge } from '../records.js';
import { bindFilter, KEPT, type FilterValues } from '../requests/request-walks.js';

const WHOLE_ITEM = `SELECT i.*, p.query, p.params, j.id AS job_id, j.account_id, j.operation, j.contract_version,
    j.period_index, j.key_id, j.created_at_ms, j.deadline_at_ms AS job_deadline_at_ms
  FROM batch_items i JOIN batch_payloads p ON p.item_key = i.item_key JOIN batch_jobs j ON j.job_key = i.job_key`;

/** Without what was sent. */
const ITEM_SUMMARY = `SELECT i.*, NULL AS sealed_headers, NULL AS metadata, j.id AS job_id, j.account_id, j.operation, j.contract_version,
    j.period_index, j.key_id, j.created_at_ms, j.deadline_at_ms AS job_deadline_at_ms
  FROM batch_items i JOIN batch_jobs j ON j.job_key = i.job_key`;

/** Items of an accepting job do not exist yet for callers. */
const BY_ID = `${WHOLE_ITEM} WHERE i.id = ? AND j.state <> 'accepting'`;

export const createBatchItemReads = (db: Database) => {
  const byId = db.prepare<[string], ItemRecord>(BY_ID);
  const jobKey = db.prepare<[string], { key: number }>('SELECT job_key AS key FROM batch_jobs WHERE id = ?');
  const page = (failed: string) =>
    db.prepare<[number, number, number], ItemRecord>(
      `${WHOLE_ITEM} WHERE i.job_key = ? AND i.seq > ? AND i.seq IS NOT NULL${failed} ORDER BY i.seq LIMIT ?`,
    );
  const [all, failed] = [page(''), page(` AND i.state <> 'ok'`)];
  const walk = db.prepare<{ from: number; to: number; limit: number } & FilterValues, ItemRecord>(
    `${ITEM_SUMMARY} WHERE i.item_key > @from AND i.item_key <= @to AND j.state <> 'accepting'
       AND ${KEPT.replaceAll('state', 'i.state')} AND (@host IS NULL OR coalesce(i.host, i.site) = @host)
     ORDER BY i.item_key LIMIT @limit`,
  );

  return {
    getItem: (itemId) => orNull(byId.get(itemId), toPackedItem),
    walkItems: (jobId, { afterIndex, lastIndex }, filter, limit) => {
      const job = jobKey.get(jobId);
      if (!job) return [];
      const range = { from: itemKey(job.key, afterIndex), to: itemKey(job.key, lastIndex), limit };
      return walk.all({ ...range, ...bindFilter(filter) }).map(toPackedItem);
    },
    readBatchResults: (jobId, { afterSeq, limit, onlyFailed = false }) => {
      const job = jobKey.get(jobId);
      return job ? (onlyFailed ? failed : all).all(job.key, afterSeq, limit).map(toPackedItem) : [];
    },
  } satisfies Partial<SyncCalls>;
};

const createPurge = (db: Database): SyncCalls['purgeBatches'] => {
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
  const crawls = createCrawlPurge(db);

  return (retentionMs, limit, nowMs) => {
    const purged: { id: string; accountId: string }[] = [];
    while (purged.length < limit) {
      const job = finished.get(nowMs - retentionMs);
      if (!job) break;
      // One more than may be deleted, to see whether they are the last.
      const left = first.all(itemKey(job.key, 0), itemKey(job.key + 1, 0), limit - purged.length + 1);
      const going = left.slice(0, limit - purged.length);
      const [from, to] = [going.at(0), going.at(-1)];
      if (from && to) {
        for (const deletion of deletions) deletion.run(from.key, to.key);
        crawls.deleteFrontierTo(job.key, itemIndex(to.key));
      }
      purged.push(...going.map(({ id }) => ({ id, accountId: job.accountId })));
      if (going.length < left.length) break;
      crawls.deleteRest(job.key);
      deleteJob.run(job.key);
    }
    return toPurge(purged, limit);
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

  const writeFound = createFoundWrite(db);
  const find = (itemId: string): ItemRecord | undefined => byId.get(itemId);

  return {
    beginItem: (itemId, attempt, nowMs) => {
      // Only what was handed over has a deadline, and only active jobs hand over.
      if (begin.run({ itemId, attempt, nowMs }).changes === 0) return null;
      return orNull(find(itemId), toPackedItem);
    },
    nextItemAttempt: (itemId, attempt) => nextAttempt.get(itemId, attempt)?.attempt ?? null,
    finishItem: (itemId, how, attempt, nowMs) => {
      const found = find(itemId);
      if (!found) return null;
      if (found.state !== 'open' || (attempt !== undefined && attempt !== found.attempt)) {
        return { isWinner: false, row: toPackedItem(found) };
      }
      checkWithinHold(how, found.held_credits);
      end.run({ ...bindItemEnd(how, nowMs), key: found.item_key });
      if (how.found) writeFound({ item: found.item_key, job: found.job_key }, how.found);
      const ended = find(itemId);
      if (!ended) throw new Error(`Item ${itemId} went while it was ended.`);
      return { isWinner: true, row: toPackedItem(ended) };
    },
    purgeBatches: createPurge(db),
  } satisfies Partial<SyncCalls>;
};
