import type { OperationJob } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import type { ReplySender } from '@quarry/queue';
import { LISTENER_GRACE_MS, LISTENER_POLL_MS } from '../bounds.js';

export interface AwaitedOptions {
  readonly replies: Pick<ReplySender, 'isHeard'>;
  readonly log: Logger;
  /** Default: `LISTENER_GRACE_MS`. */
  readonly listenerGraceMs?: number | undefined;
}

const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });

/**
 * Whether the gateway that sent the job is there to answer its client. One that is gone for the whole grace has died, and
 * its clients' connections with it. Jobs without an address belong to no client that waits; when Redis cannot be asked
 * nothing is known, which is no reason to give up.
 */
export const isAwaited = async (
  { replies, log, listenerGraceMs = LISTENER_GRACE_MS }: AwaitedOptions,
  { replyTo, requestId }: OperationJob,
  signal: AbortSignal,
): Promise<boolean> => {
  if (replyTo === undefined) return true;
  const untilMs = performance.now() + listenerGraceMs;
  for (;;) {
    try {
      if (await replies.isHeard(replyTo)) return true;
    } catch (error) {
      log.warn('could not look for the gateway that waits', { requestId, error });
      return true;
    }
    if (signal.aborted) return true;
    if (performance.now() >= untilMs) return false;
    await pause(Math.min(LISTENER_POLL_MS, listenerGraceMs), signal);
  }
};
