import { MAX_OWED_RELEASES, OWED_RELEASE_RETRY_MS, OWED_RELEASE_TRIES, REPEATED_RELEASES_MS } from '../bounds.js';

export interface OwedReleases {
  add(key: string, requestId: string): void;
  /** The release was made; Redis may still lose it. */
  made(key: string, requestId: string): void;
  /** The connection was lost: recent releases are repeated. */
  repeatRecent(): void;
  close(): void;
}

interface Owed {
  readonly key: string;
  readonly requestId: string;
  triesLeft: number;
}

/** Leases that could not be released while Redis was unavailable; tried again until it is available or they expire. */
export const openOwedReleases = (
  release: (key: string, requestId: string) => Promise<unknown>,
  now: () => number,
): OwedReleases => {
  const owed = new Set<Owed>();
  /** By request, the oldest first. */
  const recent = new Map<string, { readonly key: string; readonly atMs: number }>();
  let timer: NodeJS.Timeout | undefined;

  const dropOld = (): void => {
    for (const [requestId, { atMs }] of recent) {
      if (recent.size <= MAX_OWED_RELEASES && now() - atMs <= REPEATED_RELEASES_MS) return;
      recent.delete(requestId);
    }
  };
  const made = (key: string, requestId: string): void => {
    recent.set(requestId, { key, atMs: now() });
    dropOld();
  };

  const tryAll = async (): Promise<void> => {
    for (const entry of [...owed]) {
      entry.triesLeft -= 1;
      try {
        await release(entry.key, entry.requestId);
        owed.delete(entry);
        made(entry.key, entry.requestId);
      } catch {
        // Redis is still unavailable: the others would fail as well.
        if (entry.triesLeft <= 0) owed.delete(entry);
        break;
      }
    }
    schedule();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = owed.size > 0 ? setTimeout(() => void tryAll(), OWED_RELEASE_RETRY_MS).unref() : undefined;
  };

  const add = (key: string, requestId: string): void => {
    if (owed.size >= MAX_OWED_RELEASES) return;
    owed.add({ key, requestId, triesLeft: OWED_RELEASE_TRIES });
    if (!timer) schedule();
  };

  return {
    add,
    made,
    repeatRecent: () => {
      dropOld();
      for (const [requestId, { key }] of recent) add(key, requestId);
      recent.clear();
    },
    close: () => {
      owed.clear();
      recent.clear();
      clearTimeout(timer);
    },
  };
};
