import type { Database } from 'better-sqlite3';
import { dueEvents } from '../../batches/batch-events.js';
import type { SyncCalls } from '../../engine-port.js';
import type { BatchLoad, OpenBatchItem } from '../../port.js';
import { present } from '../../present.js';
import { createBatchBook } from './batch-book.js';
import { createEventBook } from './batch-event-book.js';
import { bindItemEnd, ITEM_END } from './batch-item-end.js';
import { itemIndex, toJob } from './batch-records.js';
import type { JobRecord } from './batch-records.js';
import { orNull } from '../records.js';
import type { PeriodBook } from '../period-book.js';

interface OpenRecord {
  item_key: number;
  id: string;
  site: string;
  attempt: number;
  timeout_ms: number | null;
  handed_over_at_ms: number | null;
  deadline_at_ms: number;
}

const toOpenItem = (record: OpenRecord): OpenBatchItem =>
  present({
    id: record.id,
    index: itemIndex(record.item_key),
    site: record.site,
    attempt: record.attempt,
    timeoutMs: record.timeout_ms,
    handedOverAtMs: record.handed_over_at_ms,
    deadlineAtMs: record.deadline_at_ms,
  });

export const createBatchLeadReads = (db: Database) => {
  const open = db.prepare<{ jobId: string; afterIndex: number; limit: number }, OpenRecord>(
    `SELECT i.item_key, i.id, i.site, i.attempt, i.timeout_ms, i.handed_over_at_ms,
       coalesce(i.deadline_at_ms, j.deadline_at_ms) AS deadline_at_ms
     FROM batch_jobs j CROSS JOIN batch_items i
     WHERE j.id = @jobId AND j.state IN ('pending', 'in_progress') AND i.item_key > (j.job_key << 20) + @afterIndex
       AND i.item_key < (j.job_key + 1) << 20 AND i.state = 'open'
     ORDER BY i.item_key LIMIT @limit`,
  );
  // The index is named: without it, the grouping reads every stored job by account.
  const load = db.prepare<{ nowMs: number }, BatchLoad>(
    `SELECT account_id AS accountId, operation, count(*) AS jobs, sum(requests_count - visible_count) AS openItems,
       sum(lease_ends_at_ms > @nowMs) AS ledJobs,
       sum((lease_ends_at_ms > @nowMs) * (requests_count - visible_count)) AS ledItems
     FROM batch_jobs INDEXED BY batch_jobs_unfinished WHERE state IN ('pending', 'in_progress')
     GROUP BY account_id, operation`,
  );

  return {
    listOpenItems: (jobId, afterIndex, limit) => open.all({ jobId, afterIndex, limit }).map(toOpenItem),
    readBatchLoad: (nowMs) => load.all({ nowMs }),
  } satisfies Partial<SyncCalls>;
};

interface LeaseValues {
  owner: string;
  endsAtMs: number;
  /** JSON text. */
  except: string;
  nowMs: number;
  limit: number;
}

const createLeases = (db: Database) => {
  const lease = db.prepare<LeaseValues, JobRecord>(
    `UPDATE batch_jobs SET leader = @owner, lease_ends_at_ms = @endsAtMs WHERE job_key IN (
       SELECT job_key FROM batch_jobs WHERE state IN ('pending', 'in_progress') AND lease_ends_at_ms <= @nowMs
         AND account_id NOT IN (SELECT value FROM json_each(@except))
       ORDER BY created_at_ms, job_key LIMIT @limit) RETURNING *`,
  );
  const renew = db.prepare<{ jobId: string; owner: string; endsAtMs: number; nowMs: number }, JobRecord>(
    `UPDATE batch_jobs SET lease_ends_at_ms = max(lease_ends_at_ms, @endsAtMs)
     WHERE id = @jobId AND state IN ('pending', 'in_progress') AND leader = @owner AND lease_ends_at_ms > @nowMs
     RETURNING *`,
  );
  const release = db.prepare<[string, string]>(
    'UPDATE batch_jobs SET leader = NULL, lease_ends_at_ms = 0 WHERE id = ? AND leader = ?',
  );

  return {
    leaseBatches: ({ owner, leaseMs, limit, exceptAccounts = [] }, nowMs) =>
      lease
        .all({ owner, endsAtMs: nowMs + leaseMs, except: JSON.stringify(exceptAccounts), nowMs, limit })
        .sort((left, right) => left.created_at_ms - right.created_at_ms || left.job_key - right.job_key)
        .map(toJob),
    renewBatchLease: (jobId, owner, leaseMs, nowMs) =>
      orNull(renew.get({ jobId, owner, endsAtMs: nowMs + leaseMs, nowMs }), toJob),
    releaseBatchLease: (jobId, owner) => void release.run(jobId, owner),
  } satisfies Partial<SyncCalls>;
};

/** What the leader does with its job. For anyone else, all steps but the leases do nothing. */
export const createBatchLeadWrites = (db: Database, book: PeriodBook) => {
  const { findLed } = createBatchBook(db, book);
  const events = createEventBook(db);
  const handOver = db.prepare<[number, number, string, number]>(
    `UPDATE batch_items SET handed_over_at_ms = ?, deadline_at_ms = ?
     WHERE id = ? AND job_key = ? AND state = 'open' AND handed_over_at_ms IS NULL`,
  );
  const start = db.prepare<[number, number], JobRecord>(
    `UPDATE batch_jobs SET state = 'in_progress', started_at_ms = ?
     WHERE job_key = ? AND state = 'pending' RETURNING *`,
  );
  const end = db.prepare(`${ITEM_END} WHERE id = @itemId AND job_key = @jobKey AND state = 'open'`);

  return {
    ...createLeases(db),
    handOverItems: (jobId, owner, { itemIds, deadlineAtMs }, nowMs) => {
      const job = findLed(jobId, owner, nowMs);
      if (!job || job.stop_requested_at_ms !== null) return [];
      const marked = itemIds.filter((id) => handOver.run(nowMs, deadlineAtMs, id, job.job_key).changes === 1);
      const started = marked.length > 0 ? start.get(nowMs, job.job_key) : undefined;
      if (started) events.write(started, dueEvents(toJob(job), toJob(started)), nowMs);
      return marked;
    },
    endBatchItems: (jobId, owner, input, nowMs) => {
      const job = findLed(jobId, owner, nowMs);
      if (!job) return [];
      const values = { ...bindItemEnd(input.end, nowMs), jobKey: job.job_key };
      return input.itemIds.filter((itemId) => end.run({ ...values, itemId }).changes === 1);
    },
  } satisfies Partial<SyncCalls>;
};
