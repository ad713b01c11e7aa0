import type { WebhookEngine } from '../engine-port.js';
import type { DeliveryOutcome, ReceiverSummary } from '../port.js';
import { CLAIM_SCAN_ROWS, receiverHost } from '../batches/batch-events.js';
import { toPackedDelivery } from './batches/batch-documents.js';
import type { DeliveryDocument } from './batches/batch-documents.js';
import { present } from '../present.js';
import { olderThan } from './documents.js';
import { mapConcurrent } from './map-concurrent.js';
import type { MongoEngine } from './mongo-engine.js';
import { isDuplicateKey } from './mongo-error.js';

/** What the outcome of a try sets, and what it removes. */
const toStep = (outcome: DeliveryOutcome) => {
  const { state, statusCode: lastStatusCode } = outcome;
  const lastError = outcome.state === 'delivered' ? undefined : outcome.error;
  const dueAtMs = outcome.state === 'pending' ? outcome.nextAttemptAtMs : undefined;
  const fields = { lastStatusCode, lastError, dueAtMs };
  const unset = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [[name, 1] as const] : []));
  return present({
    $set: present({ state, ...fields, nextAttemptAtMs: dueAtMs }),
    $unset: unset.length > 0 ? Object.fromEntries(unset) : undefined,
  });
};

const countOf = (state: DeliveryOutcome['state']) => ({ $sum: { $cond: [{ $eq: ['$state', state] }, 1, 0] } });

/** What became of each URL's share of the newest deliveries. */
const receiversOf = (accountId: string, limit: number) => [
  { $match: { accountId } },
  { $sort: { createdAtMs: -1 as const, _id: -1 as const } },
  { $limit: limit },
  {
    $group: {
      _id: '$url',
      deliveries: { $sum: 1 },
      delivered: countOf('delivered'),
      dead: countOf('dead'),
      newestAtMs: { $max: '$createdAtMs' },
    },
  },
];

