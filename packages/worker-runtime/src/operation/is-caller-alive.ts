import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationJob } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import type { ReplySender } from '@quarry/queue';
import { LISTENER_GRACE_MS, LISTENER_POLL_MS } from '../bounds.js';

export interface CallerOptions {
  readonly replies: Pick<ReplySender, 'isHeard'>;
  readonly log: Logger;
  /** Default: `LISTENER_GRACE_MS`. */
  readonly listenerGraceMs?: number | undefined;
}

/**
 * Whether the gateway that sent the job still listens for its reply. One that does not listen for the whole grace has died, and
 * with it its clients' connections. True for a job without a reply address, which no client waits for, and if Redis cannot be
 * asked.
 */
export const isCallerAlive = async (
  { replies, log, listenerGraceMs = LISTENER_GRACE_MS }: CallerOptions,
  { replyTo, requestId }: OperationJob,
  signal: AbortSignal,
): Promise<boolean> => {
  if (replyTo === undefined) return true;
  const untilMs = performance.now() + listenerGraceMs;
  for (;;) {
    try {
      if (await replies.isHeard(replyTo)) return true;
    } catch (error) {
      log.warn('could not check whether the gateway still listens', { requestId, error });
      return true;
    }
    if (signal.aborted) return true;
    if (performance.now() >= untilMs) return false;
    // It rejects when the signal aborts.
    await sleep(Math.min(LISTENER_POLL_MS, listenerGraceMs), undefined, { signal }).catch(() => undefined);
  }
};
