import { createStore } from '../create-store.js';
import type { StoreEngine } from '../engine-port.js';
import type { Store } from '../port.js';
import { createAccountCalls, MAX_GRANTS_PER_PERIOD } from './ledger/account-calls.js';
import { createAdmission, MAX_OPEN_HOLDS } from './ledger/admission.js';
import { createBatchItemCalls } from './batches/batch-item-calls.js';
import { createBatchLeading } from './batches/batch-leading.js';
import { createBatchLeases } from './batches/batch-leases.js';
import { createNumbering } from './batches/batch-numbering.js';
import { createJobChange, createPublish } from './batches/batch-publish.js';
import { createBatchPurge } from './batches/batch-purge.js';
import { createBatchReads } from './batches/batch-reads.js';
import { createBatchSettlement } from './batches/batch-settlement.js';
import { createBatchStops } from './batches/batch-stops.js';
import { createBatchSubmit } from './batches/batch-submit.js';
import { createFrontier, createFrontierReads } from './crawls/crawl-frontier.js';
import { createContentClaim, createCrawlClose, createCrawlGrowth } from './crawls/crawl-growth.js';
import { createIdempotencyCalls } from './idempotency-calls.js';
import { createKeyCalls } from './key-calls.js';
import { createIntentSteps } from './ledger/intent-steps.js';
import { createJournal } from './ledger/journal.js';
import { createKeyDays } from './ledger/key-days.js';
import { createLedgerCalls, createRepair } from './ledger/ledger-repair.js';
import { openMongoEngine } from './mongo-engine.js';
import type { MongoEngine, MongoEngineOptions } from './mongo-engine.js';
import { createPeriodBook } from './ledger/period-book.js';
import { createPeriodCleanup } from './ledger/period-cleanup.js';
import { createPeriodRoll } from './ledger/period-roll.js';
import { createReadingCalls } from './reading-calls.js';
import { createRecordCalls } from './record-calls.js';
import { createRequestCalls } from './request-calls.js';
import { createSettlement } from './ledger/settlement.js';
import { createSpendingCalls } from './spending-calls.js';
import { createStoredBytes } from './ledger/stored-bytes.js';
import { createWebhookCalls } from './webhook-calls.js';

export interface MongoStoreOptions extends MongoEngineOptions {
  /** Requests of one account that may be open at once. */
  readonly maxOpenHolds?: number;
  /** Grants one period may take. */
  readonly maxGrantsPerPeriod?: number;
}

const createCalls = (engine: MongoEngine, options: MongoStoreOptions): StoreEngine => {
  const cleanup = createPeriodCleanup(engine);
  engine.beforeClose(cleanup.drain);
  const journal = createJournal(engine, cleanup);
  const roll = createPeriodRoll(engine, journal);
  const keyDays = createKeyDays(engine);
  const book = createPeriodBook(engine, { journal, roll, keyDays });
  const { maxOpenHolds = MAX_OPEN_HOLDS, maxGrantsPerPeriod: maxGrants = MAX_GRANTS_PER_PERIOD } = options;
  const intents = createIntentSteps(engine, { journal, book, cleanup });
  const admit = createAdmission(engine, { journal, roll, intents, keyDays, maxOpenHolds });
  const stored = createStoredBytes(engine);
  const settlement = createSettlement(engine, { roll, book, stored, intents });
  const batchSettlement = createBatchSettlement(engine, { journal, roll, keyDays });
  const repair = createRepair(engine, { journal, intents, settlement, batchSettlement });
  const change = createJobChange(engine, batchSettlement);
  return {
    ...createAccountCalls(engine, { journal, roll, maxGrants }),
    ...createKeyCalls(engine),
    ...createRequestCalls(engine, { admit, intents, settlement, stored, repair }),
    ...createLedgerCalls(journal, roll, repair),
    ...createIdempotencyCalls(engine),
    ...createBatchSubmit(engine, admit),
    ...createBatchStops(engine, { settlement: batchSettlement, intents }),
    ...createBatchLeases(engine),
    ...createBatchLeading(engine, change),
    ...createBatchReads(engine),
    publishItems: createPublish(engine, { change, settlement: batchSettlement, numbering: createNumbering(engine) }),
    purgeBatches: createBatchPurge(engine, stored),
    ...createBatchItemCalls(engine, stored),
    ...createFrontier(engine),
    ...createFrontierReads(engine),
    growCrawl: createCrawlGrowth(engine, { journal, roll, keyDays, change }),
    closeCrawl: createCrawlClose(engine, change),
    claimContent: createContentClaim(engine),
    ...createWebhookCalls(engine),
    ...createRecordCalls(engine),
    ...createReadingCalls(engine),
    ...createSpendingCalls(engine),
    ping: async () => void (await engine.run('ping', engine.ping)),
    close: engine.close,
  };
};

/** Every call waits for its turn before its input is checked and the clock is read: see `createCallGate`. */
const gated = <Calls extends object>({ call }: MongoEngine, calls: Calls): Calls =>
  // safe because all fields are methods that return promises, and stay so
  Object.fromEntries(
    Object.entries(calls as Record<string, (...args: readonly unknown[]) => Promise<unknown>>).map(([name, method]) => [
      name,
      (...args: readonly unknown[]) => call(() => method(...args)),
    ]),
  ) as Calls;

/**
 * Opens the store on a MongoDB, with a connection pool of its own. It does not need a replica set. Rejects with a
 * `StoreError` when the server cannot be reached. When the server goes away later, calls reject as `busy` within the
 * bounds of `MongoEngineOptions` until it is back. A call that was rejected as `busy` may have done its work or not; it
 * may be repeated as it is.
 */
export const openMongoStore = async (options: MongoStoreOptions): Promise<Store> => {
  const engine = await openMongoEngine(options);
  const store = createStore(createCalls(engine, options), engine.clock);
  return {
    accounts: gated(engine, store.accounts),
    keys: gated(engine, store.keys),
    requests: gated(engine, store.requests),
    ledger: gated(engine, store.ledger),
    idempotency: gated(engine, store.idempotency),
    batches: gated(engine, store.batches),
    items: gated(engine, store.items),
    crawls: gated(engine, store.crawls),
    webhooks: gated(engine, store.webhooks),
    records: gated(engine, store.records),
    readingHealth: gated(engine, store.readingHealth),
    ping: () => engine.call(() => store.ping()),
    close: () => store.close(),
  };
};
