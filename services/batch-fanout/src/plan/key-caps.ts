import { shareFairly } from './window-shares.js';

/** A led job, and what its key may have in flight at once. */
export interface KeyedJob {
  readonly id: string;
  readonly keyId?: string | undefined;
  readonly keyConcurrency?: number | undefined;
}

/**
 * The windows of jobs whose key has a concurrency, narrowed so that the items in flight of all of them are within it. Jobs that
 * get none wait for the others. A replica knows only the jobs that it leads.
 */
export const capByKey = (windows: ReadonlyMap<string, number>, led: readonly KeyedJob[]): Map<string, number> => {
  const capped = new Map(windows);
  const limited = led.filter(({ keyId, keyConcurrency }) => keyId !== undefined && keyConcurrency !== undefined);
  for (const jobs of Map.groupBy(limited, ({ keyId }) => keyId).values()) {
    const places = Math.min(...jobs.map(({ keyConcurrency = Infinity }) => keyConcurrency));
    const wanted = jobs.map(({ id }) => windows.get(id) ?? 0);
    shareFairly(places, wanted).forEach((share, index) => {
      const id = jobs[index]?.id;
      if (id !== undefined) capped.set(id, share);
    });
  }
  return capped;
};
