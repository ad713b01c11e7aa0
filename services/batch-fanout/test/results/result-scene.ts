import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTargetRule } from '@quarry/egress/target-rule';
import { createDeliveries, type Delivery } from '@quarry/exports';
import { openDiskFiles, type FileStore } from '@quarry/files';
import { createLogger, createMetrics, noFaults } from '@quarry/observability';
import { openSqliteStore, type Store } from '@quarry/store';
import { createBucketKeySeals, type HeaderSeals } from '@quarry/tokens';
import { createResultDeliverer, type ResultDelivererOptions } from '../../src/results/result-deliverer.js';
import { sendResults, type SendOptions } from '../../src/results/send-results.js';

const DAY_MS = 86_400_000;
export const SECRET = 'the deployment secret of a test';

interface Parts extends Pick<ResultDelivererOptions, 'deliveries' | 'clock'> {
  readonly store: Store;
  readonly files: FileStore;
  readonly seals: HeaderSeals;
}

/** Starts deliverers whose target rule lets these hosts through. */
const createStarter =
  ({ store, files, deliveries, seals, clock }: Parts) =>
  (allow: readonly string[], sending: Partial<SendOptions> = {}, options: Partial<ResultDelivererOptions> = {}) => {
    const rule = createTargetRule({ allow });
    const all = { batches: store.batches, files, rule, seals, filesUrl: 'https://files.example', ...sending };
    const deliverer = createResultDeliverer({
      ...{ deliveries, batches: store.batches, clock, faultPoint: noFaults },
      send: (job, delivery, signal) => sendResults(all, job, delivery, signal),
      log: createLogger({ service: 'batch-fanout', level: 'error' }),
      metrics: createMetrics({ service: 'batch-fanout' }),
      signal: new AbortController().signal,
      ...options,
    });
    return {
      ...deliverer,
      deliver: async () => {
        await deliverer.startDue();
        await deliverer.settled();
      },
    };
  };

/** Jobs with results on a real store and disk, and their deliverers. The time is the test's. */
export const createResultScene = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-results-'));
  const path = join(folder, 'quarry.sqlite');
  let nowMs = Date.now();
  const clock = () => nowMs;
  const store = await openSqliteStore({ path, clock });
  const files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000_000 });
  const deliveries = createDeliveries(store.records);
  const seals = createBucketKeySeals({ secret: SECRET });
  if (seals === undefined) throw new Error('there is a secret');
  const plan = { creditsPerPeriod: 1_000_000, periodDays: 30, renew: true };
  const account = await store.accounts.create({ name: 'results', plan, concurrency: 1 });
  const owner = randomUUID();

  const end = async (itemId: string): Promise<void> => {
    await store.items.begin(itemId, 1);
    const key = { accountId: account.id, requestId: itemId, name: 'result-1.json' };
    await files.put(key, JSON.stringify({ requestMetadata: { id: itemId }, markdown: '# Slate' }));
    const answer = { answerName: 'result-1.json', metadata: { url: 'https://shop.example/' } };
    await store.items.finish(itemId, { state: 'ok', verdict: 'ok', chargedCredits: 1, ...answer }, 1);
  };
  const finish = async (jobId: string): Promise<void> => {
    await store.batches.lease({ owner, leaseMs: DAY_MS, limit: 100 });
    const open = await store.batches.openItems(jobId, { afterIndex: -1, limit: 10 });
    const itemIds = open.map(({ id }) => id);
    await store.batches.handOver(jobId, owner, { itemIds, deadlineAtMs: nowMs + DAY_MS });
    for (const id of itemIds) await end(id);
    await store.batches.publish(jobId, owner, 10);
  };

  /** A job of three items, with a delivery. */
  const makeJob = async (
    target: Pick<Delivery, 'bucket' | 'endpoint'>,
    keys: Readonly<Record<string, string>>,
    more: Partial<Delivery> = {},
  ): Promise<string> => {
    const jobId = randomUUID();
    await store.batches.admit({
      ...{ id: jobId, accountId: account.id, operation: 'scrape/web', contractVersion: 1 },
      ...{ requestsCount: 3, holdCredits: 3, deadlineAtMs: nowMs + DAY_MS },
    });
    const query = { url: 'https://shop.example/' };
    const items = [0, 1, 2].map((index) => ({
      ...{ id: randomUUID(), index, site: 'shop.example', query, params: query, holdCredits: 1 },
    }));
    await store.batches.addItems(jobId, items);
    await deliveries.add(jobId, {
      ...{ accountId: account.id, region: 'us-east-1', prefix: 'out/', formats: ['ndjson'], hasAnswers: true },
      sealedKeys: seals.seal({ accountId: account.id, requestId: jobId }, keys),
      ...{ state: 'pending', attempts: 0, nextAttemptAtMs: 0, expiresAtMs: nowMs + 31 * DAY_MS },
      ...{ ...target, ...more },
    });
    await store.batches.activate(jobId);
    return jobId;
  };

  const start = createStarter({ store, files, deliveries, seals, clock });

  return {
    ...{ store, files, deliveries, account, makeJob, finish, start },
    advance: (ms: number): void => {
      nowMs += ms;
    },
    stateOf: async (jobId: string): Promise<Delivery> => {
      const found = await deliveries.get(jobId);
      if (found === null) throw new Error('no such delivery');
      return found.delivery;
    },
    tickets: async () => (await deliveries.tickets({ limit: 100 })).map(({ jobId }) => jobId),
    /** What the store has on disk. */
    stored: async (): Promise<string> => {
      const parts = ['', '-wal'].map((suffix) => readFile(`${path}${suffix}`, 'latin1').catch(() => ''));
      return (await Promise.all(parts)).join('');
    },
    close: async () => {
      await store.close();
      await files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type ResultScene = Awaited<ReturnType<typeof createResultScene>>;
