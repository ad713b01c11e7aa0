import type { Purge, RequestEnd, RequestRow } from '../port.js';
import { toRequestRow } from './documents.js';
import type { RequestDocument } from './documents.js';
import { inLanes } from './in-lanes.js';
import type { IntentSteps } from './ledger/intent-steps.js';
import type { MongoEngine } from './mongo-engine.js';
import type { Settlement } from './ledger/settlement.js';
import type { StoredBytes } from './ledger/stored-bytes.js';

const EXPIRED: RequestEnd = {
  state: 'expired',
  chargedCredits: 0,
  verdict: 'deadline_exceeded',
  error: 'deadline_exceeded',
};

const toRow = (document: RequestDocument | null): RequestRow | null => document && toRequestRow(document);

export const createRequestReads = (
  { models: { requests }, run }: MongoEngine,
  { completeLeft }: Pick<IntentSteps, 'completeLeft'>,
) => {
  const find = async (requestId: string): Promise<RequestRow | null> =>
    toRow(await run('requests.find', () => requests.findById(requestId).lean<RequestDocument>().exec()));

  return {
    get: async (requestId: string, nowMs: number): Promise<RequestRow | null> => {
      const row = await find(requestId);
      return row === null && (await completeLeft(requestId, nowMs)) ? find(requestId) : row;
    },
    list: async (
      accountId: string,
      { limit, beforeMs, beforeId = '' }: { limit: number; beforeMs?: number; beforeId?: string },
    ): Promise<RequestRow[]> => {
      // The empty id sorts before all others: without one, everything of that millisecond is left out.
      const older =
        beforeMs === undefined
          ? {}
          : { $or: [{ createdAtMs: { $lt: beforeMs } }, { createdAtMs: beforeMs, _id: { $lt: beforeId } }] };
      const page = await run('requests.page', () =>
        requests
          .find({ accountId, ...older })
          .sort({ createdAtMs: -1, _id: -1 })
          .limit(limit)
          .lean<RequestDocument[]>()
          .exec(),
      );
      return page.map(toRequestRow);
    },
    listOpen: async (
      accountId: string,
      limit: number,
      nowMs: number,
    ): Promise<{ id: string; deadlineAtMs: number }[]> => {
      const open = await run('requests.open', () =>
        requests
          .find({ accountId, state: 'open', deadlineAtMs: { $gt: nowMs } }, { deadlineAtMs: 1 })
          .sort({ deadlineAtMs: 1, _id: 1 })
          .limit(limit)
          .lean<Pick<RequestDocument, '_id' | 'deadlineAtMs'>[]>()
          .exec(),
      );
      return open.map(({ _id, deadlineAtMs }) => ({ id: _id, deadlineAtMs }));
    },
  };
};

export const createRequestWrites = (
  { models: { requests }, run }: MongoEngine,
  { finish }: Settlement,
  stored: Pick<StoredBytes, 'remove'>,
) => ({
  begin: async (requestId: string, attempt: number, nowMs: number): Promise<RequestRow | null> => {
    const isDue = { _id: requestId, state: 'open' as const, attempt, deadlineAtMs: { $gt: nowMs } };
    const begun = run('requests.begin', () =>
      requests
        .findOneAndUpdate(isDue, { $min: { startedAtMs: nowMs } }, { returnDocument: 'after' })
        .lean<RequestDocument>()
        .exec(),
    );
    return toRow(await begun);
  },
  nextAttempt: async (requestId: string, attempt: number): Promise<number | null> => {
    const isCurrent = { _id: requestId, state: 'open' as const, attempt };
    const moved = await run('requests.nextAttempt', () =>
      requests.updateOne(isCurrent, { $set: { attempt: attempt + 1 } }).exec(),
    );
    return moved.matchedCount === 1 ? attempt + 1 : null;
  },
  expire: async (graceMs: number, limit: number, nowMs: number): Promise<{ id: string; operation: string }[]> => {
    const overdue = await run('requests.overdue', () =>
      requests
        .find({ state: 'open', deadlineAtMs: { $lt: nowMs - graceMs } }, { _id: 1 })
        .sort({ deadlineAtMs: 1, _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>()
        .exec(),
    );
    const ends = await inLanes(overdue, ({ _id }) => finish(_id, EXPIRED, undefined, nowMs));
    return ends.flatMap((end) => (end?.isWinner ? [{ id: end.row.id, operation: end.row.operation }] : []));
  },
  /** A row whose hold is not settled yet stays: it says how. */
  purge: async (
    retentionMs: number,
    limit: number,
    nowMs: number,
  ): Promise<Purge<{ id: string; accountId: string }[]>> => {
    const isSettled = { unsettledSinceMs: { $exists: false } };
    const old = await run('requests.old', () =>
      requests
        .find({ endedAtMs: { $lt: nowMs - retentionMs }, ...isSettled }, { accountId: 1, storedBytes: 1 })
        .sort({ endedAtMs: 1 })
        .limit(limit)
        .lean<Pick<RequestDocument, '_id' | 'accountId' | 'storedBytes'>[]>()
        .exec(),
    );
    const purged = await inLanes(old, async ({ _id: id, accountId, storedBytes }) => {
      const deleted = await run('requests.delete', () => requests.deleteOne({ _id: id, ...isSettled }).exec());
      return deleted.deletedCount === 1 ? [{ id, accountId, storedBytes }] : [];
    });
    await stored.remove(purged.flat());
    const removed = purged.flat().map(({ id, accountId }) => ({ id, accountId }));
    return { removed, hasMore: old.length >= limit };
  },
});
