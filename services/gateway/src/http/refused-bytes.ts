import type { Response } from 'express';
import type { Clock } from '@quarry/store';
import { REFUSED_BYTES_PER_MINUTE } from '../bounds.js';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { requestState } from './request-state.js';

const MINUTE_MS = 60_000;
const REFUSED: ReadonlySet<number> = new Set([400, 402, 409, 413, 415, 422]);

const MESSAGE =
  'This account sent too many bytes in refused requests in the last minute. Fix the errors in the responses; ' +
  'retry after the time in the Retry-After header.';

export interface RefusedBytes {
  /** Why no more of the account is read; undefined if it may be. */
  refusal(accountId: string): Refusal | undefined;
  /** Counts the unread body of this call if it is refused, or if its caller leaves before the response. */
  watch(response: Response, accountId: string): void;
}

/**
 * Refusals are free, but reading a refused body costs as much as reading a paid one. So each account may have this many refused
 * bytes per minute; they drain evenly. Counted per process, because it limits the work of this process.
 */
export const createRefusedBytes = (clock: Clock, bytesPerMinute = REFUSED_BYTES_PER_MINUTE): RefusedBytes => {
  // Least recently used first.
  const levels = new Map<string, { readonly bytes: number; readonly atMs: number }>();
  const drainedPerMs = bytesPerMinute / MINUTE_MS;

  const levelOf = (accountId: string): number => {
    const last = levels.get(accountId);
    return last === undefined ? 0 : Math.max(0, last.bytes - Math.max(0, clock() - last.atMs) * drainedPerMs);
  };
  const add = (accountId: string, bytes: number): void => {
    const level = levelOf(accountId) + bytes;
    levels.delete(accountId);
    levels.set(accountId, { bytes: level, atMs: clock() });
    for (const other of levels.keys()) {
      if (levelOf(other) > 0) break;
      levels.delete(other);
    }
  };

  return {
    refusal: (accountId) => {
      const excess = levelOf(accountId) - bytesPerMinute;
      if (excess < 0) return undefined;
      const retryAfterSeconds = Math.floor(excess / drainedPerMs / 1_000) + 1;
      return { ...refuse('free_budget_exhausted', { message: MESSAGE, reason: 'refused_bytes' }), retryAfterSeconds };
    },
    watch: (response, accountId) => {
      const { socket } = response.req;
      const readBefore = socket.bytesRead;
      response.once('close', () => {
        const { bodyBytes = socket.bytesRead - readBefore } = requestState(response);
        if (!response.writableFinished || REFUSED.has(response.statusCode)) add(accountId, bodyBytes);
      });
    },
  };
};
