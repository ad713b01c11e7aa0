import { randomUUID } from 'node:crypto';
import { canBeKey, generateKey, hashKey, keyPrefix } from '../api-key.js';
import { checkAnswer, checkDuration, checkKeyUse, checkScope } from '../idempotency-rules.js';
import { boundLimit, checkCredits, checkEnd, checkId, checkName, checkPlan, checkSealed } from '../input-rules.js';
import type { AccountStore, IdempotencyStore, KeyStore, LedgerStore, RequestStore, Store } from '../port.js';
import { StoreError } from '../store-error.js';
import { createAccountCalls, MAX_GRANTS_PER_PERIOD } from './ledger/account-calls.js';
import { createAdmission, MAX_OPEN_HOLDS, MAX_PARAMS_BYTES } from './ledger/admission.js';
import { createBatchSettlement } from './batches/batch-settlement.js';
import { createBatchItemStore, createBatchStore, createWebhookStore } from './batches/batch-stores.js';
import { createIdempotencyCalls } from './idempotency-calls.js';
import { createIntentSteps } from './ledger/intent-steps.js';
import { createJournal } from './ledger/journal.js';
import { createRepair } from './ledger/ledger-repair.js';
import { openMongoEngine } from './mongo-engine.js';
import type { MongoEngine, MongoEngineOptions } from './mongo-engine.js';
import { createPeriodBook } from './ledger/period-book.js';
import { createPeriodCleanup } from './ledger/period-cleanup.js';
import { createPeriodRoll } from './ledger/period-roll.js';
import { createRequestReads, createRequestWrites } from './request-calls.js';
import { createSettlement } from './ledger/settlement.js';
import { createStoredBytes } from './ledger/stored-bytes.js';

export interface MongoStoreOptions extends MongoEngineOptions {
  /** Requests of one account that may be open at once. */
  readonly maxOpenHolds?: number;
  /** Grants one period may take. */
  readonly maxGrantsPerPeriod?: number;
}

const createParts = (engine: MongoEngine, options: MongoStoreOptions) => {
  const cleanup = createPeriodCleanup(engine);
  engine.beforeClose(cleanup.drain);
  const journal = createJournal(engine, cleanup);
  const roll = createPeriodRoll(engine, journal);
  const book = createPeriodBook(engine, journal, roll);
  const { maxOpenHolds = MAX_OPEN_HOLDS, maxGrantsPerPeriod: maxGrants = MAX_GRANTS_PER_PERIOD } = options;
  const intents = createIntentSteps(engine, { journal, book, cleanup });
  const admit = createAdmission(engine, { journal, roll, intents, maxOpenHolds });
  const stored = createStoredBytes(engine);
  const settlement = createSettlement(engine, { roll, book, stored, intents });
  const batchSettlement = createBatchSettlement(engine, { journal, roll });
  const repair = createRepair(engine, { journal, intents, settlement, batchSettlement });
  return {
    engine,
    journal,
    roll,
    intents,
    admit,
    settlement,
    batchSettlement,
    repair,
    accounts: createAccountCalls(engine, { journal, roll, maxGrants }),
    reads: createRequestReads(engine, intents),
    writes: createRequestWrites(engine, settlement, stored),
    stored,
    keyUses: createIdempotencyCalls(engine),
  };
};

type Parts = ReturnType<typeof createParts>;

const packParams = (params: unknown): string => {
  const packed = JSON.stringify(params ?? null);
  if (Buffer.byteLength(packed) <= MAX_PARAMS_BYTES) return packed;
  throw new StoreError('invalid_input', `params must be at most ${MAX_PARAMS_BYTES} bytes of JSON.`);
};

const createAccounts = ({ engine: { call, clock }, accounts }: Parts): AccountStore => ({
  create: ({ name, plan, concurrency, id = randomUUID() }) =>
    call(async () => {
      checkId(id, 'id');
      checkName(name);
      checkPlan(plan, concurrency);
      return accounts.createAccount({ id, name, plan, concurrency }, clock());
    }),
  get: (accountId) => call(() => accounts.getAccount(accountId)),
  list: () => call(() => accounts.listAccounts()),
  setDisabled: (accountId, isDisabled) => call(() => accounts.setAccountDisabled(accountId, isDisabled)),
  grant: (accountId, credits, grantId) =>
    call(async () => {
      checkCredits(credits, 'credits');
      checkId(grantId, 'grantId');
      return accounts.grantCredits(accountId, credits, grantId, clock());
    }),
  period: (accountId) => call(() => accounts.currentPeriod(accountId, clock())),
  periods: (accountId) => call(() => accounts.listPeriods(accountId)),
});

