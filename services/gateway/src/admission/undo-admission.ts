import { countEnd, logEnd, type Logger, type Metrics } from '@quarry/observability';
import type { Leases } from '@quarry/queue';
import type { RequestStore } from '@quarry/store';
import { UNDO_RETRY_MS, UNDO_TRIES } from '../bounds.js';
import { pauseUntil } from '../idempotency/pause-until.js';
import { ENDS } from '../settlement/settlement.js';

export interface UndoOptions {
  readonly requests: Pick<RequestStore, 'finish'>;
  readonly leases: Pick<Leases, 'release'>;
  /** Aborts when this process must stop. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
}

/**
 * Ends requests whose admission failed with an unknown outcome. Retries until the store responds, within bounds; after that
 * the request ends at its deadline. Never rejects.
 */
export const createUndo =
  ({ requests, leases, stopping, log, metrics }: UndoOptions) =>
  async (requestId: string): Promise<void> => {
    for (let tries = 0; tries < UNDO_TRIES && !stopping.aborted; tries += 1) {
      try {
        const finished = await requests.finish(requestId, ENDS.unavailable);
        if (finished?.isWinner) {
          countEnd(metrics, finished.row);
          logEnd(log, finished.row);
        }
        // While the row was open, its lease may have been restored from it.
        if (finished !== null) await leases.release(finished.row.accountId, requestId).catch(() => undefined);
        return;
      } catch {
        await pauseUntil(UNDO_RETRY_MS, [stopping]);
      }
    }
    log.warn('could not undo an admission; its hold ends at its deadline', { requestId });
  };
