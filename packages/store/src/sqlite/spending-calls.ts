import type { Database } from 'better-sqlite3';
import type { SpendingSums, SyncCalls } from '../engine-port.js';
import { DAY_MS } from '../spending/spending.js';
import { itemKey } from './batches/batch-records.js';
import { bindWalk, walkedRows } from './requests/request-walks.js';
import type { WalkValues } from './requests/request-walks.js';

interface ItemValues {
  /** JSON text: a list. */
  readonly jobIds: string;
  readonly after: number;
  readonly last: number;
}

const dayOf = (time: string): string => `${time} / ${DAY_MS} * ${DAY_MS} AS dayMs`;
const sumsOf = (rows: string): string =>
  `sum(${rows}.charged_credits) AS credits, count(*) AS requests, sum(${rows}.state <> 'ok') AS failures`;

/** Sums over bounded slices of an account's rows. */
export const createSpendingReads = (db: Database) => {
  const requests = db.prepare<WalkValues, SpendingSums>(
    `SELECT ${dayOf('created_at_ms')}, operation, host, key_id AS keyId, ${sumsOf('requests')}
     ${walkedRows('account')} AND state <> 'open' GROUP BY dayMs, operation, host, key_id`,
  );
  // In this order: jobs by their ids, then the items of each by their keys.
  const items = db.prepare<ItemValues, SpendingSums>(
    `SELECT ${dayOf('j.created_at_ms')}, j.operation, coalesce(i.host, i.site) AS host, j.key_id AS keyId, ${sumsOf('i')}
     FROM json_each(@jobIds) CROSS JOIN batch_jobs j ON j.id = json_each.value
       CROSS JOIN batch_items i ON i.item_key > j.job_key * ${itemKey(1, 0)} + @after
         AND i.item_key <= j.job_key * ${itemKey(1, 0)} + @last
     WHERE i.seq IS NOT NULL GROUP BY dayMs, j.operation, coalesce(i.host, i.site), j.key_id`,
  );
  return {
    sumRequests: (accountId, walk) => requests.all(bindWalk(accountId, walk)),
    sumItems: (jobIds, { afterIndex, lastIndex }) =>
      items.all({ jobIds: JSON.stringify(jobIds), after: afterIndex, last: lastIndex }),
  } satisfies Partial<SyncCalls>;
};
