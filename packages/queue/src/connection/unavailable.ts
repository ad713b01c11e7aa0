import { COMMAND_TIMEOUT_MS } from '../bounds.js';

/** Redis is away, too slow or refuses: nothing is known about whether the call took effect. */
export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
}

/** Ends within the bound: with the value, or with a `QueueUnavailableError`. */
export const withinBound = async <T>(what: string, work: Promise<T>, timeoutMs = COMMAND_TIMEOUT_MS): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // A call that a closed connection forgot must not keep a process from ending.
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
