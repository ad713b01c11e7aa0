import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Logger } from '@quarry/observability';
import type { Clock, RecordStore } from '@quarry/store';
import {
  ALERT_KNOWN_IDS,
  ALERT_KNOWN_MS,
  ALERT_ROUND_MAX_MS,
  ALERT_ROUND_MS,
  ALERT_SENDS_AT_ONCE,
  ALERT_SOURCE_MS,
  ALERTS_PER_ROUND,
} from '../bounds.js';
import type { Alert, AlertSource } from './alert.js';
import type { AlertBook, SendOutcome } from './alert-book.js';
import type { AlertEntry, AlertTarget } from './alert-records.js';
import { createRoundLease } from './round-lease.js';
import type { AlertSender } from './send-alert.js';

export interface AlertRoundsOptions {
  readonly sources: readonly AlertSource[];
  readonly book: AlertBook;
  readonly sender: AlertSender;
  readonly records: Pick<RecordStore, 'get' | 'insert' | 'remove' | 'replace'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Default: `ALERT_ROUND_MS`. */
  readonly everyMs?: number;
}

export interface AlertRounds {
  /** One round, if this process is the one that makes them. Never rejects. */
  readonly round: () => Promise<void>;
  /** Waits for the round under way, and lets another process take over at once. */
  readonly close: () => Promise<void>;
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Asks the sources, keeps what is new and sends what is due. */
const createRound = ({ sources, book, sender, clock, log }: AlertRoundsOptions) => {
  // Sources name an alert as long as it is true. These need not be looked up each time.
  const known = new LRUCache<string, true>({ max: ALERT_KNOWN_IDS, ttl: ALERT_KNOWN_MS });

  /** True: it is a new one. */
  const note = async (source: string, alert: Alert): Promise<boolean> => {
    const { id, kind, accountId } = alert;
    if (known.has(id)) return false;
    const result = await book.note(alert, sender.targetsOf);
    const fields = { alertSource: source, alert: kind, accountId: accountId ?? undefined };
    if (result === 'full') log.warn('too many alerts today', fields);
    else known.set(id, true);
    if (result === 'noted') log.info('alert', fields);
    return result === 'noted';
  };

  const ask = async ({ name, due }: AlertSource): Promise<void> => {
    try {
      const alerts = await within(ALERT_SOURCE_MS, due(clock()));
      let room = ALERTS_PER_ROUND;
      for (const alert of alerts) {
        if (room > 0 && (await note(name, alert))) room -= 1;
      }
    } catch (error) {
      log.warn('alerts could not be looked for', { alertSource: name, error });
    }
  };

  const attempt = async (entry: AlertEntry, target: AlertTarget): Promise<void> => {
    const claimed = await book.claim(entry, target);
    if (claimed === undefined) return;
    const outcome = await sender.send(claimed).catch((error: unknown): SendOutcome => {
      log.warn('an alert could not be sent', { alert: entry.alert.kind, error });
      return { state: 'failed', error: 'internal_error', isFinal: false };
    });
    await book.finish(claimed, outcome);
    if (outcome.state === 'failed')
      log.warn('an alert was not sent', { alert: entry.alert.kind, reason: `${target.channel}: ${outcome.error}` });
  };

  const sendDue = async (): Promise<void> => {
    const untilMs = clock() + ALERT_ROUND_MAX_MS;
    const limit = pLimit(ALERT_SENDS_AT_ONCE);
    for await (const entry of book.pending()) {
      if (clock() > untilMs) return;
      await Promise.all(entry.sendings.map((target) => limit(() => attempt(entry, target))));
    }
  };

  return async (): Promise<void> => {
    for (const source of sources) await ask(source);
    await sendDue();
  };
};

/** Makes rounds until it is closed, in one of the consoles that share a store. */
export const startAlertRounds = (options: AlertRoundsOptions): AlertRounds => {
  const { records, clock, log, everyMs = ALERT_ROUND_MS } = options;
  const lease = createRoundLease(records, clock);
  const run = createRound(options);
  let underWay: Promise<void> | undefined;

  const round = (): Promise<void> => {
    underWay ??= (async () => {
      try {
        if (await lease.take()) await run();
      } catch (error) {
        // A store that is away: the next round goes on.
        log.warn('a round of alerts failed', { error });
      } finally {
        underWay = undefined;
      }
    })();
    return underWay;
  };

  const timer = setInterval(() => void round(), everyMs);
  timer.unref();
  return {
    round,
    close: async () => {
      clearInterval(timer);
      await underWay;
      await lease.giveBack().catch((error: unknown) => log.warn('the lease of alerts was not given back', { error }));
    },
  };
};
