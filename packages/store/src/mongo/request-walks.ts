import type { RequestEngine, RequestWalk } from '../engine-port.js';
import type { RequestFilter, RequestState, RequestStatus } from '../port.js';
import { olderThan, toPackedRequest } from './documents.js';
import type { RequestDocument } from './documents.js';
import type { MongoEngine } from './mongo-engine.js';
import { WALK_INDEXES } from './walk-indexes.js';

const FAILED_STATES: RequestState[] = ['failed', 'expired', 'cancelled'];

const STATES: Readonly<Record<RequestStatus, { readonly state: RequestState | { readonly $in: RequestState[] } }>> = {
  pending: { state: 'open' },
  ok: { state: 'ok' },
  error: { state: { $in: FAILED_STATES } },
};

/** The index of each walk, and the rows that it has. */
const walkOf = ({ by, value }: Pick<RequestWalk, 'by' | 'value'>) => {
  switch (by) {
    case 'account':
      return { index: WALK_INDEXES.account, has: {} };
    case 'failed':
      return { index: WALK_INDEXES.state, has: STATES.error };
    case 'open':
      return { index: WALK_INDEXES.state, has: STATES.pending };
    default:
      return { index: WALK_INDEXES[by], has: { [by]: value ?? '' } };
  }
};

/** Selects the rows of a walk. */
export const walkedRows = (accountId: string, walk: RequestWalk) => {
  const { before, floor } = walk;
  const notOlder = {
    $or: [{ createdAtMs: { $gt: floor.createdAtMs } }, { createdAtMs: floor.createdAtMs, _id: { $gte: floor.id } }],
  };
  return {
    accountId,
    ...walkOf(walk).has,
    // Bounds of the index; the others only judge rows of the same millisecond.
    createdAtMs: { $gte: floor.createdAtMs, $lte: before.createdAtMs },
    $and: [olderThan({ limit: 1, beforeMs: before.createdAtMs, beforeId: before.id }), notOlder],
  };
};

/** The conditions on states and errors that a filter has. */
export const statusOf = ({ status, error }: RequestFilter) => ({
  ...(status === undefined ? {} : STATES[status]),
  ...(error === undefined ? {} : { error }),
});

export const walkIndex = (walk: RequestWalk) => walkOf(walk).index;

const keptBy = ({ operation, host, keyId, ...rest }: RequestFilter) => ({
  $and: [
    statusOf(rest),
    operation === undefined ? {} : { operation },
    host === undefined ? {} : { host },
    keyId === undefined ? {} : { keyId },
  ],
});

/** What was sent is not read. */
const SUMMARY = { params: 0, sealedHeaders: 0 } as const;
const NEWEST = { createdAtMs: -1, _id: -1 } as const;

/** Walks over the account's requests, each along one index. */
export const createRequestWalks = ({ models: { requests }, run }: MongoEngine) =>
  ({
    findWalkEnd: async (accountId, walk, rows) => {
      const last = await run('requests.walkEnd', () =>
        requests
          .findOne(walkedRows(accountId, walk), { createdAtMs: 1 })
          .sort(NEWEST)
          .skip(rows - 1)
          .hint(walkIndex(walk))
          .lean<Pick<RequestDocument, '_id' | 'createdAtMs'>>()
          .exec(),
      );
      return last && { createdAtMs: last.createdAtMs, id: last._id };
    },
    walkRequests: async (accountId, walk, filter, limit) => {
      const { $and, ...rows } = walkedRows(accountId, walk);
      const found = await run('requests.walk', () =>
        requests
          .find({ ...rows, $and: [...$and, ...keptBy(filter).$and] }, SUMMARY)
          .sort(NEWEST)
          .limit(limit)
          .hint(walkIndex(walk))
          .lean<RequestDocument[]>()
          .exec(),
      );
      return found.map(toPackedRequest);
    },
  }) satisfies Partial<RequestEngine>;
