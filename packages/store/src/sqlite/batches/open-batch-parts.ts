import {
  checkFreeEnd,
  checkItemIds,
  checkNewBatch,
  checkNewItems,
  checkOwner,
  MAX_DELIVERY_ERROR_LENGTH,
  packItemJson,
} from '../../batch-rules.js';
import { checkDuration } from '../../idempotency-rules.js';
import { boundLimit, checkEnd } from '../../input-rules.js';
import type {
  BatchItem,
  BatchItemStore,
  BatchStore,
  Clock,
  DeliveryOutcome,
  NewBatchItem,
  WebhookDelivery,
  WebhookStore,
} from '../../port.js';
import type { NewItem } from './batch-job-calls.js';
import type { PackedDelivery, PackedItem } from './batch-records.js';
import type { EngineClient } from '../engine-client.js';
import { purgeUpTo } from '../purge-up-to.js';

const unpackItem = ({ metadata, ...row }: PackedItem): BatchItem => ({
  ...row,
  query: JSON.parse(row.query) as unknown,
  params: JSON.parse(row.params) as unknown,
  // safe because only the end of an item writes it
  ...(metadata === undefined ? {} : { metadata: JSON.parse(metadata) as Record<string, string> }),
});

const packItem = ({ id, index, site, query, params, sealedHeaders, holdCredits }: NewBatchItem): NewItem => ({
  id,
  index,
  site,
  query: packItemJson(query, 'query'),
  params: packItemJson(params, 'params'),
  sealedHeaders: sealedHeaders ?? null,
  holdCredits,
});

const createJobs = (engine: EngineClient, clock: Clock) =>
  ({
    admit: async (input) => {
      checkNewBatch(input);
      const { id, accountId, operation, contractVersion, requestsCount, holdCredits, deadlineAtMs } = input;
      const webhook = input.webhook === undefined ? null : JSON.stringify(input.webhook);
      const job = { id, accountId, operation, contractVersion, requestsCount, holdCredits, deadlineAtMs, webhook };
      return engine.call('admitBatch', job, clock());
    },
    addItems: async (jobId, items) => {
      checkNewItems(items);
      return engine.call('addBatchItems', jobId, items.map(packItem));
    },
    activate: (jobId) => engine.call('activateBatch', jobId),
    abandon: (jobId) => engine.call('abandonBatch', jobId, clock()),
    get: (jobId) => engine.call('getBatch', jobId),
    list: async (accountId, page) => engine.call('listBatches', accountId, { ...page, limit: boundLimit(page.limit) }),
    requestStop: (jobId) => engine.call('requestBatchStop', jobId, clock()),
    results: async (jobId, page) => {
      const items = await engine.call('readBatchResults', jobId, { ...page, limit: boundLimit(page.limit) });
      return items.map(unpackItem);
    },
    load: () => engine.call('readBatchLoad', clock()),
    sweepAccepting: async ({ maxAgeMs, limit }) =>
      engine.call('sweepAcceptingBatches', maxAgeMs, boundLimit(limit), clock()),
    purge: async ({ retentionMs, limit }) =>
      purgeUpTo(limit, (most) => engine.call('purgeBatches', retentionMs, most, clock())),
  }) satisfies Partial<BatchStore>;

export const createBatches = (engine: EngineClient, clock: Clock): BatchStore => ({
  ...createJobs(engine, clock),
  lease: async (input) => {
    checkOwner(input.owner, input.leaseMs);
    return engine.call('leaseBatches', { ...input, limit: boundLimit(input.limit) }, clock());
  },
  renewLease: async (jobId, owner, leaseMs) => {
    checkOwner(owner, leaseMs);
    return engine.call('renewBatchLease', jobId, owner, leaseMs, clock());
  },
  releaseLease: (jobId, owner) => engine.call('releaseBatchLease', jobId, owner),
  openItems: async (jobId, { afterIndex, limit }) => engine.call('listOpenItems', jobId, afterIndex, boundLimit(limit)),
  handOver: async (jobId, owner, { itemIds, deadlineAtMs }) => {
    checkItemIds(itemIds);
    return engine.call('handOverItems', jobId, owner, { itemIds, deadlineAtMs }, clock());
  },
  endItems: async (jobId, owner, { itemIds, end }) => {
    checkItemIds(itemIds);
    checkFreeEnd(end);
    return engine.call('endBatchItems', jobId, owner, { itemIds, end }, clock());
  },
  publish: async (jobId, owner, limit) => engine.call('publishItems', jobId, owner, boundLimit(limit), clock()),
});

export const createItems = (engine: EngineClient, clock: Clock): BatchItemStore => ({
  begin: async (itemId, attempt) => {
    const row = await engine.call('beginItem', itemId, attempt, clock());
    return row && unpackItem(row);
  },
  nextAttempt: (itemId, attempt) => engine.call('nextItemAttempt', itemId, attempt),
  finish: async (itemId, end, attempt) => {
    checkEnd(end);
    const result = await engine.call('finishItem', itemId, end, attempt, clock());
    return result && { ...result, row: unpackItem(result.row) };
  },
  get: async (itemId) => {
    const row = await engine.call('getItem', itemId);
    return row && unpackItem(row);
  },
});

const unpackDelivery = (row: PackedDelivery): WebhookDelivery => ({
  ...row,
  // safe because only the steps of jobs write it
  data: JSON.parse(row.data) as Record<string, unknown>,
});

const cutError = (outcome: DeliveryOutcome): DeliveryOutcome =>
  outcome.state === 'delivered' ? outcome : { ...outcome, error: outcome.error.slice(0, MAX_DELIVERY_ERROR_LENGTH) };

export const createWebhooks = (engine: EngineClient, clock: Clock): WebhookStore => ({
  claim: async (claim) => {
    checkDuration(claim.leaseMs, 'leaseMs');
    const rows = await engine.call('claimDeliveries', { ...claim, limit: boundLimit(claim.limit) }, clock());
    return rows.map(unpackDelivery);
  },
  finish: (deliveryId, attempts, outcome) => engine.call('finishDelivery', deliveryId, attempts, cutError(outcome)),
  get: async (deliveryId) => {
    const row = await engine.call('getDelivery', deliveryId);
    return row && unpackDelivery(row);
  },
  list: async (accountId, page) => {
    const rows = await engine.call('listDeliveries', accountId, { ...page, limit: boundLimit(page.limit) });
    return rows.map(unpackDelivery);
  },
  redeliver: async (accountId, deliveryId) => {
    const row = await engine.call('redeliver', accountId, deliveryId, clock());
    return row && unpackDelivery(row);
  },
  purge: async ({ retentionMs, limit }) =>
    purgeUpTo(limit, (most) => engine.call('purgeDeliveries', retentionMs, most, clock())),
});
