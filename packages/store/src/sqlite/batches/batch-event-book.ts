import type { Database } from 'better-sqlite3';
import { deliveriesOf, eventData, MAX_LISTED_FAILURES } from '../../batches/batch-events.js';
import type { DueEvent, FailedItems } from '../../batches/batch-events.js';
import type { ErrorCode, Verdict } from '@quarry/contracts';
import { present } from '../../present.js';
import { createDeliveryInsert } from '../delivery-insert.js';
import { itemIndex, toJob } from './batch-records.js';
import type { JobRecord } from './batch-records.js';

interface FailedRecord {
  item_key: number;
  id: string;
  verdict: Verdict;
  error: ErrorCode | null;
  message: string | null;
}

const FAILED = `FROM batch_items
  WHERE job_key = ? AND seq > ? AND seq <= ? AND seq IS NOT NULL AND state <> 'ok'`;

/** Writes the events of a step in the step's own transaction. */
export const createEventBook = (db: Database) => {
  const count = db.prepare<[number, number, number], { count: number }>(`SELECT count(*) AS count ${FAILED}`);
  const first = db.prepare<[number, number, number, number], FailedRecord>(
    `SELECT item_key, id, verdict, error, message ${FAILED} ORDER BY seq LIMIT ?`,
  );
  const insertDelivery = createDeliveryInsert(db);

  const findFailed = (job: JobRecord, { after, upTo }: { after: number; upTo: number }): FailedItems => ({
    count: count.get(job.job_key, after, upTo)?.count ?? 0,
    items: first
      .all(job.job_key, after, upTo, MAX_LISTED_FAILURES)
      .map(({ item_key: key, ...item }) => present({ ...item, index: itemIndex(key) })),
  });

  return {
    /** `job` as it is after the step. */
    write: (job: JobRecord, due: readonly DueEvent[], nowMs: number): void => {
      const told = toJob(job);
      for (const event of due) {
        const failed = event.failedSeqs && findFailed(job, event.failedSeqs);
        const data = eventData(event, told, failed);
        const { webhook } = told;
        if (data === null || webhook === undefined) continue;
        const { url, format } = webhook;
        const shared = { accountId: job.account_id, jobId: job.id, url, ...(format && { format }) };
        const { id, event: name } = event;
        for (const delivery of deliveriesOf({ id, event: name, data: JSON.stringify(data) })) {
          insertDelivery({ ...delivery, ...shared }, nowMs);
        }
      }
    },
  };
};
