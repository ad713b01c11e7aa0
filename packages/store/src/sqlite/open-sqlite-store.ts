import { randomUUID } from 'node:crypto';
import { canBeKey, generateKey, hashKey, keyPrefix } from '../api-key.js';
import { checkAnswer, checkDuration, checkKeyUse, checkScope } from '../idempotency-rules.js';
import { boundLimit, checkCredits, checkEnd, checkId, checkName, checkPlan, checkSealed } from '../input-rules.js';
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
} from '../port.js';
import { createBatches, createItems, createWebhooks } from './batches/open-batch-parts.js';
import { startEngine } from './engine-client.js';
import type { EngineClient } from './engine-client.js';
import { BUSY_TIMEOUT_MS } from './open-database.js';
import type { Durability } from './open-database.js';
import { purgeUpTo } from './purge-up-to.js';
import type { PackedRequest } from './records.js';

export interface SqliteStoreOptions {
  /** The database file; made with its folder when missing. Shared by every process of the host that opens it. */
  readonly path: string;
  readonly clock?: Clock;
  /** `normal` (default) survives a crash of the process, `full` also the loss of power, at one disk wait per commit. */
  readonly durability?: Durability;
  /** Longest wait for another process's write, milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Calls that may wait at once. */
  readonly maxPendingCalls?: number;
  /** Called once when the engine dies by itself. It does not come back: the process should end and be started anew. */
  readonly onFailure?: (error: Error) => void;
}

const unpack = (row: PackedRequest): RequestRow => ({ ...row, params: JSON.parse(row.params) as unknown });

const createAccounts = (engine: EngineClient, clock: Clock): AccountStore => ({
  create: async ({ name, plan, concurrency, id = randomUUID() }) => {
    checkId(id, 'id');
    checkName(name);
    checkPlan(plan, concurrency);
    const { creditsPerPeriod, periodDays, renew } = plan;
    const input = { id, name, plan: { creditsPerPeriod, periodDays, renew }, concurrency };
    return engine.call('createAccount', input, clock());
  },
  get: (accountId) => engine.call('getAccount', accountId),
  list: () => engine.call('listAccounts'),
  setDisabled: (accountId, isDisabled) => engine.call('setAccountDisabled', accountId, isDisabled),
  grant: async (accountId, credits, grantId) => {
    checkCredits(credits, 'credits');
    checkId(grantId, 'grantId');
    return engine.call('grantCredits', accountId, credits, grantId, clock());
  },
  period: async (accountId) => {
    const nowMs = clock();
    const period = await engine.call('readPeriod', accountId);
    return period && nowMs >= period.endMs ? engine.call('rollPeriod', accountId, nowMs) : period;
  },
  periods: (accountId) => engine.call('listPeriods', accountId),
});

// The plain key stays on this side of the thread: the engine only ever sees its hash.
const createKeys = (engine: EngineClient, clock: Clock): KeyStore => ({
  create: async ({ accountId, name, plainKey = generateKey() }) => {
    checkName(name);
    const input = { id: randomUUID(), accountId, name, prefix: keyPrefix(plainKey), keyHash: hashKey(plainKey) };
    const key = await engine.call('createKey', input, clock());
    return key && { key, plainKey };
  },
  revoke: (keyId) => engine.call('revokeKey', keyId, clock()),
  list: (accountId) => engine.call('listKeys', accountId),
  authenticate: async (plainKey) => (canBeKey(plainKey) ? engine.call('authenticate', hashKey(plainKey)) : null),
});