// The plain key never leaves this process: the server only ever sees its hash.
const createKeys = ({ engine: { call, clock }, accounts }: Parts): KeyStore => ({
  create: ({ accountId, name, plainKey = generateKey() }) =>
    call(async () => {
      checkName(name);
      const input = { id: randomUUID(), accountId, name, prefix: keyPrefix(plainKey), keyHash: hashKey(plainKey) };
      const key = await accounts.createKey(input, clock());
      return key && { key, plainKey };
    }),
  revoke: (keyId) => call(() => accounts.revokeKey(keyId, clock())),
  list: (accountId) => call(() => accounts.listKeys(accountId)),
  authenticate: (plainKey) => call(async () => (canBeKey(plainKey) ? accounts.authenticate(hashKey(plainKey)) : null)),
});

const createRequests = ({ engine: { call, clock }, admit, settlement, reads, writes, stored, repair }: Parts) => {
  const requests: RequestStore = {
    admit: (input) =>
      call(async () => {
        const { id, accountId, operation, contractVersion, holdCredits, deadlineAtMs, sealedHeaders } = input;
        checkId(id, 'id');
        checkSealed(sealedHeaders);
        checkCredits(holdCredits, 'holdCredits');
        const params = packParams(input.params);
        const row = { id, accountId, operation, params, sealedHeaders, contractVersion, holdCredits, deadlineAtMs };
        return admit(row, clock());
      }),
    begin: (requestId, attempt) => call(() => writes.begin(requestId, attempt, clock())),
    nextAttempt: (requestId, attempt) => call(() => writes.nextAttempt(requestId, attempt)),
    finish: (requestId, end, attempt) =>
      call(async () => {
        checkEnd(end);
        return settlement.finish(requestId, end, attempt, clock());
      }),
    get: (requestId) => call(() => reads.get(requestId, clock())),
    listOpen: (accountId, limit) => call(async () => reads.listOpen(accountId, boundLimit(limit), clock())),
    list: (accountId, page) => call(async () => reads.list(accountId, { ...page, limit: boundLimit(page.limit) })),
    forgetStored: (requestId) => call(() => stored.forget(requestId)),
    sweepExpired: ({ graceMs, limit }) =>
      call(async () => {
        const [rows, nowMs] = [boundLimit(limit), clock()];
        await repair(rows, nowMs);
        return writes.expire(graceMs, rows, nowMs);
      }),
    purge: ({ retentionMs, limit }) => call(async () => writes.purge(retentionMs, boundLimit(limit), clock())),
  };
  return requests;
};

const createLedger = ({ engine: { call, clock }, journal, roll, repair }: Parts): LedgerStore => ({
  journal: (accountId, { limit, afterId }) => call(async () => journal.read(accountId, boundLimit(limit), afterId)),
  rebuild: (accountId) => call(() => journal.rebuild(accountId)),
  rollPeriods: (limit) =>
    call(async () => {
      const [most, nowMs] = [boundLimit(limit), clock()];
      const rolled = await roll.rollDue(most, nowMs);
      await repair(most, nowMs);
      return rolled;
    }),
});

const createIdempotency = ({ engine: { call, clock }, keyUses }: Parts): IdempotencyStore => ({
  begin: (input) =>
    call(async () => {
      checkKeyUse(input);
      return keyUses.beginKey(input, clock());
    }),
  renew: (scope, requestId, leaseMs) =>
    call(async () => {
      checkScope(scope);
      checkDuration(leaseMs, 'leaseMs');
      return keyUses.renewKey(scope, requestId, leaseMs, clock());
    }),
  takeOver: (scope, from, to) =>
    call(async () => {
      checkScope(scope);
      checkId(to.requestId, 'requestId');
      checkDuration(to.leaseMs, 'leaseMs');
      return keyUses.takeOverKey(scope, from, to, clock());
    }),
  finish: (scope, requestId, answer) =>
    call(async () => {
      checkScope(scope);
      checkAnswer(answer);
      return keyUses.finishKey(scope, requestId, answer, clock());
    }),
  forget: (scope, requestId) =>
    call(async () => {
      checkScope(scope);
      return keyUses.forgetKey(scope, requestId, clock());
    }),
  purge: (limit) => call(async () => keyUses.purgeKeys(boundLimit(limit), clock())),
});

/**
 * Opens the store on a MongoDB, with a connection pool of its own. Nothing of it needs a replica set. Rejects with a
 * `StoreError` when the server cannot be reached. A server that goes away later rejects the calls alone (`busy`, within
 * the bounds of `MongoEngineOptions`), and the store works on when it is back. A call that was rejected as `busy` may
 * have done its work or not; it may be repeated as it is.
 */
export const openMongoStore = async (options: MongoStoreOptions): Promise<Store> => {
  const engine = await openMongoEngine(options);
  const parts = createParts(engine, options);
  return {
    accounts: createAccounts(parts),
    keys: createKeys(parts),
    requests: createRequests(parts),
    ledger: createLedger(parts),
    idempotency: createIdempotency(parts),
    batches: createBatchStore(engine, {
      admit: parts.admit,
      settlement: parts.batchSettlement,
      intents: parts.intents,
    }),
    items: createBatchItemStore(engine),
    webhooks: createWebhookStore(engine),
    ping: () =>
      engine.call(async () => {
        await engine.run('ping', () => engine.ping());
      }),
    close: () => engine.close(),
  };
};
