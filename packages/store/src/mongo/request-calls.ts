import type { PackedRequest, RequestEngine } from '../engine-port.js';
import type { AsyncPage } from '../requests/request-port.js';
import { deadlineEnd } from '../requests/deadline-end.js';
import { olderThan, toPackedRequest } from './documents.js';
import type { RequestDocument } from './documents.js';
import type { Admit } from './ledger/admission.js';
import type { IntentSteps } from './ledger/intent-steps.js';
import type { Repair } from './ledger/ledger-repair.js';
import { createRequestWalks } from './request-walks.js';
import { toSummary } from '../requests/request-summary.js';
import { mapConcurrent } from './map-concurrent.js';
import type { MongoEngine } from './mongo-engine.js';
import type { Settlement } from './ledger/settlement.js';
import type { StoredBytes } from './ledger/stored-bytes.js';

const toRow = (document: RequestDocument | null): PackedRequest | null => document && toPackedRequest(document);

const newerThan = (last: AsyncPage['after']) =>
  last === undefined
    ? {}
    : { $or: [{ createdAtMs: { $gt: last.createdAtMs } }, { createdAtMs: last.createdAtMs, _id: { $gt: last.id } }] };

const createReads = ({ models: { requests }, run }: MongoEngine, { completeLeft }: IntentSteps) => {
  const find = async (requestId: string): Promise<PackedRequest | null> =>
    toRow(await run('requests.find', () => requests.findById(requestId).lean<RequestDocument>().exec()));

  return {
    getRequest: async (requestId, nowMs) => {
      const row = await find(requestId);
      return row === null && (await completeLeft(requestId, nowMs)) ? find(requestId) : row;
    },
    listRequests: async (accountId, page) => {
      const found = await run('requests.page', () =>
        requests
          .find({ accountId, ...olderThan(page) })
          .sort({ createdAtMs: -1, _id: -1 })
          .limit(page.limit)
          .lean<RequestDocument[]>()
          .exec(),
      );
      return found.map(toPackedRequest);
    },
    findAnswer: async (accountId, answerKey, sinceMs) => {
      // Charged requests alone are in the index.
      const isAnswer = { accountId, answerKey, chargedCredits: { $gt: 0 }, state: 'ok' as const };
      const found = run('requests.answer', () =>
        requests
          .findOne({ ...isAnswer, endedAtMs: { $gte: sinceMs } })
          .sort({ endedAtMs: -1 })
          .lean<RequestDocument>()
          .exec(),
      );
      return toRow(await found);
    },
    listAsync: async ({ minAgeMs, limit, after }, nowMs) => {
      const isOld = { createdAtMs: { $lte: nowMs - minAgeMs }, deadlineAtMs: { $gt: nowMs } };
      const found = await run('requests.async', () =>
        requests
          .find({ isAsync: true, state: 'open', $and: [isOld, newerThan(after)] })
          .sort({ createdAtMs: 1, _id: 1 })
          .limit(limit)
          .lean<RequestDocument[]>()
          .exec(),
      );
      return found.map(toPackedRequest);
    },
    listOpen: async (accountId, limit, nowMs) => {
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
  } satisfies Partial<RequestEngine>;
};

interface Parts {
  readonly admit: Admit;
  readonly intents: IntentSteps;
  readonly settlement: Settlement;
  readonly stored: StoredBytes;
  readonly repair: Repair;
}

const createWrites = ({ models: { requests }, run }: MongoEngine, { settlement, stored, repair }: Parts) =>
  ({
    begin: async (requestId, attempt, nowMs) => {
      const isDue = { _id: requestId, state: 'open' as const, attempt, deadlineAtMs: { $gt: nowMs } };
      const begun = run('requests.begin', () =>
        requests
          .findOneAndUpdate(isDue, { $min: { startedAtMs: nowMs } }, { returnDocument: 'after' })
          .lean<RequestDocument>()
          .exec(),
      );
      return toRow(await begun);
    },
    nextAttempt: async (requestId, attempt) => {
      const isCurrent = { _id: requestId, state: 'open' as const, attempt };
      const moved = await run('requests.nextAttempt', () =>
        requests.updateOne(isCurrent, { $set: { attempt: attempt + 1 } }).exec(),
      );
      return moved.matchedCount === 1 ? attempt + 1 : null;
    },
    sweepExpired: async (graceMs, limit, nowMs) => {
      await repair(limit, nowMs);
      const overdue = await run('requests.overdue', () =>
        requests
          .find({ state: 'open', deadlineAtMs: { $lt: nowMs - graceMs } }, { _id: 1 })
          .sort({ deadlineAtMs: 1, _id: 1 })
          .limit(limit)
          .lean<{ _id: string }[]>()
          .exec(),
      );
      const ends = await mapConcurrent(overdue, async ({ _id }) => {
        // One at a time: parameters may be large.
        const row = await run('requests.params', () =>
          requests.findById(_id, { params: 1 }).lean<Pick<RequestDocument, 'params'>>().exec(),
        );
        return row && settlement.finish(_id, deadlineEnd(JSON.parse(row.params)), undefined, nowMs);
      });
      return ends.flatMap((end) => (end?.isWinner ? [toSummary(end.row)] : []));
    },
    /** A row whose hold is not settled yet stays: the settlement needs it. */
    purge: async (retentionMs, limit, nowMs) => {
      const isSettled = { unsettledSinceMs: { $exists: false } };
      const old = await run('requests.old', () =>
        requests
          .find({ endedAtMs: { $lt: nowMs - retentionMs }, ...isSettled }, { accountId: 1, storedBytes: 1 })
          .sort({ endedAtMs: 1 })
          .limit(limit)
          .lean<Pick<RequestDocument, '_id' | 'accountId' | 'storedBytes'>[]>()
          .exec(),
      );
      const purged = await mapConcurrent(old, async ({ _id: id, accountId, storedBytes }) => {
        const deleted = await run('requests.delete', () => requests.deleteOne({ _id: id, ...isSettled }).exec());
        return deleted.deletedCount === 1 ? [{ id, accountId, storedBytes }] : [];
      });
      await stored.remove(purged.flat());
      const removed = purged.flat().map(({ id, accountId }) => ({ id, accountId }));
      return { removed, hasMore: old.length >= limit };
    },
  }) satisfies Partial<RequestEngine>;

export const createRequestCalls = (engine: MongoEngine, parts: Parts): RequestEngine => ({
  ...createRequestWalks(engine),
  ...createReads(engine, parts.intents),
  ...createWrites(engine, parts),
  admit: parts.admit,
  finish: parts.settlement.finish,
  forgetStored: parts.stored.forget,
});
