import type { Clock, RecordStore, StoredRecord } from '@quarry/store';
import { z } from 'zod';
import { ALERT_KEPT_MS, ALERTS_PER_ACCOUNT_DAY, ALERTS_TO_OPERATORS_DAY } from '../bounds.js';
import type { Alert } from './alert.js';

/** The alert with its sendings, under its own id: whoever inserts it makes it exist, once. */
const KIND = 'alert';
/** No account has such an id. */
const OPERATORS = '*operators*';
const DAY_MS = 86_400_000;

const alertData = z.object({
  id: z.string(),
  kind: z.string(),
  accountId: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  path: z.string(),
});

const sendingData = z.object({
  channel: z.enum(['email', 'webhook']),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Attempts begun. */
  attempts: z.number(),
  nextAttemptAtMs: z.number(),
  /** Why the last attempt failed. */
  error: z.string().optional(),
});

const entryData = z.object({ alert: alertData, sendings: z.array(sendingData) });

export type Sending = Readonly<z.output<typeof sendingData>>;
export type AlertTarget = Pick<Sending, 'channel' | 'to'>;
/** An alert as it is kept. */
export interface AlertEntry {
  readonly alert: Alert;
  readonly sendings: readonly Sending[];
  readonly createdAtMs: number;
}

export type AlertRecordStore = Pick<RecordStore, 'get' | 'insert' | 'list' | 'remove' | 'replace'>;

const ownerOf = ({ accountId }: Pick<Alert, 'accountId'>): string => accountId ?? OPERATORS;

export const readEntry = ({ data, createdAtMs }: StoredRecord): AlertEntry => ({
  ...entryData.parse(data),
  createdAtMs,
});

/** The records of alerts, each a single step of the store. */
export const createAlertRecords = (records: AlertRecordStore, clock: Clock) => {
  const keptUntil = (): number => clock() + ALERT_KEPT_MS;

  /** Applies a change to one sending of an alert until nobody else is faster. */
  const change = async (
    alertId: string,
    { channel, to }: AlertTarget,
    next: (sending: Sending) => Sending | undefined,
  ): Promise<Sending | undefined> => {
    for (;;) {
      const record = await records.get(KIND, alertId);
      if (record === null) return undefined;
      const { alert, sendings } = readEntry(record);
      const at = sendings.findIndex((one) => one.channel === channel && one.to === to);
      const changed = sendings[at] && next(sendings[at]);
      if (changed === undefined) return undefined;
      const data = { alert, sendings: sendings.with(at, changed) };
      if (await records.replace(KIND, alertId, record.version, { data, expiresAtMs: record.expiresAtMs }))
        return changed;
    }
  };

  /** An account that changes its levels all day would have somebody's mailbox filled. */
  const hasRoom = async (alert: Alert): Promise<boolean> => {
    const most = alert.accountId === null ? ALERTS_TO_OPERATORS_DAY : ALERTS_PER_ACCOUNT_DAY;
    const last = (await records.list(KIND, ownerOf(alert), { limit: most })).at(most - 1);
    return last === undefined || last.createdAtMs <= clock() - DAY_MS;
  };

  const insert = (alert: Alert, data: object): Promise<boolean> =>
    records.insert({ kind: KIND, id: alert.id, owner: ownerOf(alert), data, expiresAtMs: keptUntil() });

  /** A source that still names an old alert keeps it known, so that it is not sent again. */
  const keep = async ({ id, version, data, expiresAtMs = Infinity }: StoredRecord): Promise<void> => {
    if (expiresAtMs < clock() + ALERT_KEPT_MS / 2)
      await records.replace(KIND, id, version, { data, expiresAtMs: keptUntil() });
  };

  return {
    ...{ keptUntil, change, hasRoom, insert, keep },
    get: (alertId: string) => records.get(KIND, alertId),
    list: (accountId: string | null, limit: number) => records.list(KIND, ownerOf({ accountId }), { limit }),
  };
};