const createRequests = (engine: EngineClient, clock: Clock): RequestStore => ({
  admit: async (input) => {
    const { id, accountId, operation, contractVersion, holdCredits, deadlineAtMs, sealedHeaders = null } = input;
    checkId(id, 'id');
    checkSealed(input.sealedHeaders);
    checkCredits(holdCredits, 'holdCredits');
    const params = JSON.stringify(input.params ?? null);
    const row = { id, accountId, operation, params, sealedHeaders, contractVersion, holdCredits, deadlineAtMs };
    return engine.call('admit', row, clock());
  },
  begin: async (requestId, attempt) => {
    const row = await engine.call('begin', requestId, attempt, clock());
    return row && unpack(row);
  },
  nextAttempt: (requestId, attempt) => engine.call('nextAttempt', requestId, attempt),
  finish: async (requestId, end, attempt) => {
    checkEnd(end);
    const result = await engine.call('finish', requestId, end, attempt, clock());
    return result && { ...result, row: unpack(result.row) };
  },
  get: async (requestId) => {
    const row = await engine.call('getRequest', requestId);
    return row && unpack(row);
  },
  listOpen: async (accountId, limit) => engine.call('listOpen', accountId, boundLimit(limit), clock()),
  list: async (accountId, page) => {
    const rows = await engine.call('listRequests', accountId, { ...page, limit: boundLimit(page.limit) });
    return rows.map(unpack);
  },
  forgetStored: (requestId) => engine.call('forgetStored', requestId),
  sweepExpired: async ({ graceMs, limit }) => engine.call('sweepExpired', graceMs, boundLimit(limit), clock()),
  purge: async ({ retentionMs, limit }) => purgeUpTo(limit, (most) => engine.call('purge', retentionMs, most, clock())),
});

const createLedger = (engine: EngineClient, clock: Clock): LedgerStore => ({
  journal: async (accountId, { limit, afterId }) => engine.call('readJournal', accountId, boundLimit(limit), afterId),
  rebuild: (accountId) => engine.call('rebuildPeriods', accountId),
  rollPeriods: async (limit) => engine.call('rollPeriods', boundLimit(limit), clock()),
});

const toScope = ({ accountId, route, key }: IdempotencyScope): IdempotencyScope => ({ accountId, route, key });

const createIdempotency = (engine: EngineClient, clock: Clock): IdempotencyStore => ({
  begin: async (input) => {
    checkKeyUse(input);
    const { fingerprint, requestId, leaseMs, retentionMs } = input;
    return engine.call('beginKey', { ...toScope(input), fingerprint, requestId, leaseMs, retentionMs }, clock());
  },
  renew: async (scope, requestId, leaseMs) => {
    checkScope(scope);
    checkDuration(leaseMs, 'leaseMs');
    return engine.call('renewKey', toScope(scope), requestId, leaseMs, clock());
  },
  takeOver: async (scope, from, { requestId, leaseMs }) => {
    checkScope(scope);
    checkId(requestId, 'requestId');
    checkDuration(leaseMs, 'leaseMs');
    return engine.call('takeOverKey', toScope(scope), from, { requestId, leaseMs }, clock());
  },
  finish: async (scope, requestId, { statusCode, body }) => {
    const answer = { statusCode, ...(body === undefined ? {} : { body }) };
    checkScope(scope);
    checkAnswer(answer);
    return engine.call('finishKey', toScope(scope), requestId, answer, clock());
  },
  forget: async (scope, requestId) => {
    checkScope(scope);
    return engine.call('forgetKey', toScope(scope), requestId, clock());
  },
  purge: async (limit) => purgeUpTo(limit, (most) => engine.call('purgeKeys', most, clock())),
});

/** The port on an engine that runs already. */
export const createSqliteStore = (engine: EngineClient, clock: Clock): Store => ({
  accounts: createAccounts(engine, clock),
  keys: createKeys(engine, clock),
  requests: createRequests(engine, clock),
  ledger: createLedger(engine, clock),
  idempotency: createIdempotency(engine, clock),
  batches: createBatches(engine, clock),
  items: createItems(engine, clock),
  webhooks: createWebhooks(engine, clock),
  ping: () => engine.call('ping'),
  close: () => engine.close(),
});

/**
 * Opens the embedded store. Its engine runs in one thread of its own, so that no call blocks the caller's event loop.
 * Rejects with a `StoreError` when the file cannot be opened or has a newer schema; later faults reject the calls alone.
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<Store> => {
  const { path, clock = Date.now, durability = 'normal', busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const engine = await startEngine({ path, durability, busyTimeoutMs }, options.maxPendingCalls, options.onFailure);
  return createSqliteStore(engine, clock);
};
