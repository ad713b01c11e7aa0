import {
  checkFreeEnd,
  checkItemIds,
  checkNewBatch,
  checkNewItems,
  checkOwner,
  MAX_DELIVERY_ERROR_LENGTH,
} from '../../batch-rules.js';
import { checkDuration } from '../../idempotency-rules.js';
import { boundLimit, checkEnd } from '../../input-rules.js';
import type { BatchItemStore, BatchStore, DeliveryOutcome, WebhookStore } from '../../port.js';
import type { Admit } from '../ledger/admission.js';
import { createBatchItemCalls } from './batch-item-calls.js';
import { createBatchLeading } from './batch-leading.js';
import { createBatchLeases } from './batch-leases.js';
import { createNumbering } from './batch-numbering.js';
import { createJobChange, createPublish } from './batch-publish.js';
import { createBatchPurge } from './batch-purge.js';
import { createBatchReads, createJobReads, toVisibleJob } from './batch-reads.js';
import type { BatchSettlement } from './batch-settlement.js';
import { createBatchStops } from './batch-stops.js';
import { createBatchSubmit } from './batch-submit.js';
import type { IntentSteps } from '../ledger/intent-steps.js';
import type { MongoEngine } from '../mongo-engine.js';
import { createWebhookCalls } from '../webhook-calls.js';
import { createStoredBytes } from '../ledger/stored-bytes.js';

interface Parts {
  readonly admit: Admit;
  readonly settlement: BatchSettlement;
  readonly intents: Pick<IntentSteps, 'completeLeft'>;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

export const createBatchStore = (engine: MongoEngine, { admit, settlement, intents }: Parts): BatchStore => {
  const { call, clock } = engine;
  const submit = createBatchSubmit(engine, admit);
  const stops = createBatchStops(engine, { settlement, intents });
  const leases = createBatchLeases(engine);
  const change = createJobChange(engine, settlement);
  const leading = createBatchLeading(engine, change);
  const publish = createPublish(engine, { change, settlement, numbering: createNumbering(engine) });
  const { find } = createJobReads(engine);
  const reads = createBatchReads(engine);
  const stored = createStoredBytes(engine);
  const purge = createBatchPurge(engine, stored);
  return {
    admit: (input) =>
      call(async () => {
        checkNewBatch(input);
        return submit.admitJob(input, clock());
      }),
    addItems: (jobId, items) =>
      call(async () => {
        checkNewItems(items);
        return submit.addItems(jobId, items);
      }),
    activate: (jobId) => call(() => submit.activate(jobId)),
    abandon: (jobId) => call(() => stops.abandon(jobId, clock())),
    get: (jobId) => call(async () => toVisibleJob(await find(jobId))),
    list: (accountId, page) => call(async () => reads.list(accountId, { ...page, limit: boundLimit(page.limit) })),
    requestStop: (jobId) => call(() => stops.requestStop(jobId, clock())),
    results: (jobId, page) => call(async () => reads.results(jobId, { ...page, limit: boundLimit(page.limit) })),
    lease: (input) =>
      call(async () => {
        checkOwner(input.owner, input.leaseMs);
        return leases.lease({ ...input, limit: boundLimit(input.limit) }, clock());
      }),
    renewLease: (jobId, owner, leaseMs) =>
      call(async () => {
        checkOwner(owner, leaseMs);
        return leases.renewLease(jobId, owner, leaseMs, clock());
      }),
    releaseLease: (jobId, owner) => call(() => leases.releaseLease(jobId, owner)),
    openItems: (jobId, { afterIndex, limit }) =>
      call(async () => leases.openItems(jobId, afterIndex, boundLimit(limit))),
    handOver: (jobId, owner, { itemIds, deadlineAtMs }) =>
      call(async () => {
        checkItemIds(itemIds);
        return leading.handOver(jobId, owner, { itemIds: unique(itemIds), deadlineAtMs }, clock());
      }),
    endItems: (jobId, owner, { itemIds, end }) =>
      call(async () => {
        checkItemIds(itemIds);
        checkFreeEnd(end);
        return leading.endItems(jobId, owner, { itemIds: unique(itemIds), end }, clock());
      }),
    publish: (jobId, owner, limit) => call(async () => publish(jobId, owner, boundLimit(limit), clock())),
    load: () => call(() => leases.load(clock())),
    sweepAccepting: ({ maxAgeMs, limit }) =>
      call(async () => stops.sweepAccepting(maxAgeMs, boundLimit(limit), clock())),
    purge: ({ retentionMs, limit }) => call(async () => purge(retentionMs, boundLimit(limit), clock())),
  };
};

export const createBatchItemStore = (engine: MongoEngine): BatchItemStore => {
  const { call, clock } = engine;
  const items = createBatchItemCalls(engine, createStoredBytes(engine));
  return {
    begin: (itemId, attempt) => call(() => items.begin(itemId, attempt, clock())),
    nextAttempt: (itemId, attempt) => call(() => items.nextAttempt(itemId, attempt)),
    finish: (itemId, end, attempt) =>
      call(async () => {
        checkEnd(end);
        return items.finish(itemId, end, attempt, clock());
      }),
    get: (itemId) => call(() => items.get(itemId)),
  };
};

const cutError = (outcome: DeliveryOutcome): DeliveryOutcome =>
  outcome.state === 'delivered' ? outcome : { ...outcome, error: outcome.error.slice(0, MAX_DELIVERY_ERROR_LENGTH) };

export const createWebhookStore = (engine: MongoEngine): WebhookStore => {
  const { call, clock } = engine;
  const webhooks = createWebhookCalls(engine);
  return {
    claim: ({ leaseMs, limit, exceptHosts = [] }) =>
      call(async () => {
        checkDuration(leaseMs, 'leaseMs');
        return webhooks.claim({ leaseMs, limit: boundLimit(limit), exceptHosts }, clock());
      }),
    finish: (deliveryId, attempts, outcome) => call(() => webhooks.finish(deliveryId, attempts, cutError(outcome))),
    get: (deliveryId) => call(() => webhooks.get(deliveryId)),
    list: (accountId, page) => call(async () => webhooks.list(accountId, { ...page, limit: boundLimit(page.limit) })),
    redeliver: (accountId, deliveryId) => call(() => webhooks.redeliver(accountId, deliveryId, clock())),
    purge: ({ retentionMs, limit }) => call(async () => webhooks.purge(retentionMs, boundLimit(limit), clock())),
  };
};
