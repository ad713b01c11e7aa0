import type { MongoEngine } from '../mongo-engine.js';

/** How long finished entries stay in a period's lists at most, milliseconds: those that finish meanwhile are removed with them. */
export const CLEANUP_DELAY_MS = 25;
/** Bytes and entries at which they are removed at once. */
export const CLEANUP_BYTES = 262_144;
export const CLEANUP_ENTRIES = 200;

/** What may be removed from a period's lists: intents that are rows, journal entries that are written. */
interface Done {
  readonly holdTokens: readonly string[];
  readonly entryIds: readonly string[];
  readonly sizeBytes: number;
}

interface Waiting {
  holdTokens: string[];
  entryIds: string[];
  sizeBytes: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Removes finished entries from the periods' lists, for many calls by one command. No call waits for it: a sweep finds
 * and removes what is left, and repeating its steps changes nothing.
 */
export const createPeriodCleanup = (engine: MongoEngine) => {
  const { periods } = engine.models;
  const waiting = new Map<string, Waiting>();
  const underWay = new Set<Promise<unknown>>();

  const takeOut = async (periodId: string, holdTokens: string[], entryIds: string[]): Promise<void> => {
    const done = {
      ...(holdTokens.length > 0 ? { intents: { holdToken: { $in: holdTokens } } } : {}),
      ...(entryIds.length > 0 ? { outbox: { _id: { $in: entryIds } } } : {}),
    };
    await engine.run('periods.cleanUp', () => periods.updateOne({ _id: periodId }, { $pull: done }).exec());
  };

  const flush = (periodId: string): void => {
    const found = waiting.get(periodId);
    if (!found) return;
    waiting.delete(periodId);
    clearTimeout(found.timer);
    const work: Promise<unknown> = takeOut(periodId, found.holdTokens, found.entryIds)
      .catch(() => undefined)
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  const add = (periodId: string, { holdTokens, entryIds, sizeBytes }: Done): void => {
    const found = waiting.get(periodId) ?? {
      holdTokens: [],
      entryIds: [],
      sizeBytes: 0,
      timer: setTimeout(() => flush(periodId), CLEANUP_DELAY_MS),
    };
    waiting.set(periodId, found);
    found.holdTokens.push(...holdTokens);
    found.entryIds.push(...entryIds);
    found.sizeBytes += sizeBytes;
    const isFull = found.sizeBytes >= CLEANUP_BYTES;
    if (isFull || found.holdTokens.length + found.entryIds.length >= CLEANUP_ENTRIES) flush(periodId);
  };

  const drain = async (): Promise<void> => {
    for (const periodId of [...waiting.keys()]) flush(periodId);
    await Promise.all(underWay);
  };

  return {
    addIntent: (periodId: string, holdToken: string, sizeBytes: number): void =>
      add(periodId, { holdTokens: [holdToken], entryIds: [], sizeBytes }),
    addEntries: (periodId: string, entryIds: readonly string[]): void =>
      add(periodId, { holdTokens: [], entryIds, sizeBytes: 0 }),
    drain,
  };
};

export type PeriodCleanup = ReturnType<typeof createPeriodCleanup>;
