import type { Database } from 'better-sqlite3';
import type { BatchJob } from '../../port.js';
import { toJob } from './batch-records.js';
import type { JobRecord } from './batch-records.js';
import type { PeriodBook } from '../period-book.js';

/** A part of a job's hold that comes to its end. */
export interface HoldPart {
  readonly held: number;
  readonly charged: number;
  /** Items of the job that have been settled with it; names the movements, so that each is written once. */
  readonly settledCount: number;
}

const LED = `state IN ('pending', 'in_progress') AND leader = ? AND lease_ends_at_ms > ?`;

/** What several steps of a job share: finding it, judging who leads it, and sharing out its hold. */
export const createBatchBook = (db: Database, book: PeriodBook) => {
  const byId = db.prepare<[string], JobRecord>('SELECT * FROM batch_jobs WHERE id = ?');
  const led = db.prepare<[string, string, number], JobRecord>(`SELECT * FROM batch_jobs WHERE id = ? AND ${LED}`);

  return {
    find: (jobId: string): JobRecord | undefined => byId.get(jobId),
    /** Undefined when the owner does not lead the job (any more). */
    findLed: (jobId: string, owner: string, nowMs: number): JobRecord | undefined => led.get(jobId, owner, nowMs),
    toJobOrNull: (record: JobRecord | undefined): BatchJob | null => (record ? toJob(record) : null),
    /** Shares out a part of the job's hold in the job's own period; what is released after its end expires. */
    endHoldPart: (job: JobRecord, { held, charged, settledCount }: HoldPart, nowMs: number): void => {
      const { id: requestId, account_id: accountId, period_index: periodIndex } = job;
      const released = held - charged;
      const isCurrent = book.currentAccount(accountId, nowMs)?.period_index === periodIndex;
      const [toAvailable, toExpired] = isCurrent ? [released, 0] : [0, released];
      book.endHold({ accountId, periodIndex, held, charged, toAvailable, toExpired });
      const entry = { accountId, periodIndex, requestId, atMs: nowMs };
      const movements = [
        ['settle', charged],
        ['release', released],
        ['expire', toExpired],
      ] as const;
      for (const [kind, credits] of movements) {
        if (credits > 0) book.append({ ...entry, id: `${kind}:${requestId}:${settledCount}`, kind, credits });
      }
    },
  };
};

export type BatchBook = ReturnType<typeof createBatchBook>;
