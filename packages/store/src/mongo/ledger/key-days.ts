import type { KeyUse } from '../../port.js';
import type { KeyDayDocument, PeriodDocument } from '../documents.js';
import type { MongoEngine } from '../mongo-engine.js';

/**
 * What limited keys have used of a day is in the account's period, so that the update that takes or ends a hold also counts it
 * there. A period begins with the days of the one before.
 */
export type KeyDay = Pick<KeyDayDocument, 'keyId' | 'dayMs'>;

/** Days that a period keeps for its keys; older days go first. */
export const MAX_KEY_DAYS = 1_000;
/** Days before it that stay, for requests that are in flight at midnight. */
const KEPT_DAYS_MS = 2 * 86_400_000;

/** The day of the key in which a row's hold counts. */
export const keyDayOf = ({ keyId, keyDayMs: dayMs }: { keyId?: string; keyDayMs?: number }): KeyDay | undefined =>
  keyId === undefined || dayMs === undefined ? undefined : { keyId, dayMs };

interface KeyDayMove {
  readonly increments: Readonly<Record<string, number>>;
  readonly options: { readonly arrayFilters?: Record<string, unknown>[] };
}

/** The parts of a period's update that move what is used; none where nothing moves. */
export const moveKeyDay = (day: KeyDay | undefined, credits: number): KeyDayMove =>
  day === undefined || credits === 0
    ? { increments: {}, options: {} }
    : {
        increments: { 'keyDays.$[day].used': credits },
        options: { arrayFilters: [{ 'day.keyId': day.keyId, 'day.dayMs': day.dayMs }] },
      };

/** Selects periods in which the key has that much left. */
export const hasKeyDay = ({ keyId, dayMs }: KeyDay, most: number) => ({
  keyDays: { $elemMatch: { keyId, dayMs, used: { $lte: most } } },
});

/** Selects periods in which fewer requests of the key are in flight than may be. */
export const hasKeyPlace = ({ id, concurrency }: KeyUse) =>
  concurrency === undefined
    ? {}
    : {
        $expr: {
          $lt: [
            { $size: { $filter: { input: '$holds', as: 'hold', cond: { $eq: ['$$hold.keyId', id] } } } },
            concurrency,
          ],
        },
      };

/** The days that the next period begins with. */
export const carriedKeyDays = (last: Pick<PeriodDocument, 'keyDays'> | null, nowMs: number) => {
  const kept = last?.keyDays?.filter(({ dayMs }) => dayMs >= nowMs - KEPT_DAYS_MS) ?? [];
  return kept.length === 0 ? {} : { keyDays: kept };
};

export const createKeyDays = ({ models: { periods }, run }: MongoEngine) => {
  /** Undefined: the period does not have this day yet. */
  const used = async (periodId: string, { keyId, dayMs }: KeyDay): Promise<number | undefined> => {
    const found = await run('periods.findKeyDay', () =>
      periods
        .findOne({ _id: periodId }, { keyDays: { $elemMatch: { keyId, dayMs } } })
        .lean<Pick<PeriodDocument, 'keyDays'>>()
        .exec(),
    );
    return found?.keyDays?.[0]?.used;
  };

  const open = async (periodId: string, { keyId, dayMs }: KeyDay): Promise<void> => {
    const old = { dayMs: { $lt: dayMs - KEPT_DAYS_MS } };
    const next = { $each: [{ keyId, dayMs, used: 0 }], $sort: { dayMs: 1 as const }, $slice: -MAX_KEY_DAYS };
    await run('periods.forgetKeyDays', () =>
      periods.updateOne({ _id: periodId, 'keyDays.dayMs': old.dayMs }, { $pull: { keyDays: old } }).exec(),
    );
    await run('periods.openKeyDay', () =>
      periods
        .updateOne({ _id: periodId, keyDays: { $not: { $elemMatch: { keyId, dayMs } } } }, { $push: { keyDays: next } })
        .exec(),
    );
  };

  /**
   * What a hold of an earlier period releases, in the current one: once at most, so that a key never has more than its limit. A
   * process that dies before it leaves the key with less until the day ends.
   */
  const giveBack = async (accountId: string, day: KeyDay | undefined, credits: number): Promise<void> => {
    if (day === undefined || credits === 0) return;
    const { increments, options } = moveKeyDay(day, -credits);
    await run('periods.giveBackKeyDay', () =>
      periods
        .updateOne({ openOf: accountId, ...hasKeyDay(day, Number.MAX_SAFE_INTEGER) }, { $inc: increments }, options)
        .exec(),
    );
  };

  /** Whether fewer requests of the key are in flight than may be. */
  const hasPlace = async (periodId: string, key: KeyUse): Promise<boolean> =>
    (await run('periods.hasKeyPlace', () => periods.exists({ _id: periodId, ...hasKeyPlace(key) }).exec())) !== null;

  return { used, open, giveBack, hasPlace };
};

export type KeyDays = ReturnType<typeof createKeyDays>;
