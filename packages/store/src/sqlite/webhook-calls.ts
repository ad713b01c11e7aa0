import type { Database } from 'better-sqlite3';
import { CLAIM_SCAN_ROWS } from '../batches/batch-events.js';
import type { SyncCalls } from '../engine-port.js';
import type { DeliveryOutcome, ReceiverSummary } from '../port.js';
import { toPackedDelivery } from './batches/batch-records.js';
import type { DeliveryRecord } from './batches/batch-records.js';
import { createDeliveryInsert } from './delivery-insert.js';
import { LATEST_MS, orNull, toPurge } from './records.js';

interface PageValues {
  accountId: string;
  limit: number;
  jobId: string | null;
  state: string | null;
  beforeMs: number;
  beforeId: string;
}

const pageSql = ({ jobId, state }: PageValues): string => {
  const conditions = [
    'account_id = @accountId',
    ...(jobId === null ? [] : ['job_id = @jobId']),
    ...(state === null ? [] : ['state = @state']),
    '(created_at_ms, id) < (@beforeMs, @beforeId)',
  ];
  return `SELECT * FROM webhook_deliveries WHERE ${conditions.join(' AND ')}
    ORDER BY created_at_ms DESC, id DESC LIMIT @limit`;
};

export const createWebhookReads = (db: Database) => {
  const byId = db.prepare<[string], DeliveryRecord>('SELECT * FROM webhook_deliveries WHERE id = ?');
  const receivers = db.prepare<[string, number], ReceiverSummary>(
    `SELECT url, count(*) AS deliveries, sum(state = 'delivered') AS delivered, sum(state = 'dead') AS dead,
       max(created_at_ms) AS newestAtMs
     FROM (SELECT url, state, created_at_ms FROM webhook_deliveries WHERE account_id = ?
       ORDER BY created_at_ms DESC, id DESC LIMIT ?)
     GROUP BY url`,
  );

  return {
    sumReceivers: (accountId, limit) => receivers.all(accountId, limit),
    getDelivery: (deliveryId) => orNull(byId.get(deliveryId), toPackedDelivery),
    listDeliveries: (accountId, { limit, jobId = null, state = null, beforeMs = LATEST_MS, beforeId = '' }) => {
      const values = { accountId, limit, jobId, state, beforeMs, beforeId };
      return db.prepare<PageValues, DeliveryRecord>(pageSql(values)).all(values).map(toPackedDelivery);
    },
  } satisfies Partial<SyncCalls>;
};

const outcomeValues = (outcome: DeliveryOutcome) => ({
  state: outcome.state,
  statusCode: outcome.statusCode ?? null,
  error: outcome.state === 'delivered' ? null : outcome.error,
  nextAttemptAtMs: outcome.state === 'pending' ? outcome.nextAttemptAtMs : null,
});

interface DueDelivery {
  readonly key: number;
  readonly host: string;
}

/** Due deliveries to other hosts than those left out, the oldest first; some of them at least, however many wait for the others. */
const createDueKeys = (db: Database) => {
  const oldest = db.prepare<[number, number], DueDelivery>(
    `SELECT delivery_key AS key, host FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at_ms <= ?
     ORDER BY next_attempt_at_ms, host, delivery_key LIMIT ?`,
  );
  const nextHost = db.prepare<[string], { host: string }>(
    "SELECT host FROM webhook_deliveries WHERE state = 'pending' AND host > ? ORDER BY host LIMIT 1",
  );
  const dueOfHost = db.prepare<[string, number, number], DueDelivery>(
    `SELECT delivery_key AS key, host FROM webhook_deliveries WHERE state = 'pending' AND host = ?
       AND next_attempt_at_ms <= ? ORDER BY next_attempt_at_ms, delivery_key LIMIT ?`,
  );

  const byHost = (busy: ReadonlySet<string>, limit: number, nowMs: number): DueDelivery[] => {
    const due: DueDelivery[] = [];
    for (let found = nextHost.get(''); found && due.length < limit; found = nextHost.get(found.host)) {
      if (!busy.has(found.host)) due.push(...dueOfHost.all(found.host, nowMs, limit - due.length));
    }
    return due;
  };

  return ({ limit, exceptHosts }: { limit: number; exceptHosts: readonly string[] }, nowMs: number): number[] => {
    const busy = new Set(exceptHosts);
    const most = busy.size === 0 ? limit : limit + CLAIM_SCAN_ROWS;
    const rows = oldest.all(nowMs, most);
    const free = rows.filter(({ host }) => !busy.has(host)).slice(0, limit);
    const due = free.length > 0 || rows.length < most ? free : byHost(busy, limit, nowMs);
    return due.map(({ key }) => key);
  };
};

export const createWebhookWrites = (db: Database) => {
  const dueKeys = createDueKeys(db);
  const claim = db.prepare<[number, number, number], DeliveryRecord>(
    `UPDATE webhook_deliveries SET attempts = attempts + 1, last_attempt_at_ms = ?, next_attempt_at_ms = ?
     WHERE delivery_key = ? RETURNING *`,
  );
  const finish = db.prepare(
    `UPDATE webhook_deliveries SET state = @state, last_status_code = @statusCode, last_error = @error,
       next_attempt_at_ms = coalesce(@nextAttemptAtMs, next_attempt_at_ms)
     WHERE id = @deliveryId AND state = 'pending' AND attempts = @attempts AND attempts > 0`,
  );
  const redeliver = db.prepare<[number, string, string], DeliveryRecord>(
    `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_attempt_at_ms = ?
     WHERE id = ? AND account_id = ? RETURNING *`,
  );
  const purge = db.prepare<[number, number]>(
    `DELETE FROM webhook_deliveries WHERE delivery_key IN (
       SELECT delivery_key FROM webhook_deliveries WHERE state <> 'pending' AND created_at_ms < ?
       ORDER BY created_at_ms LIMIT ?)`,
  );

  const insert = createDeliveryInsert(db);

  return {
    insertDelivery: (input, nowMs) => insert(input, nowMs),
    claimDeliveries: ({ leaseMs, limit, exceptHosts }, nowMs) =>
      dueKeys({ limit, exceptHosts }, nowMs)
        .map((key) => claim.get(nowMs, nowMs + leaseMs, key))
        .filter((record) => record !== undefined)
        .map(toPackedDelivery),
    finishDelivery: (deliveryId, attempts, outcome) =>
      finish.run({ ...outcomeValues(outcome), deliveryId, attempts }).changes === 1,
    redeliver: (accountId, deliveryId, nowMs) => orNull(redeliver.get(nowMs, deliveryId, accountId), toPackedDelivery),
    purgeDeliveries: (retentionMs, limit, nowMs) => toPurge(purge.run(nowMs - retentionMs, limit).changes, limit),
  } satisfies Partial<SyncCalls>;
};
