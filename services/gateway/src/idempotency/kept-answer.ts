import type { IdempotentAnswer } from '@quarry/store';

const FREED_4XX: ReadonlySet<number> = new Set([402, 429]);

/** Answers that would be the same again. Others free the key: more credits, a free place or another try may change them. */
export const isAnswerKept = ({ statusCode }: IdempotentAnswer): boolean =>
  (statusCode >= 200 && statusCode < 300) || (statusCode >= 400 && statusCode < 500 && !FREED_4XX.has(statusCode));
