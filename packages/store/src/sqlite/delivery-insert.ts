import type { Database } from 'better-sqlite3';
import type { WebhookEvent } from '@quarry/contracts';
import { receiverHost } from '../batches/batch-events.js';
import type { NewDelivery } from '../engine-port.js';

/** Writes a delivery in the transaction of the step that it reports; one that is already written stays as it is: false. */
export const createDeliveryInsert = (db: Database) => {
  const insert = db.prepare<
    [string, string, string, WebhookEvent, string, string, string, string | null, number, number]
  >(
    `INSERT INTO webhook_deliveries (id, account_id, job_id, event, url, host, data, format, next_attempt_at_ms, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  return ({ id, accountId, jobId, event, url, data, format }: NewDelivery, nowMs: number): boolean =>
    insert.run(id, accountId, jobId, event, url, receiverHost(url), data, format ?? null, nowMs, nowMs).changes === 1;
};
