import type { Clock, RecordStore } from '@quarry/store';

export interface SharedSlotsOptions {
  readonly records: Pick<RecordStore, 'insert'>;
  readonly clock: Clock;
  /** Kind of the records: one for each slot that is taken. */
  readonly kind: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** At most `limit` uses per owner in each window, over all processes. */
export const createSharedSlots = ({ records, clock, kind, limit, windowMs }: SharedSlotsOptions) => ({
  /** Seconds to wait if all are taken; undefined: one was free, and is taken now. */
  take: async (owner: string): Promise<number | undefined> => {
    const nowMs = clock();
    const window = Math.floor(nowMs / windowMs);
    const endMs = (window + 1) * windowMs;
    for (let slot = 0; slot < limit; slot += 1) {
      const id = `${owner}.${window}.${slot}`;
      if (await records.insert({ kind, id, owner, data: {}, expiresAtMs: endMs })) return undefined;
    }
    return Math.ceil((endMs - nowMs) / 1_000);
  },
});
