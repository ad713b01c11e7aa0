import type { Database } from 'better-sqlite3';
import type { NewItem } from '../../engine-port.js';
import { itemKey } from './batch-records.js';

/** Adds an item of a job; false: its index is stored already. */
export const createItemInsert = (db: Database): ((jobKey: number, item: NewItem) => boolean) => {
  const insertItem = db.prepare<[number, string, number, string, number, string | null, number | null]>(
    `INSERT INTO batch_items (item_key, id, job_key, site, held_credits, sealed_headers, timeout_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_key) DO NOTHING`,
  );
  const insertPayload = db.prepare<[number, string, string]>(
    'INSERT INTO batch_payloads (item_key, query, params) VALUES (?, ?, ?)',
  );
  return (jobKey, { id, index, site, query, params, sealedHeaders, timeoutMs, holdCredits }) => {
    const key = itemKey(jobKey, index);
    if (insertItem.run(key, id, jobKey, site, holdCredits, sealedHeaders, timeoutMs).changes === 0) return false;
    insertPayload.run(key, query, params);
    return true;
  };
};