/** Events that no step of a job or a request makes, and where all were sent. */
const createAccountEventCalls = ({ models: { deliveries }, run }: MongoEngine) =>
  ({
    insertDelivery: async ({ id, ...event }, nowMs) => {
      const times = { nextAttemptAtMs: nowMs, dueAtMs: nowMs, createdAtMs: nowMs };
      const made = {
        _id: id,
        ...event,
        host: receiverHost(event.url),
        state: 'pending' as const,
        attempts: 0,
        ...times,
      };
      try {
        await run('deliveries.insert', () => deliveries.insertMany([made], { lean: true }));
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },
    sumReceivers: async (accountId, limit) => {
      const found = await run('deliveries.receivers', () =>
        deliveries
          .aggregate<Omit<ReceiverSummary, 'url'> & { readonly _id: string }>(receiversOf(accountId, limit))
          .exec(),
      );
      return found.map(({ _id: url, ...figures }) => ({ url, ...figures }));
    },
  }) satisfies Partial<WebhookEngine>;

type DueDelivery = Pick<DeliveryDocument, '_id' | 'host' | 'dueAtMs' | 'attempts'>;

/** Due deliveries to other hosts than those left out, the oldest first; some of them at least, however many wait for the others. */
const createFindDue = ({ models: { deliveries }, run }: MongoEngine) => {
  // The index of the order has all that is read.
  const oldest = (filter: object, limit: number): Promise<DueDelivery[]> =>
    run('deliveries.due', () =>
      deliveries
        .find(filter, { host: 1, dueAtMs: 1, attempts: 1 })
        .sort({ dueAtMs: 1, createdAtMs: 1, _id: 1 })
        .limit(limit)
        .lean<DueDelivery[]>()
        .exec(),
    );

  const nextHost = async (after: string, exceptHosts: readonly string[]): Promise<string | undefined> => {
    const found = await run('deliveries.nextHost', () =>
      deliveries
        .findOne({ host: { $gt: after, $nin: [...exceptHosts] }, dueAtMs: { $exists: true } }, { host: 1 })
        .sort({ host: 1, dueAtMs: 1 })
        .lean<Pick<DeliveryDocument, 'host'>>()
        .exec(),
    );
    return found?.host;
  };

  return async (
    { limit, exceptHosts }: { limit: number; exceptHosts: readonly string[] },
    nowMs: number,
  ): Promise<readonly DueDelivery[]> => {
    const dueAtMs = { $lte: nowMs };
    const busy = new Set(exceptHosts);
    const most = busy.size === 0 ? limit : limit + CLAIM_SCAN_ROWS;
    const rows = await oldest({ dueAtMs }, most);
    const due = rows.filter(({ host }) => !busy.has(host)).slice(0, limit);
    if (due.length > 0 || rows.length < most) return due;
    for (let host = await nextHost('', exceptHosts); host !== undefined; host = await nextHost(host, exceptHosts)) {
      due.push(...(await oldest({ host, dueAtMs }, limit - due.length)));
      if (due.length >= limit) break;
    }
    return due;
  };
};

/** Deliveries: one document each, every step one conditional update of it. */
const createDeliveryCalls = (
  { models: { deliveries }, run }: MongoEngine,
  findDue: ReturnType<typeof createFindDue>,
): Omit<WebhookEngine, keyof ReturnType<typeof createAccountEventCalls>> => ({
  claimDeliveries: async ({ leaseMs, limit, exceptHosts }, nowMs) => {
    const due = await findDue({ limit, exceptHosts }, nowMs);
    const dueAgainAtMs = nowMs + leaseMs;
    const step = {
      $inc: { attempts: 1 },
      $set: { dueAtMs: dueAgainAtMs, nextAttemptAtMs: dueAgainAtMs, lastAttemptAtMs: nowMs },
    };
    const claimed = await mapConcurrent(due, ({ _id, dueAtMs = 0, attempts }) =>
      run('deliveries.claim', () =>
        deliveries
          .findOneAndUpdate({ _id, dueAtMs, attempts }, step, { returnDocument: 'after' })
          .lean<DeliveryDocument>()
          .exec(),
      ),
    );
    return claimed.flatMap((delivery) => (delivery ? [toPackedDelivery(delivery)] : []));
  },
  finishDelivery: async (deliveryId, attempts, outcome) => {
    if (attempts < 1) return false;
    const isTry = { _id: deliveryId, state: 'pending' as const, attempts };
    const finished = await run('deliveries.finish', () => deliveries.updateOne(isTry, toStep(outcome)).exec());
    return finished.matchedCount === 1;
  },
  getDelivery: async (deliveryId) => {
    const found = await run('deliveries.find', () => deliveries.findById(deliveryId).lean<DeliveryDocument>().exec());
    return found && toPackedDelivery(found);
  },
  listDeliveries: async (accountId, page) => {
    const { limit, jobId, state } = page;
    const wanted = { ...present({ accountId, jobId, state }), ...olderThan(page) };
    const found = await run('deliveries.page', () =>
      deliveries.find(wanted).sort({ createdAtMs: -1, _id: -1 }).limit(limit).lean<DeliveryDocument[]>().exec(),
    );
    return found.map(toPackedDelivery);
  },
  redeliver: async (accountId, deliveryId, nowMs) => {
    const anew = { state: 'pending' as const, attempts: 0, nextAttemptAtMs: nowMs, dueAtMs: nowMs };
    const made = await run('deliveries.redeliver', () =>
      deliveries
        .findOneAndUpdate({ _id: deliveryId, accountId }, { $set: anew }, { returnDocument: 'after' })
        .lean<DeliveryDocument>()
        .exec(),
    );
    return made && toPackedDelivery(made);
  },
  purgeDeliveries: async (retentionMs, limit, nowMs) => {
    const isOld = { createdAtMs: { $lt: nowMs - retentionMs }, state: { $ne: 'pending' as const } };
    const old = await run('deliveries.old', () =>
      deliveries.find(isOld, { _id: 1 }).sort({ createdAtMs: 1 }).limit(limit).lean<{ _id: string }[]>().exec(),
    );
    const ids = old.map(({ _id }) => _id);
    const deleted = await run('deliveries.purge', () => deliveries.deleteMany({ _id: { $in: ids }, ...isOld }).exec());
    return { removed: deleted.deletedCount, hasMore: ids.length >= limit };
  },
});

export const createWebhookCalls = (engine: MongoEngine): WebhookEngine => ({
  ...createAccountEventCalls(engine),
  ...createDeliveryCalls(engine, createFindDue(engine)),
});
