import { randomUUID } from 'node:crypto';
import { canBeKey, generateKey, hashKey, keyPrefix } from './api-key.js';
import { createBatches, createItems, createWebhooks } from './batches/create-batch-stores.js';
import { createCrawls } from './crawls/create-crawl-store.js';
import { createReadingHealth } from './reading/create-reading-health.js';
import { createRecords } from './records/create-records.js';
import type {
  AccountEngine,
  IdempotencyEngine,
  KeyEngine,
  LedgerEngine,
  PackedRequest,
  RequestEngine,
  StoreEngine,
} from './engine-port.js';
import { checkAnswer, checkDuration, checkKeyUse, checkScope } from './idempotency-rules.js';
import {
  boundLimit,
  checkCredits,
  checkEnd,
  checkHost,
  checkId,
  checkName,
  checkPlan,
  checkPlanChange,
  checkSealed,
} from './input-rules.js';
import { checkKey, packLimits } from './keys/key-rules.js';
import { searchRequests } from './requests/request-search.js';
import { readSpending } from './spending/spending.js';
import type { SpendingSource } from './spending/spending-slices.js';
import type {
  AccountStore,
  Clock,
  IdempotencyScope,
  IdempotencyStore,
  KeyStore,
  LedgerStore,
  RequestRow,
  RequestStore,
  Store,
} from './port.js';

const createAccounts = (engine: AccountEngine & SpendingSource, clock: Clock): AccountStore => ({
  create: async ({ name, plan, concurrency, id = randomUUID() }) => {
    checkId(id, 'id');
    checkName(name);
    checkPlan(plan, concurrency);
    const { creditsPerPeriod, periodDays, renew } = plan;
    return engine.createAccount({ id, name, plan: { creditsPerPeriod, periodDays, renew }, concurrency }, clock());
  },
  get: (accountId) => engine.getAccount(accountId),
  list: () => engine.listAccounts(),
  changePlan: async (accountId, change) => {
    checkPlanChange(change);
    // A period that has begun but was not opened yet gets what it was promised.
    const period = await engine.rollPeriod(accountId, clock());
    return period && engine.changePlan(accountId, change);
  },
  setDisabled: (accountId, isDisabled) => engine.setAccountDisabled(accountId, isDisabled),
  grant: async (accountId, credits, grantId) => {
    checkCredits(credits, 'credits');
    checkId(grantId, 'grantId');
    return engine.grantCredits(accountId, credits, grantId, clock());
  },
  period: async (accountId) => {
    const nowMs = clock();
    const period = await engine.readPeriod(accountId, nowMs);
    return period && nowMs >= period.endMs ? engine.rollPeriod(accountId, nowMs) : period;
  },
  periods: (accountId) => engine.listPeriods(accountId),
  spending: (accountId, range) => readSpending(engine, accountId, range),
});

// The plain key stays here: engines only ever see its hash.
const createKeys = (engine: KeyEngine, clock: Clock): KeyStore => ({
  create: async ({ accountId, name, plainKey = generateKey(), limits }) => {
    checkName(name);
    const names = { id: randomUUID(), accountId, name, prefix: keyPrefix(plainKey), keyHash: hashKey(plainKey) };
    const input = { ...names, limits: packLimits(limits) };
    const key = await engine.createKey(input, clock());
    return key && { key, plainKey };
  },
  change: async (keyId, { name, limits }) => {
    if (name !== undefined) checkName(name);
    const change = { ...(name === undefined ? {} : { name }), ...(limits && { limits: packLimits(limits) }) };
    return engine.changeKey(keyId, change);
  },
  revoke: (keyId) => engine.revokeKey(keyId, clock()),
  list: (accountId) => engine.listKeys(accountId),
  authenticate: async (plainKey) => (canBeKey(plainKey) ? engine.authenticate(hashKey(plainKey)) : null),
  recordUse: (keyId) => engine.recordKeyUse(keyId, clock()),
});

const unpack = (row: PackedRequest): RequestRow => ({ ...row, params: JSON.parse(row.params) as unknown });

