import { MAX_OWED_RELEASES, OWED_RELEASE_RETRY_MS, OWED_RELEASE_TRIES } from './bounds.js';

export interface OwedReleases {
  add(key: string, requestId: string): void;
  close(): void;
}

interface Owed {
  readonly key: string;
  readonly requestId: string;
  triesLeft: number;
}

/** Leases that could not be given back while Redis was away; tried again until it is there or their time is up. */
export const openOwedReleases = (release: (key: string, requestId: string) => Promise<unknown>): OwedReleases => {
  const owed = new Set<Owed>();
  let timer: NodeJS.Timeout | undefined;

  const tryAll = async (): Promise<void> => {
    for (const entry of [...owed]) {
      entry.triesLeft -= 1;
      try {
        await release(entry.key, entry.requestId);
        owed.delete(entry);
      } catch {
        // Redis is still away: the others would fail as well.
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

  return {
    add: (key, requestId) => {
      if (owed.size >= MAX_OWED_RELEASES) return;
      owed.add({ key, requestId, triesLeft: OWED_RELEASE_TRIES });
      if (!timer) schedule();
    },
    close: () => {
      owed.clear();
      clearTimeout(timer);
    },
  };
};
