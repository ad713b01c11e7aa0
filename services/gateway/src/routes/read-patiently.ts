import { FileTooLargeError } from '@quarry/files';
import { ANSWER_READ_MS, ANSWER_RETRY_MAX_MS, ANSWER_RETRY_MIN_MS } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';
import { pauseUntil } from '../idempotency/pause-until.js';

/** The stored answer of a request that ended well could not be read, for as long as was tried. */
export class AnswerUnreadableError extends Error {
  override readonly name = 'AnswerUnreadableError';
}

/** The store of files answers, and has it not. */
export class AnswerMissingError extends Error {
  override readonly name = 'AnswerMissingError';
}

export interface Patience<T> {
  /** Default: `ANSWER_READ_MS`. */
  readonly readMs?: number | undefined;
  /** True: nobody waits for it any more. */
  readonly isGone: () => boolean;
  /** Takes what came too late. */
  readonly discard?: (late: T) => void;
}

/**
 * Reads until it succeeds: a file store that is away for a moment must not cost a caller the answer that was charged. Rejects
 * with an `AnswerUnreadableError`, and at once with an `AnswerMissingError` or a `FileTooLargeError`.
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
      const found = await answerWithin(Math.max(0, leftMs()), reading);
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
