import { COMMAND_TIMEOUT_MS } from '../bounds.js';

/** Redis is unavailable, too slow or refuses. The call may or may not have taken effect. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
}

/** The result of the work, or a `QueueUnavailableError` when it fails or takes longer. */
export const withTimeout = async <T>(what: string, work: Promise<T>, timeoutMs = COMMAND_TIMEOUT_MS): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // A call that a closed connection never settles must not keep the process alive.
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new QueueUnavailableError(`Redis: ${what} failed: ${reason}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

/** Resolves when the work ends or fails, or after `timeoutMs`. */
export const atMost = async (timeoutMs: number, work: Promise<unknown>): Promise<void> => {
  await withTimeout('a wait', work, timeoutMs).catch(() => undefined);
};