const createRequests = (engine: RequestEngine, clock: Clock): RequestStore => ({
  admit: async (input) => {
    const { id, accountId, operation, contractVersion, holdCredits, deadlineAtMs } = input;
    const { sealedHeaders = null, host = null } = input;
    const { answerKey = null, isAsync = null, webhookUrl = null, key = null } = input;
    checkId(id, 'id');
    checkSealed(input.sealedHeaders);
    checkHost(input.host);
    checkKey(input.key);
    checkCredits(holdCredits, 'holdCredits');
    const params = JSON.stringify(input.params ?? null);
    const row = { id, accountId, operation, params, sealedHeaders, contractVersion, holdCredits, deadlineAtMs, host };
    return engine.admit({ ...row, answerKey, isAsync, webhookUrl, key }, clock());
  },
  begin: async (requestId, attempt) => {
    const row = await engine.begin(requestId, attempt, clock());
    return row && unpack(row);
  },
  nextAttempt: (requestId, attempt) => engine.nextAttempt(requestId, attempt),
  finish: async (requestId, end, attempt) => {
    checkEnd(end);
    const result = await engine.finish(requestId, end, attempt, clock());
    return result && { ...result, row: unpack(result.row) };
  },
  get: async (requestId) => {
    const row = await engine.getRequest(requestId, clock());
    return row && unpack(row);
  },
  listOpen: async (accountId, limit) => engine.listOpen(accountId, boundLimit(limit), clock()),
  list: async (accountId, page) => {
    const rows = await engine.listRequests(accountId, { ...page, limit: boundLimit(page.limit) });
    return rows.map(unpack);
  },
  search: (accountId, search) => searchRequests(engine, accountId, search),
  findAnswer: async (accountId, answerKey, sinceMs) => {
    const row = await engine.findAnswer(accountId, answerKey, sinceMs);
    return row && unpack(row);
  },
  listAsync: async (page) => {
    const rows = await engine.listAsync({ ...page, limit: boundLimit(page.limit) }, clock());
    return rows.map(unpack);
  },
  forgetStored: (requestId) => engine.forgetStored(requestId),
  sweepExpired: async ({ graceMs, limit }) => engine.sweepExpired(graceMs, boundLimit(limit), clock()),
  purge: async ({ retentionMs, limit }) => engine.purge(retentionMs, boundLimit(limit), clock()),
});

const createLedger = (engine: LedgerEngine, clock: Clock): LedgerStore => ({
  journal: async (accountId, { limit, afterId }) => engine.readJournal(accountId, boundLimit(limit), afterId),
  rebuild: (accountId) => engine.rebuildPeriods(accountId),
  rollPeriods: async (limit) => engine.rollPeriods(boundLimit(limit), clock()),
});

const toScope = ({ accountId, route, key }: IdempotencyScope): IdempotencyScope => ({ accountId, route, key });

const createIdempotency = (engine: IdempotencyEngine, clock: Clock): IdempotencyStore => ({
  begin: async (input) => {
    checkKeyUse(input);
    const { fingerprint, requestId, leaseMs, retentionMs } = input;
    return engine.beginKey({ ...toScope(input), fingerprint, requestId, leaseMs, retentionMs }, clock());
  },
  renew: async (scope, requestId, leaseMs) => {
    checkScope(scope);
    checkDuration(leaseMs, 'leaseMs');
    return engine.renewKey(toScope(scope), requestId, leaseMs, clock());
  },
  takeOver: async (scope, from, { requestId, leaseMs }) => {
    checkScope(scope);
    checkId(requestId, 'requestId');
    checkDuration(leaseMs, 'leaseMs');
    return engine.takeOverKey(toScope(scope), from, { requestId, leaseMs }, clock());
  },
  finish: async (scope, requestId, answer) => {
    checkScope(scope);
    checkAnswer(answer);
    return engine.finishKey(toScope(scope), requestId, answer, clock());
  },
  forget: async (scope, requestId) => {
    checkScope(scope);
    return engine.forgetKey(toScope(scope), requestId, clock());
  },
  purge: async (limit) => engine.purgeKeys(boundLimit(limit), clock()),
});

/** The port on an engine: checks what callers pass, packs and unpacks JSON, bounds limits and reads the clock. */
export const createStore = (engine: StoreEngine, clock: Clock): Store => ({
  accounts: createAccounts(engine, clock),
  keys: createKeys(engine, clock),
  requests: createRequests(engine, clock),
  ledger: createLedger(engine, clock),
  idempotency: createIdempotency(engine, clock),
  batches: createBatches(engine, clock),
  items: createItems(engine, clock),
  crawls: createCrawls(engine, clock),
  webhooks: createWebhooks(engine, clock),
  records: createRecords(engine, clock),
  readingHealth: createReadingHealth(engine, clock),
  ping: () => engine.ping(),
  close: () => engine.close(),
});
