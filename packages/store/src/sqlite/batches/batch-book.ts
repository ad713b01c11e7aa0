import type { Database } from 'better-sqlite3';
import type { JobRecord } from './batch-records.js';
import type { PeriodBook } from '../period-book.js';

/** A part of a job's hold that comes to its end. */
export interface HoldPart {
  readonly held: number;
  readonly charged: number;
  /** Items of the job that are settled with it; names the movements, so that each is written once. */
  readonly settledCount: number;
}

const LED = `state IN ('pending', 'in_progress') AND leader = ? AND lease_ends_at_ms > ?`;

/** What several steps of a job share: finding it, judging who leads it, and ending parts of its hold. */
export const createBatchBook = (db: Database, book: PeriodBook) => {
  const byId = db.prepare<[string], JobRecord>('SELECT * FROM batch_jobs WHERE id = ?');
  const led = db.prepare<[string, string, number], JobRecord>(`SELECT * FROM batch_jobs WHERE id = ? AND ${LED}`);

  return {
    find: (jobId: string): JobRecord | undefined => byId.get(jobId),
    /** Undefined when the owner does not lead the job (any more). */
    findLed: (jobId: string, owner: string, nowMs: number): JobRecord | undefined => led.get(jobId, owner, nowMs),
    endHoldPart: (job: JobRecord, { held, charged, settledCount }: HoldPart, nowMs: number): void =>
      book.endHold(job, { held, charged, name: `${job.id}:${settledCount}` }, nowMs),
  };
};

export type BatchBook = ReturnType<typeof createBatchBook>;
