import type { Logger } from '@quarry/observability';
import type { Store } from '@quarry/store';
import { STORE_ANSWER_MS, STORE_SAMPLE_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';

export interface StoreMonitor {
  /** True if the store did not respond to the last ping. */
  isAway(): boolean;
  start(): void;
  stop(): void;
}

/** Pings the store on a timer, so that no request has to find out by waiting. */
export const createStoreMonitor = (store: Pick<Store, 'ping'>, log: Logger): StoreMonitor => {
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  const sample = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const wasAway = isAway;
    try {
      await withTimeout(STORE_ANSWER_MS, store.ping());
      isAway = false;
    } catch (error) {
      isAway = true;
      if (!wasAway) log.warn('store does not answer', { error });
    }
    if (wasAway && !isAway) log.warn('store is back');
    isAsking = false;
  };
  return {
    isAway: () => isAway,
    start: () => {
      timer ??= setInterval(() => void sample(), STORE_SAMPLE_MS).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
  };
};
