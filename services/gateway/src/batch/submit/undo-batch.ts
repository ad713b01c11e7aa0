import type { Logger } from '@quarry/observability';
import type { BatchStore } from '@quarry/store';
import { STORE_ANSWER_MS, UNDO_RETRY_MS, UNDO_TRIES } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import { pauseUntil } from '../../idempotency/pause-until.js';

export interface UndoBatchOptions {
  readonly batches: Pick<BatchStore, 'abandon' | 'requestStop'>;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly retryMs?: number;
}

/**
 * Removes a job that was not accepted. If it was activated after all it is stopped, unless it `mayRun` because its caller will
 * ask for it. Resolves when done, or after the first attempt failed; others follow. Never rejects.
 */
export type UndoBatch = (jobId: string, mayRun: boolean) => Promise<void>;

/** After all attempts the sweeper removes the job. */
export const createUndoBatch = (options: UndoBatchOptions): UndoBatch => {
  const { batches, stopping, log, retryMs = UNDO_RETRY_MS } = options;

  const undo = async (jobId: string, mayRun: boolean): Promise<void> => {
    const isAbandoned = await withTimeout(STORE_ANSWER_MS, batches.abandon(jobId));
    if (!isAbandoned && !mayRun) await withTimeout(STORE_ANSWER_MS, batches.requestStop(jobId));
  };
  const tryOn = async (jobId: string, mayRun: boolean): Promise<void> => {
    for (let tries = 1; tries < UNDO_TRIES && !stopping.aborted; tries += 1) {
      await pauseUntil(retryMs, [stopping]);
      try {
        return await undo(jobId, mayRun);
      } catch {
        // The store is still unavailable.
      }
    }
    log.warn('could not undo a batch that was not accepted; the sweeper will', { jobId });
  };

  return async (jobId, mayRun) => {
    try {
      await undo(jobId, mayRun);
    } catch {
      void tryOn(jobId, mayRun);
    }
  };
};
