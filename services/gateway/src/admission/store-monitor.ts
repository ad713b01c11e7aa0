import type { Logger } from '@quarry/observability';
import type { Store } from '@quarry/store';
import { STORE_ANSWER_MS, STORE_SAMPLE_MS } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';

export interface StoreMonitor {
  /** True when the store did not answer the last time it was asked. */
  isAway(): boolean;
  start(): void;
  stop(): void;
}

/** Asks the store on a timer whether it answers, so that no request has to find out by waiting. */
export const createStoreMonitor = (store: Pick<Store, 'ping'>, log: Logger): StoreMonitor => {
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  const sample = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const wasAway = isAway;
    try {
      await answerWithin(STORE_ANSWER_MS, store.ping());
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
