import type { Logger } from '@quarry/observability';
import type { BatchStore } from '@quarry/store';
import { STORE_ANSWER_MS, UNDO_RETRY_MS, UNDO_TRIES } from '../../bounds.js';
import { answerWithin } from '../../http/answer-within.js';
import { pauseUntil } from '../../idempotency/pause-until.js';

export interface UndoBatchOptions {
  readonly batches: Pick<BatchStore, 'abandon' | 'requestStop'>;
  /** Aborts when this process must go. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly retryMs?: number;
}

/**
 * Makes a job as if it had never been. One that was activated after all is stopped, unless it `mayRun`: then somebody will ask
 * for it. Resolves once that is so, or after the first try failed: others follow. Never rejects.
 */
export type UndoBatch = (jobId: string, mayRun: boolean) => Promise<void>;

/** What is left after all tries is swept as a job that nobody goes on to accept. */
export const createUndoBatch = (options: UndoBatchOptions): UndoBatch => {
  const { batches, stopping, log, retryMs = UNDO_RETRY_MS } = options;

  const undo = async (jobId: string, mayRun: boolean): Promise<void> => {
    const isAbandoned = await answerWithin(STORE_ANSWER_MS, batches.abandon(jobId));
    if (!isAbandoned && !mayRun) await answerWithin(STORE_ANSWER_MS, batches.requestStop(jobId));
  };
  const tryOn = async (jobId: string, mayRun: boolean): Promise<void> => {
    for (let tries = 1; tries < UNDO_TRIES && !stopping.aborted; tries += 1) {
      await pauseUntil(retryMs, [stopping]);
      try {
        return await undo(jobId, mayRun);
      } catch {
        // The store is still away.
      }
    }
    log.warn('a batch that was not accepted is left to the sweeper', { jobId });
  };

  return async (jobId, mayRun) => {
    try {
      await undo(jobId, mayRun);
    } catch {
      void tryOn(jobId, mayRun);
    }
  };
};
