import type { Clock } from '@quarry/store';
import {
  ALERT_PAGE_ROWS,
  ALERT_PAGES,
  ALERT_PAUSES_MS,
  ALERT_SEND_LEASE_MS,
  ALERT_TEXT_CHARS,
  ALERT_TITLE_CHARS,
} from '../bounds.js';
import type { Alert } from './alert.js';
import {
  createAlertRecords,
  readEntry,
  type AlertEntry,
  type AlertRecordStore,
  type AlertTarget,
  type Sending,
} from './alert-records.js';

/** The same content while something of it is to be sent. Written first, so that no alert is known and yet never sent. */
const PENDING = 'alert-pending';
const PENDING_OWNER = 'all';

export type SendOutcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly error: string; readonly isFinal: boolean };

/** One attempt to send an alert to one place. */
export interface ClaimedSending extends AlertTarget {
  readonly alert: Alert;
  readonly attempt: number;
}

const isDone = ({ sendings }: Pick<AlertEntry, 'sendings'>): boolean =>
  sendings.every(({ state }) => state !== 'waiting');

const boundTexts = (alert: Alert): Alert => ({
  ...alert,
  title: alert.title.slice(0, ALERT_TITLE_CHARS).toWellFormed(),
  text: alert.text.slice(0, ALERT_TEXT_CHARS).toWellFormed(),
});

/** The sending after an attempt of it. */
const afterAttempt = (sending: Sending, outcome: SendOutcome, nowMs: number): Sending => {
  if (outcome.state === 'sent') return { ...sending, state: 'sent', error: undefined };
  const pauseMs = outcome.isFinal ? undefined : ALERT_PAUSES_MS[sending.attempts - 1];
  return pauseMs === undefined
    ? { ...sending, state: 'failed', error: outcome.error }
    : { ...sending, nextAttemptAtMs: nowMs + pauseMs, error: outcome.error };
};

/**
 * Alerts and what became of them, as records of the store. Any number of processes may write and send: an alert exists once by its
 * id, and each attempt is claimed by compare-and-set before it is made.
 */
export const createAlertBook = (records: AlertRecordStore, clock: Clock) => {
  const own = createAlertRecords(records, clock);

  return {
    /** Makes an alert known, with what is to be sent. `none`: it is known. `full`: there were too many today. */
    note: async (
      due: Alert,
      targetsOf: (alert: Alert) => Promise<readonly AlertTarget[]>,
    ): Promise<'noted' | 'none' | 'full'> => {
      const known = await own.get(due.id);
      if (known !== null) {
        await own.keep(known);
        return 'none';
      }
      const alert = boundTexts(due);
      if (!(await own.hasRoom(alert))) return 'full';
      const targets = await targetsOf(alert);
      const begun = { state: 'waiting' as const, attempts: 0, nextAttemptAtMs: clock() };
      const data = { alert, sendings: targets.map((target) => ({ ...target, ...begun })) };
      if (targets.length > 0) {
        const pending = { kind: PENDING, id: alert.id, owner: PENDING_OWNER };
        await records.insert({ ...pending, data, expiresAtMs: own.keptUntil() });
      }
      return (await own.insert(alert, data)) ? 'noted' : 'none';
    },

    /** Alerts of which something is to be sent now, page by page. Forgets those that are done. */
    pending: async function* (): AsyncIterable<AlertEntry> {
      let before = {};
      for (let pages = 0; pages < ALERT_PAGES; pages += 1) {
        const page = await records.list(PENDING, PENDING_OWNER, { limit: ALERT_PAGE_ROWS, ...before });
        for (const record of page) {
          const draft = readEntry(record);
          // Whoever wrote it may have died before the alert itself was written.
          let known = await own.get(record.id);
          if (known === null && (await own.insert(draft.alert, { alert: draft.alert, sendings: draft.sendings })))
            known = await own.get(record.id);
          const entry = known && readEntry(known);
          if (entry !== null && isDone(entry)) await records.remove(PENDING, record.id);
          else if (entry !== null) yield entry;
        }
        const last = page.at(-1);
        if (last === undefined || page.length < ALERT_PAGE_ROWS) return;
        before = { beforeMs: last.createdAtMs, beforeId: last.id };
      }
    },

    /** The next attempt to send, for this caller alone until its lease is over; undefined if it is not due, or another's. */
    claim: async ({ alert }: AlertEntry, target: AlertTarget): Promise<ClaimedSending | undefined> => {
      const claimed = await own.change(alert.id, target, (sending) => {
        if (sending.state !== 'waiting' || sending.nextAttemptAtMs > clock()) return undefined;
        // Its process died in each of them.
        if (sending.attempts > ALERT_PAUSES_MS.length) return { ...sending, state: 'failed', error: 'interrupted' };
        return { ...sending, attempts: sending.attempts + 1, nextAttemptAtMs: clock() + ALERT_SEND_LEASE_MS };
      });
      if (claimed?.state !== 'waiting') return undefined;
      return { ...target, alert, attempt: claimed.attempts };
    },

    /** Keeps what became of an attempt; one that has lost its lease to another attempt changes nothing, unless it was sent. */
    finish: async ({ alert, attempt, channel, to }: ClaimedSending, outcome: SendOutcome): Promise<void> => {
      await own.change(alert.id, { channel, to }, (sending) => {
        if (sending.state !== 'waiting') return undefined;
        if (sending.attempts !== attempt && outcome.state !== 'sent') return undefined;
        return afterAttempt(sending, outcome, clock());
      });
    },

    /** The newest alerts of an account; null: to the operators. */
    list: async (accountId: string | null, limit: number): Promise<readonly AlertEntry[]> =>
      (await own.list(accountId, limit)).map(readEntry),
  };
};

export type AlertBook = ReturnType<typeof createAlertBook>;
