import type { DeliveryOutcome, DeliveryState, Purge, WebhookDelivery } from '../port.js';
import { toDelivery } from './batches/batch-documents.js';
import type { DeliveryDocument } from './batches/batch-documents.js';
import { inLanes } from './in-lanes.js';
import type { MongoEngine } from './mongo-engine.js';

interface DeliveryPage {
  readonly limit: number;
  readonly jobId?: string;
  readonly state?: DeliveryState;
  readonly beforeMs?: number;
  readonly beforeId?: string;
}

interface Claim {
  readonly leaseMs: number;
  readonly limit: number;
  readonly exceptHosts: readonly string[];
}

/** What is set and what goes with the outcome of a try. */
const toStep = (outcome: DeliveryOutcome) => {
  const { state, statusCode } = outcome;
  const error = outcome.state === 'delivered' ? undefined : outcome.error;
  const dueAtMs = outcome.state === 'pending' ? outcome.nextAttemptAtMs : undefined;
  const known = {
    ...(statusCode === undefined ? {} : { lastStatusCode: statusCode }),
    ...(error === undefined ? {} : { lastError: error }),
    ...(dueAtMs === undefined ? {} : { dueAtMs, nextAttemptAtMs: dueAtMs }),
  };
  const unknown = {
    ...(statusCode === undefined ? { lastStatusCode: 1 as const } : {}),
    ...(error === undefined ? { lastError: 1 as const } : {}),
    ...(dueAtMs === undefined ? { dueAtMs: 1 as const } : {}),
  };
  return { $set: { state, ...known }, ...(Object.keys(unknown).length === 0 ? {} : { $unset: unknown }) };
};

/** Events on their way: one document each, every step one conditional update of it. */
export const createWebhookCalls = ({ models: { deliveries }, run }: MongoEngine) => ({
  claim: async ({ leaseMs, limit, exceptHosts }: Claim, nowMs: number): Promise<WebhookDelivery[]> => {
    const isDue = {
      dueAtMs: { $lte: nowMs },
      ...(exceptHosts.length === 0 ? {} : { host: { $nin: [...exceptHosts] } }),
    };
    const due = await run('deliveries.due', () =>
      deliveries
        .find(isDue, { dueAtMs: 1, attempts: 1 })
        .sort({ dueAtMs: 1, createdAtMs: 1, _id: 1 })
        .limit(limit)
        .lean<Pick<DeliveryDocument, '_id' | 'dueAtMs' | 'attempts'>[]>()
        .exec(),
    );
    const dueAgainAtMs = nowMs + leaseMs;
    const step = {
      $inc: { attempts: 1 },
      $set: { dueAtMs: dueAgainAtMs, nextAttemptAtMs: dueAgainAtMs, lastAttemptAtMs: nowMs },
    };
    const claimed = await inLanes(due, ({ _id, dueAtMs = 0, attempts }) =>
      run('deliveries.claim', () =>
        deliveries
          .findOneAndUpdate({ _id, dueAtMs, attempts }, step, { returnDocument: 'after' })
          .lean<DeliveryDocument>()
          .exec(),
      ),
    );
    return claimed.flatMap((delivery) => (delivery ? [toDelivery(delivery)] : []));
  },
  finish: async (deliveryId: string, attempts: number, outcome: DeliveryOutcome): Promise<boolean> => {
    if (attempts < 1) return false;
    const isTry = { _id: deliveryId, state: 'pending' as const, attempts };
    const finished = await run('deliveries.finish', () => deliveries.updateOne(isTry, toStep(outcome)).exec());
    return finished.matchedCount === 1;
  },
  get: async (deliveryId: string): Promise<WebhookDelivery | null> => {
    const found = await run('deliveries.find', () => deliveries.findById(deliveryId).lean<DeliveryDocument>().exec());
    return found && toDelivery(found);
  },
  list: async (accountId: string, page: DeliveryPage): Promise<WebhookDelivery[]> => {
    const { limit, jobId, state, beforeMs, beforeId = '' } = page;
    const older =
      beforeMs === undefined
        ? {}
        : { $or: [{ createdAtMs: { $lt: beforeMs } }, { createdAtMs: beforeMs, _id: { $lt: beforeId } }] };
    const wanted = {
      accountId,
      ...(jobId === undefined ? {} : { jobId }),
      ...(state === undefined ? {} : { state }),
      ...older,
    };
    const found = await run('deliveries.page', () =>
      deliveries.find(wanted).sort({ createdAtMs: -1, _id: -1 }).limit(limit).lean<DeliveryDocument[]>().exec(),
    );
    return found.map(toDelivery);
  },
  redeliver: async (accountId: string, deliveryId: string, nowMs: number): Promise<WebhookDelivery | null> => {
    const anew = { state: 'pending' as const, attempts: 0, nextAttemptAtMs: nowMs, dueAtMs: nowMs };
    const made = await run('deliveries.redeliver', () =>
      deliveries
        .findOneAndUpdate({ _id: deliveryId, accountId }, { $set: anew }, { returnDocument: 'after' })
        .lean<DeliveryDocument>()
        .exec(),
    );
    return made && toDelivery(made);
  },
  purge: async (retentionMs: number, limit: number, nowMs: number): Promise<Purge<number>> => {
    const isOld = { createdAtMs: { $lt: nowMs - retentionMs }, state: { $ne: 'pending' as const } };
    const old = await run('deliveries.old', () =>
      deliveries.find(isOld, { _id: 1 }).sort({ createdAtMs: 1 }).limit(limit).lean<{ _id: string }[]>().exec(),
    );
    const ids = old.map(({ _id }) => _id);
    const deleted = await run('deliveries.purge', () => deliveries.deleteMany({ _id: { $in: ids }, ...isOld }).exec());
    return { removed: deleted.deletedCount, hasMore: ids.length >= limit };
  },
});
