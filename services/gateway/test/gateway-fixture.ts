import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createTargetRule } from '@quarry/egress/target-rule';
import { openDiskFiles, type FileStore } from '@quarry/files';
import { createLogger, createMetrics } from '@quarry/observability';
import { openQueue } from '@quarry/queue';
import { openSqliteStore, type Store } from '@quarry/store';
import {
  createBucketKeySeals,
  createConsoleTokens,
  createHeaderSeals,
  createReceiverSeals,
  createLinkSignatures,
  createSessionSeals,
} from '@quarry/tokens';
import { createWebhookSecrets } from '@quarry/webhooks';
import { createAccountLeases } from '../src/admission/account-leases.js';
import { build, type GatewayOptions } from '../src/build.js';
import { listen } from '../src/http/listen.js';
import { createFakeWorker, type Behaviour } from './fake-worker.js';
import { lockStore } from './lock-store.js';
import { startRedis } from '../../../packages/queue/test/redis-fixture.js';
import { sharedRedis } from '../../../packages/queue/test/shared-redis.js';
import { openInlineStore } from '../../../packages/store/test/sqlite/open-inline-store.js';

/** The deployment's secret. */
export const FIXTURE_SECRET = 'the deployment secret of a test';
const SECRETS = { secret: FIXTURE_SECRET };

const folder = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
export const REFERENCE_FOLDERS = {
  web: folder('services/gateway/web'),
  library: folder('services/gateway/node_modules/@scalar/api-reference'),
  guides: folder('docs'),
};

/** A gate that behaviours wait at and tests open. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
};

export type FixtureOptions = Partial<
  Pick<
    GatewayOptions,
    | 'deadlineMs'
    | 'waitSliceMs'
    | 'drainMs'
    | 'retentionMs'
    | 'maxQueueWaitMs'
    | 'diskLowShare'
    | 'catalogue'
    | 'filesUrl'
    | 'origins'
    | 'faultPoint'
    | 'idempotencyLease'
    | 'answerReadMs'
    | 'refusedBytesPerMinute'
    | 'tracing'
    | 'webhookSecrets'
    | 'headerSeals'
    | 'bucketKeySeals'
    | 'receiverSeals'
  >
> & {
  /** Default: the system's. Both run ahead as the fixture is told to. */
  readonly clock?: () => number;
  /** A redis-server of this fixture alone, to be ended and started again. */
  readonly ownRedis?: true;
  /** The store works as in a service, so that its waits hold nothing else up. */
  readonly hasStoreThread?: true;
  readonly concurrency?: number;
  readonly credits?: number;
  /** Longest wait for a write lock of the store. */
  readonly busyTimeoutMs?: number;
  /** Stands between the gateway and its store. */
  readonly wrapStore?: (store: Store) => Store;
  /** Stands between the gateway and its files. */
  readonly wrapFiles?: (files: FileStore) => FileStore;
};

const openRedis = async (isOwn: boolean) => {
  if (isOwn) return startRedis();
  const isShared = () => Promise.reject(new Error('this Redis is everybody’s: ask for one of your own'));
  return { ...(await sharedRedis()), kill: isShared, start: isShared, stop: async () => undefined };
};

const collectLines = () => {
  const lines: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    lines.push(chunk.toString());
    done();
  };
  return { lines, stream: new Writable({ write }) };
};

/** The gateway on real parts: SQLite, files on disk, Redis, and a worker that does what the test says. */
export const startGatewayFixture = async (options: FixtureOptions = {}) => {
  const { concurrency = 50, credits = 1_000, busyTimeoutMs = 5_000, wrapStore, wrapFiles, ...rest } = options;
  const { clock: given = Date.now, ownRedis = false, hasStoreThread = false, ...overrides } = rest;
  let aheadMs = 0;
  const clock = (): number => given() + aheadMs;
  const prefix = `test-${randomUUID()}`;
  const folder = await mkdtemp(join(tmpdir(), 'quarry-gateway-'));
  const redis = await openRedis(ownRedis);
  const { lines, stream } = collectLines();
  const log = createLogger({ service: 'gateway', level: 'debug', stream });
  const metrics = createMetrics({ service: 'gateway' });
  const openStore = hasStoreThread ? openSqliteStore : openInlineStore;
  const store: Store = await openStore({ path: join(folder, 'quarry.sqlite'), busyTimeoutMs, clock });
  const files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 10_000_000 });
  const queue = openQueue({ redisUrl: redis.url, prefix, log, now: clock });
  const replies = await queue.listenForReplies();
  const gateway = build({
    ports: {
      ...{ store: wrapStore?.(store) ?? store, files: wrapFiles?.(files) ?? files, replies },
      ...{
        producer: queue.jobs,
        switches: queue.switches,
        hearing: queue.replies,
        leases: queue.leases,
        hints: queue.batchHints,
      },
      outcomes: queue.outcomes,
    },
    targets: createTargetRule(),
    ...{ baseUrl: 'http://127.0.0.1:3000', filesUrl: 'http://127.0.0.1:3000/files' },
    referenceFolders: REFERENCE_FOLDERS,
    retentionMs: 86_400_000,
    maxQueueWaitMs: 60_000,
    ...{ freeBudgetCredits: 500, accountStoredBytes: 1_000_000, diskLowShare: 0 },
    ...{ webhookSecrets: createWebhookSecrets(SECRETS), bucketKeySeals: createBucketKeySeals(SECRETS) },
    ...{ headerSeals: createHeaderSeals(SECRETS), linkSignatures: createLinkSignatures(SECRETS) },
    ...{ consoleTokens: createConsoleTokens(SECRETS), sessionSeals: createSessionSeals(SECRETS) },
    ...{ log, metrics, clock, waitSliceMs: 200, receiverSeals: createReceiverSeals(SECRETS) },
    ...overrides,
  });
  const server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });

  const accountLeases = createAccountLeases(queue.leases, store.requests);
  const worker = createFakeWorker({ store, files, queue });

  const addAccount = async (given: { concurrency?: number; credits?: number } = {}) => {
    const account = await store.accounts.create({
      name: `account ${randomUUID()}`,
      plan: { creditsPerPeriod: given.credits ?? credits, periodDays: 30, renew: true },
      concurrency: given.concurrency ?? concurrency,
    });
    const made = await store.keys.create({ accountId: account.id, name: 'test' });
    if (made === null) throw new Error('no key');
    return { account, key: made.plainKey, keyId: made.key.id };
  };

  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    app: gateway.app,
    filesRoot: join(folder, 'files'),
    inUse: (accountId: string) => accountLeases.inUse(accountId),
    /** Keeps every other process from writing to the store, until the function returned is called. */
    lockStore: () => lockStore(join(folder, 'quarry.sqlite')),
    ...{ gateway, store, files, queue, redis, prefix, clock, metrics, lines, addAccount },
    /** Lets the clock of gateway, store and queue run ahead. */
    advance: (durationMs: number) => void (aheadMs += durationMs),
    startWorker: worker.start,
    stopWorkers: () => worker.stop(),
    behave: (next: Behaviour) => worker.behave(next),
    close: async () => {
      const served = server.close();
      await gateway.close();
      await served;
      await worker.stop();
      await replies.close();
      await queue.close();
      await files.close();
      await store.close();
      metrics.close();
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type GatewayFixture = Awaited<ReturnType<typeof startGatewayFixture>>;
