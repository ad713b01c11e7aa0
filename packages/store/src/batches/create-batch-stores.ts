import { randomUUID } from 'node:crypto';
// By its own path: the embedded engine's thread should not pay for all operations and their schemas.
import { ownTimeoutMs } from '@quarry/contracts/deadline-failure';
import {
  checkFreeEnd,
  checkItemIds,
  checkNewBatch,
  checkNewItems,
  checkOwner,
  MAX_DELIVERY_ERROR_LENGTH,
  packAccountEvent,
  packItemJson,
} from './batch-rules.js';
import type {
  BatchEngine,
  BatchItemEngine,
  NewItem,
  PackedDelivery,
  PackedItem,
  WebhookEngine,
} from '../engine-port.js';
import { checkCrawl, checkFound } from '../crawls/crawl-rules.js';
import { checkDuration } from '../idempotency-rules.js';
import { boundLimit, checkEnd } from '../input-rules.js';
import { searchItems } from '../requests/request-search.js';
import type {
  BatchItem,
  BatchItemStore,
  BatchStore,
  Clock,
  DeliveryOutcome,
  NewBatchItem,
  WebhookDelivery,
  WebhookStore,
} from '../port.js';

const unpackItem = ({ metadata, ...row }: PackedItem): BatchItem => ({
  ...row,
  query: JSON.parse(row.query) as unknown,
  params: JSON.parse(row.params) as unknown,
  // safe because only the end of an item writes it
  ...(metadata === undefined ? {} : { metadata: JSON.parse(metadata) as Record<string, string> }),
});

export const packItem = ({ id, index, site, query, params, sealedHeaders, holdCredits }: NewBatchItem): NewItem => ({
  id,
  index,
  site,
  query: packItemJson(query, 'query'),
  params: packItemJson(params, 'params'),
  sealedHeaders: sealedHeaders ?? null,
  timeoutMs: ownTimeoutMs(params) ?? null,
  holdCredits,
});

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

export const createBatches = (engine: BatchEngine, clock: Clock): BatchStore => ({
  admit: async (input) => {
    checkNewBatch(input);
    checkCrawl(input.crawl);
    return engine.admitBatch(input, clock());
  },
  addItems: async (jobId, items) => {
    checkNewItems(items);
    return engine.addBatchItems(jobId, items.map(packItem));
  },
  activate: (jobId) => engine.activateBatch(jobId),
  abandon: (jobId) => engine.abandonBatch(jobId, clock()),
  get: (jobId) => engine.getBatch(jobId),
  list: async (accountId, page) => engine.listBatches(accountId, { ...page, limit: boundLimit(page.limit) }),
  searchItems: (jobId, search) => searchItems(engine, jobId, search),
  requestStop: (jobId) => engine.requestBatchStop(jobId, clock()),
  results: async (jobId, page) => {
    const items = await engine.readBatchResults(jobId, { ...page, limit: boundLimit(page.limit) });
    return items.map(unpackItem);
  },
  lease: async (input) => {
    checkOwner(input.owner, input.leaseMs);
    return engine.leaseBatches({ ...input, limit: boundLimit(input.limit) }, clock());
  },
  renewLease: async (jobId, owner, leaseMs) => {
    checkOwner(owner, leaseMs);
    return engine.renewBatchLease(jobId, owner, leaseMs, clock());
  },
  releaseLease: (jobId, owner) => engine.releaseBatchLease(jobId, owner),
  openItems: async (jobId, { afterIndex, limit }) => engine.listOpenItems(jobId, afterIndex, boundLimit(limit)),
  handOver: async (jobId, owner, { itemIds, deadlineAtMs }) => {
    checkItemIds(itemIds);
    return engine.handOverItems(jobId, owner, { itemIds: unique(itemIds), deadlineAtMs }, clock());
  },
  endItems: async (jobId, owner, { itemIds, end }) => {
    checkItemIds(itemIds);
    checkFreeEnd(end);
    return engine.endBatchItems(jobId, owner, { itemIds: unique(itemIds), end }, clock());
  },
  publish: async (jobId, owner, limit) => engine.publishItems(jobId, owner, boundLimit(limit), clock()),
  load: () => engine.readBatchLoad(clock()),
  sweepAccepting: async ({ maxAgeMs, limit }) => engine.sweepAcceptingBatches(maxAgeMs, boundLimit(limit), clock()),
  purge: async ({ retentionMs, limit }) => engine.purgeBatches(retentionMs, boundLimit(limit), clock()),
});

export const createItems = (engine: BatchItemEngine, clock: Clock): BatchItemStore => ({
  begin: async (itemId, attempt) => {
    const row = await engine.beginItem(itemId, attempt, clock());
    return row && unpackItem(row);
  },
  nextAttempt: (itemId, attempt) => engine.nextItemAttempt(itemId, attempt),
  finish: async (itemId, end, attempt) => {
    checkEnd(end);
    checkFound(end.found);
    const result = await engine.finishItem(itemId, end, attempt, clock());
    return result && { ...result, row: unpackItem(result.row) };
  },
  get: async (itemId) => {
    const row = await engine.getItem(itemId);
    return row && unpackItem(row);
  },
});

const unpackDelivery = (row: PackedDelivery): WebhookDelivery => ({
  ...row,
  // safe because it was packed from an object
  data: JSON.parse(row.data) as Record<string, unknown>,
});

const cutError = (outcome: DeliveryOutcome): DeliveryOutcome =>
  outcome.state === 'delivered' ? outcome : { ...outcome, error: outcome.error.slice(0, MAX_DELIVERY_ERROR_LENGTH) };

export const createWebhooks = (engine: WebhookEngine, clock: Clock): WebhookStore => ({
  enqueue: async (delivery) => {
    const data = packAccountEvent(delivery);
    const { id, accountId, event, url } = delivery;
    return engine.insertDelivery({ id, accountId, jobId: randomUUID(), event, url, data }, clock());
  },
  claim: async ({ leaseMs, limit, exceptHosts = [] }) => {
    checkDuration(leaseMs, 'leaseMs');
    const rows = await engine.claimDeliveries({ leaseMs, limit: boundLimit(limit), exceptHosts }, clock());
    return rows.map(unpackDelivery);
  },
  finish: (deliveryId, attempts, outcome) => engine.finishDelivery(deliveryId, attempts, cutError(outcome)),
  get: async (deliveryId) => {
    const row = await engine.getDelivery(deliveryId);
    return row && unpackDelivery(row);
  },
  list: async (accountId, page) => {
    const rows = await engine.listDeliveries(accountId, { ...page, limit: boundLimit(page.limit) });
    return rows.map(unpackDelivery);
  },
  receivers: async (accountId, limit) => {
    const found = await engine.sumReceivers(accountId, boundLimit(limit));
    return found.sort((one, other) => other.newestAtMs - one.newestAtMs || (one.url < other.url ? -1 : 1));
  },
  redeliver: async (accountId, deliveryId) => {
    const row = await engine.redeliver(accountId, deliveryId, clock());
    return row && unpackDelivery(row);
  },
  purge: async ({ retentionMs, limit }) => engine.purgeDeliveries(retentionMs, boundLimit(limit), clock()),
});
