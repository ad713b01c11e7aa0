import type { Database } from 'better-sqlite3';
import type { Verdict } from '@quarry/contracts';
import { dueEvents } from '../../batches/batch-events.js';
import { isTargetError } from '../../batches/batch-rules.js';
import type { SyncCalls } from '../../engine-port.js';
import type { RequestState } from '../../port.js';
import { createBatchBook } from './batch-book.js';
import { createEventBook } from './batch-event-book.js';
import { toJob } from './batch-records.js';
import type { JobRecord } from './batch-records.js';
import type { PeriodBook } from '../period-book.js';

interface EndedRecord {
  item_key: number;
  state: RequestState;
  verdict: Verdict;
  held_credits: number;
  charged_credits: number;
}

/**
 * One transaction over the items that have ended since: visible rows never change, so the new counters are the stored
 * ones plus the new rows. Its cost depends on the rows it takes, not on the size of the job.
 */
export const createPublish = (db: Database, book: PeriodBook): SyncCalls['publishItems'] => {
  const { findLed, endHoldPart } = createBatchBook(db, book);
  const events = createEventBook(db);
  const ended = db.prepare<[number, number], EndedRecord>(
    `SELECT item_key, state, verdict, held_credits, charged_credits FROM batch_items
     WHERE job_key = ? AND state <> 'open' AND seq IS NULL ORDER BY ended_at_ms, item_key LIMIT ?`,
  );
  const number = db.prepare<[number, number]>('UPDATE batch_items SET seq = ? WHERE item_key = ?');
  const move = db.prepare<Record<string, string | number | null>, JobRecord>(
    `UPDATE batch_jobs SET state = @state, visible_count = visible_count + @published,
       succeeded_count = succeeded_count + @succeeded, failed_count = failed_count + @published - @succeeded,
       target_error_count = target_error_count + @targetErrors,
       held_credits = held_credits - @held, charged_credits = charged_credits + @charged,
       finished_at_ms = @finishedAtMs, leader = @leader
     WHERE job_key = @jobKey RETURNING *`,
  );

  const nextState = (job: JobRecord, isLast: boolean): JobRecord['state'] => {
    if (!isLast) return job.state;
    return job.stop_requested_at_ms === null ? 'done' : 'stopped';
  };

  return (jobId, owner, limit, nowMs) => {
    const job = findLed(jobId, owner, nowMs);
    if (!job) return null;
    const found = ended.all(job.job_key, limit + 1);
    const rows = found.slice(0, limit);
    if (rows.length === 0) return { job: toJob(job), published: 0, hasMore: false };
    const sum = { held: 0, charged: 0, succeeded: 0, targetErrors: 0 };
    rows.forEach((row, place) => {
      number.run(job.visible_count + place + 1, row.item_key);
      sum.held += row.held_credits;
      sum.charged += row.charged_credits;
      if (row.state === 'ok') sum.succeeded += 1;
      if (isTargetError(row)) sum.targetErrors += 1;
    });
    const settledCount = job.visible_count + rows.length;
    const isLast = settledCount === job.requests_count;
    endHoldPart(job, { held: sum.held, charged: sum.charged, settledCount }, nowMs);
    const moved = move.get({
      ...sum,
      published: rows.length,
      state: nextState(job, isLast),
      finishedAtMs: isLast ? nowMs : null,
      leader: isLast ? null : owner,
      jobKey: job.job_key,
    });
    if (!moved) throw new Error(`Job ${jobId} went while its items were published.`);
    const after = toJob(moved);
    events.write(moved, dueEvents(toJob(job), after), nowMs);
    return { job: after, published: rows.length, hasMore: found.length > rows.length };
  };
};
