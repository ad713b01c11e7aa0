import { FileTooLargeError } from '@quarry/files';
import { ANSWER_READ_MS, ANSWER_RETRY_MAX_MS, ANSWER_RETRY_MIN_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';
import { pauseUntil } from '../idempotency/pause-until.js';

/** The stored response of a successful request could not be read in time. */
export class AnswerUnreadableError extends Error {
  override readonly name = 'AnswerUnreadableError';
}

/** The file store responds, but does not have the file. */
export class AnswerMissingError extends Error {
  override readonly name = 'AnswerMissingError';
}

export interface Patience<T> {
  /** Default: `ANSWER_READ_MS`. */
  readonly readMs?: number | undefined;
  /** True if nobody waits for it any more. */
  readonly isGone: () => boolean;
  /** Receives a late result. */
  readonly discard?: (late: T) => void;
}

/**
 * Retries reading, because a short outage of the file store must not cost a caller a charged response. Rejects with an
 * `AnswerUnreadableError`, or at once with an `AnswerMissingError` or a `FileTooLargeError`.
 */
export const readPatiently = async <T>(
  read: () => Promise<T | null>,
  { readMs = ANSWER_READ_MS, isGone, discard }: Patience<T>,
): Promise<T> => {
  const untilMs = performance.now() + readMs;
  const leftMs = (): number => untilMs - performance.now();
  for (let pauseMs = ANSWER_RETRY_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, ANSWER_RETRY_MAX_MS)) {
    const reading = read();
    try {
      const found = await withTimeout(Math.max(0, leftMs()), reading);
      if (found === null) throw new AnswerMissingError('the answer is not among the files of its request');
      return found;
    } catch (cause) {
      if (cause instanceof FileTooLargeError || cause instanceof AnswerMissingError) throw cause;
      void reading.then(
        (late) => late !== null && discard?.(late),
        () => undefined,
      );
      const isOver = isGone() || leftMs() <= pauseMs;
      if (isOver) throw new AnswerUnreadableError('a stored answer could not be read', { cause });
    }
    await pauseUntil(pauseMs, []);
  }
};
