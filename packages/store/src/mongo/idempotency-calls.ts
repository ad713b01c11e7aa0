import { createHash } from 'node:crypto';
import type { IdempotencyEngine } from '../engine-port.js';
import { isRefusal, MAX_KEPT_REFUSALS } from '../idempotency-rules.js';
import type { IdempotencyBegin, IdempotencyScope, IdempotentAnswer, Purge } from '../port.js';
import { StoreError } from '../store-error.js';
import type { KeyUseDocument } from './documents.js';
import { present } from '../present.js';
import type { MongoEngine } from './mongo-engine.js';
import { isDuplicateKey } from './mongo-error.js';
import { MAX_TURNS } from './ledger/period-roll.js';

const useId = ({ accountId, route, key }: IdempotencyScope): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, route, key]))
    .digest('hex');

const describeStanding = (use: KeyUseDocument, fingerprint: string): IdempotencyBegin => {
  if (use.fingerprint !== fingerprint) return { outcome: 'conflict' };
  const { requestId, leaseEndsAtMs, statusCode, body } = use;
  if (statusCode === undefined) return { outcome: 'in_flight', requestId, leaseEndsAtMs };
  const answer: IdempotentAnswer = present({ statusCode, body });
  return { outcome: 'finished', requestId, answer };
};

/** Of many calls that finish at once, each deletes what it finds: none is missed, and none of the newest is deleted. */
const dropOldRefusals = async ({ models: { keyUses }, run }: MongoEngine, accountId: string): Promise<void> => {
  const refusals = { accountId, statusCode: { $gte: 400 }, body: { $exists: true } };
  const found = await run('keyUses.oldRefusals', () =>
    keyUses
      .find(refusals, { _id: 1 })
      .sort({ expiresAtMs: -1 })
      .skip(MAX_KEPT_REFUSALS)
      .limit(MAX_KEPT_REFUSALS)
      .lean<{ _id: string }[]>()
      .exec(),
  );
  if (found.length === 0) return;
  const ids = found.map(({ _id }) => _id);
  await run('keyUses.dropRefusals', () => keyUses.deleteMany({ _id: { $in: ids }, ...refusals }).exec());
};

const purgeExpired = async (
  { models: { keyUses }, run }: MongoEngine,
  limit: number,
  nowMs: number,
): Promise<Purge<number>> => {
  const expired = { expiresAtMs: { $lte: nowMs } };
  const found = await run('keyUses.expired', () =>
    keyUses.find(expired, { _id: 1 }).sort({ expiresAtMs: 1 }).limit(limit).lean<{ _id: string }[]>().exec(),
  );
  const ids = found.map(({ _id }) => _id);
  const deleted = await run('keyUses.purge', () => keyUses.deleteMany({ _id: { $in: ids }, ...expired }).exec());
  return { removed: deleted.deletedCount, hasMore: ids.length >= limit };
};

/** First calls by their key: one document each, every step one conditional update of it. */
export const createIdempotencyCalls = (engine: MongoEngine): IdempotencyEngine => {
  const { run } = engine;
  const { keyUses } = engine.models;
  /** A record past its retention counts as absent: only `begin` and the purge touch it. */
  const owned = (scope: IdempotencyScope, requestId: string, nowMs: number) => ({
    _id: useId(scope),
    requestId,
    expiresAtMs: { $gt: nowMs },
  });
  const atWork = (scope: IdempotencyScope, requestId: string, nowMs: number) => ({
    ...owned(scope, requestId, nowMs),
    statusCode: { $exists: false },
  });

  const insert = async (use: KeyUseDocument): Promise<boolean> => {
    try {
      await run('keyUses.insert', () => keyUses.insertMany([use], { lean: true }));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  const replaceExpired = async ({ _id, ...use }: KeyUseDocument, nowMs: number): Promise<boolean> => {
    const expired = { _id, expiresAtMs: { $lte: nowMs } };
    const anew = { $set: use, $unset: { statusCode: 1, body: 1 } } as const;
    const replaced = await run('keyUses.replace', () => keyUses.updateOne(expired, anew).exec());
    return replaced.matchedCount === 1;
  };

  const change = async (name: string, filter: object, update: object): Promise<boolean> =>
    (await run(name, () => keyUses.updateOne(filter, update).exec())).matchedCount === 1;

  return {
    beginKey: async (input, nowMs) => {
      const { accountId, fingerprint, requestId, leaseMs, retentionMs } = input;
      const times = { leaseEndsAtMs: nowMs + leaseMs, expiresAtMs: nowMs + retentionMs };
      const use = { _id: useId(input), accountId, fingerprint, requestId, ...times };
      for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        if (await insert(use)) return { outcome: 'begun' };
        const standing = await run('keyUses.find', () => keyUses.findById(use._id).lean<KeyUseDocument>().exec());
        if (standing && standing.expiresAtMs > nowMs) return describeStanding(standing, fingerprint);
        if (standing && (await replaceExpired(use, nowMs))) return { outcome: 'begun' };
      }
      throw new StoreError('busy', 'The key could not be taken: too many others move it.');
    },
    renewKey: (scope, requestId, leaseMs, nowMs) =>
      change('keyUses.renew', atWork(scope, requestId, nowMs), { $max: { leaseEndsAtMs: nowMs + leaseMs } }),
    takeOverKey: (scope, from, to, nowMs) =>
      change(
        'keyUses.takeOver',
        { ...atWork(scope, from, nowMs), leaseEndsAtMs: { $lte: nowMs } },
        { $set: { requestId: to.requestId, leaseEndsAtMs: nowMs + to.leaseMs } },
      ),
    finishKey: async (scope, requestId, answer, nowMs) => {
      const { statusCode, body } = answer;
      const step = { $set: present({ statusCode, body }) };
      const isKept = await change('keyUses.finish', atWork(scope, requestId, nowMs), step);
      if (isKept && isRefusal(answer)) await dropOldRefusals(engine, scope.accountId);
      return isKept;
    },
    forgetKey: async (scope, requestId, nowMs) => {
      const deleted = await run('keyUses.delete', () => keyUses.deleteOne(owned(scope, requestId, nowMs)).exec());
      return deleted.deletedCount === 1;
    },
    purgeKeys: (limit, nowMs) => purgeExpired(engine, limit, nowMs),
  };
};
