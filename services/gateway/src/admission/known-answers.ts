import { createHash } from 'node:crypto';
import { answerTextOf, type Operation } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import type { Clock, RequestRow, RequestStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import { withTimeout } from '../http/with-timeout.js';

/** Digest by which equal calls of an account find each other's responses; undefined for calls whose responses are not shared. */
export const answerKeyOf = (
  { id }: Pick<Operation, 'id'>,
  params: Readonly<Record<string, unknown>>,
): string | undefined => {
  const text = answerTextOf(id, params);
  return text === undefined ? undefined : createHash('sha256').update(text).digest('base64url');
};

export interface KnownAnswersOptions {
  readonly requests: Pick<RequestStore, 'findAnswer'>;
  readonly files: Pick<FileStore, 'head'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Finds the newest charged response of the account under a key, at most `maxAgeSeconds` old and still stored. Never rejects:
 * without a response the call runs as any other.
 */
export const createKnownAnswers =
  ({ requests, files, clock, log }: KnownAnswersOptions) =>
  async (accountId: string, answerKey: string, maxAgeSeconds: number): Promise<RequestRow | undefined> => {
    const sinceMs = clock() - maxAgeSeconds * 1_000;
    try {
      const row = await withTimeout(STORE_ANSWER_MS, requests.findAnswer(accountId, answerKey, sinceMs));
      if (row?.answerName === undefined) return undefined;
      const file = { accountId, requestId: row.id, name: row.answerName };
      const found = await withTimeout(STORE_ANSWER_MS, files.head(file));
      return found === null ? undefined : row;
    } catch (error) {
      log.warn('could not look for a stored response', { error });
      return undefined;
    }
  };

export type FindKnownAnswer = ReturnType<typeof createKnownAnswers>;
