import type { SpendingEngine, SpendingSums } from '../engine-port.js';
import { DAY_MS } from '../spending/spending.js';
import type { MongoEngine } from './mongo-engine.js';
import { walkedRows, walkIndex } from './request-walks.js';

interface Summed {
  readonly _id: {
    readonly dayMs: number;
    readonly operation: string;
    readonly host?: string | null;
    readonly keyId?: string | null;
  };
  readonly credits: number;
  readonly requests: number;
  readonly failures: number;
}

const groupBy = (host: unknown) => ({
  $group: {
    _id: {
      dayMs: { $subtract: ['$createdAtMs', { $mod: ['$createdAtMs', DAY_MS] }] },
      operation: '$operation',
      host,
      keyId: '$keyId',
    },
    credits: { $sum: '$chargedCredits' },
    requests: { $sum: 1 },
    failures: { $sum: { $cond: [{ $eq: ['$state', 'ok'] }, 0, 1] } },
  },
});

const toRow = ({
  _id: { dayMs, operation, host = null, keyId = null },
  credits,
  requests,
  failures,
}: Summed): SpendingSums => ({
  ...{ dayMs, operation, host, keyId, credits, requests, failures },
});

/** Sums over bounded slices of an account's rows. */
export const createSpendingCalls = ({ models: { requests, batchItems }, run }: MongoEngine): SpendingEngine => ({
  sumRequests: async (accountId, walk) => {
    const ended = { ...walkedRows(accountId, walk), state: { $ne: 'open' } };
    const summed = await run('requests.sum', () =>
      requests
        .aggregate<Summed>([{ $match: ended }, groupBy('$host')])
        .hint(walkIndex(walk))
        .exec(),
    );
    return summed.map(toRow);
  },
  sumItems: async (jobIds, { afterIndex, lastIndex }) => {
    const visible = { jobId: { $in: jobIds }, index: { $gt: afterIndex, $lte: lastIndex }, seq: { $exists: true } };
    const summed = await run('batchItems.sum', () =>
      batchItems.aggregate<Summed>([{ $match: visible }, groupBy({ $ifNull: ['$host', '$site'] })]).exec(),
    );
    return summed.map(toRow);
  },
});
