import type { Database } from 'better-sqlite3';
import type { SyncCalls } from '../../engine-port.js';
import type { NewBatch } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { admitWithHold, type AdmitSteps, type KeyColumns } from '../requests/admit-with-hold.js';
import { createBatchBook } from './batch-book.js';
import type { BatchBook } from './batch-book.js';
import { itemKey, toJob } from './batch-records.js';
import type { JobRecord } from './batch-records.js';
import { createItemInsert } from './item-insert.js';
import { LATEST_MS, orNull } from '../records.js';
import type { PeriodBook } from '../period-book.js';

/** Items that one sweep deletes at most before it takes no further job. */
export const MAX_SWEPT_ITEMS = 20_000;

type NewRow = Omit<NewBatch, 'webhook' | 'key' | 'crawl'> &
  KeyColumns & {
    readonly webhook: string | null;
    readonly plan: string | null;
    readonly itemCredits: number | null;
    readonly keyConcurrency: number | null;
    readonly periodIndex: number;
    readonly nowMs: number;
  };

const createAdmitBatch = (db: Database, book: PeriodBook): SyncCalls['admitBatch'] => {
  // The journal outlives what was abandoned or purged, so it is checked as well; it also has the ids of requests.
  const taken = db.prepare<{ id: string; entryId: string }>(
    'SELECT 1 FROM batch_jobs WHERE id = @id UNION ALL SELECT 1 FROM ledger WHERE id = @entryId',
  );
  const insert = db.prepare<NewRow>(
    `INSERT INTO batch_jobs (id, account_id, operation, contract_version, state, requests_count, held_credits,
       period_index, created_at_ms, deadline_at_ms, webhook, key_id, key_day_ms, key_concurrency, crawl, item_credits)
     VALUES (@id, @accountId, @operation, @contractVersion, 'accepting', @requestsCount, @holdCredits,
       @periodIndex, @nowMs, @deadlineAtMs, @webhook, @keyId, @keyDayMs, @keyConcurrency, @plan, @itemCredits)`,
  );

  const steps: AdmitSteps<NewBatch> = {
    isTaken: (ids) => taken.get(ids) !== undefined,
    insert: ({ webhook, key, crawl, ...row }) => {
      const keyConcurrency = key?.concurrency ?? null;
      const plan = crawl ? JSON.stringify(crawl.plan ?? null) : null;
      const itemCredits = crawl?.itemCredits ?? null;
      insert.run({
        ...{ ...row, keyConcurrency, plan, itemCredits },
        webhook: webhook ? JSON.stringify(webhook) : null,
      });
    },
  };
  return (input, nowMs) => admitWithHold(book, steps, input, nowMs);
};

const createAddItems = (db: Database, { find }: BatchBook): SyncCalls['addBatchItems'] => {
  const insertItem = createItemInsert(db);
  const count = db.prepare<[number, number, number]>(
    'UPDATE batch_jobs SET added_count = added_count + ?, added_credits = added_credits + ? WHERE job_key = ?',
  );

  return (jobId, items) => {
    const job = find(jobId);
    if (job?.state !== 'accepting') throw new StoreError('invalid_input', `Job ${jobId} accepts no items.`);
    let [added, credits] = [0, 0];
    for (const item of items) {
      const { index } = item;
      if (index >= job.requests_count) throw new StoreError('invalid_input', `Job ${jobId} has no place ${index}.`);
      if (!insertItem(job.job_key, item)) continue;
      added += 1;
      credits += item.holdCredits;
    }
    count.run(added, credits, job.job_key);
  };
};

const createAbandon = (db: Database, { find, endHoldPart }: BatchBook) => {
  const deletions = ['batch_payloads', 'batch_items'].map((table) =>
    db.prepare<[number, number]>(`DELETE FROM ${table} WHERE item_key >= ? AND item_key < ?`),
  );
  const deleteJob = db.prepare<[number]>('DELETE FROM batch_jobs WHERE job_key = ?');

  return (jobId: string, nowMs: number): JobRecord | undefined => {
    const job = find(jobId);
    if (job?.state !== 'accepting') return undefined;
    endHoldPart(job, { held: job.held_credits, charged: 0, settledCount: 0 }, nowMs);
    for (const deletion of deletions) deletion.run(itemKey(job.job_key, 0), itemKey(job.job_key + 1, 0));
    deleteJob.run(job.job_key);
    return job;
  };
};

export const createBatchJobReads = (db: Database) => {
  const byId = db.prepare<[string], JobRecord>('SELECT * FROM batch_jobs WHERE id = ?');
  const page = db.prepare<[string, number, string, number], JobRecord>(
    `SELECT * FROM batch_jobs WHERE account_id = ? AND state <> 'accepting' AND (created_at_ms, id) < (?, ?)
     ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
  );

  return {
    getBatch: (jobId) => orNull(byId.get(jobId), toJob),
    listBatches: (accountId, { limit, beforeMs = LATEST_MS, beforeId = '' }) =>
      page.all(accountId, beforeMs, beforeId, limit).map(toJob),
  } satisfies Partial<SyncCalls>;
};

/** A job's steps up to its first item, and requests to stop it. */
export const createBatchJobWrites = (db: Database, book: PeriodBook) => {
  const batchBook = createBatchBook(db, book);
  const activate = db.prepare<[number], JobRecord>(
    `UPDATE batch_jobs SET state = 'pending', requests_count = requests_count + (crawl IS NOT NULL)
     WHERE job_key = ? RETURNING *`,
  );
  const stop = db.prepare<[number, string]>(
    `UPDATE batch_jobs SET stop_requested_at_ms = ?
     WHERE id = ? AND state IN ('pending', 'in_progress') AND stop_requested_at_ms IS NULL`,
  );
  const accepting = db.prepare<[number, number], JobRecord>(
    `SELECT * FROM batch_jobs WHERE state = 'accepting' AND created_at_ms < ? ORDER BY created_at_ms LIMIT ?`,
  );
  const abandon = createAbandon(db, batchBook);

  return {
    admitBatch: createAdmitBatch(db, book),
    addBatchItems: createAddItems(db, batchBook),
    activateBatch: (jobId) => {
      const job = batchBook.find(jobId);
      if (!job) return null;
      if (job.state !== 'accepting') return toJob(job);
      if (job.added_count < job.requests_count) return null;
      if (job.added_credits !== job.held_credits) {
        throw new StoreError('invalid_input', `The holds of job ${jobId}'s items are not what was held for it.`);
      }
      return orNull(activate.get(job.job_key), toJob);
    },
    abandonBatch: (jobId, nowMs) => abandon(jobId, nowMs) !== undefined,
    requestBatchStop: (jobId, nowMs) => {
      stop.run(nowMs, jobId);
      return orNull(batchBook.find(jobId), toJob);
    },
    sweepAcceptingBatches: (maxAgeMs, limit, nowMs) => {
      const swept: string[] = [];
      let items = 0;
      for (const { id, added_count: addedCount } of accepting.all(nowMs - maxAgeMs, limit)) {
        if (swept.length > 0 && items + addedCount > MAX_SWEPT_ITEMS) break;
        abandon(id, nowMs);
        swept.push(id);
        items += addedCount;
      }
      return swept;
    },
  } satisfies Partial<SyncCalls>;
};
