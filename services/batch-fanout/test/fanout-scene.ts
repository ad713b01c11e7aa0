import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationJob } from '@quarry/contracts';
import { createMetrics, type FaultPoint, type Logger, type Metrics } from '@quarry/observability';
import { openQueue, type JobContext, type JobHandler, type JobQueue, type JobWorker } from '@quarry/queue';
import { openStore, StoreError, type BatchItem, type BatchJob, type RequestEnd, type Store } from '@quarry/store';
import { MAX_LED_ITEMS, MAX_LED_JOBS } from '../src/bounds.js';
import { Fanout } from '../src/fanout.js';
import { inChunks } from '../src/lead/in-chunks.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const DAY_MS = 86_400_000;
export const TEST_LEASE_MS = 1_000;

export const OK_END: RequestEnd = { state: 'ok', verdict: 'ok', chargedCredits: 1, answerName: 'result.json' };
export type Behaviour = (item: BatchItem, context: JobContext & { readonly job: OperationJob }) => Promise<RequestEnd>;

export interface Replica {
  readonly fanout: Fanout;
  readonly metrics: Metrics;
  readonly isDead: () => boolean;
  /** From now on nothing it does has an effect, and nothing it asked for is answered. */
  kill(): void;
  setStoreAway(isAway: boolean): void;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly killAt?: FaultPoint;
  readonly siteLimit?: number;
  readonly maxLedJobs?: number;
  readonly maxLedItems?: number;
  readonly clock?: () => number;
}

export interface SubmitOptions {
  readonly accountId?: string;
  readonly siteOf?: (index: number) => string;
  readonly paramsOf?: (index: number) => object;
  readonly deadlineAtMs?: number;
}

export interface FanoutScene {
  readonly store: Store;
  readonly queue: JobQueue;
  readonly accountId: string;
  addAccount(): Promise<string>;
  submit(count: number, options?: SubmitOptions): Promise<string>;
  startReplica(options?: ReplicaOptions): Promise<Replica>;
  startWorker(slots: number, behave?: Behaviour): Promise<JobWorker>;
  /** One that does with its jobs what the test says. */
  startOddWorker(slots: number, handle: JobHandler): Promise<JobWorker>;
  job(jobId: string): Promise<BatchJob>;
  finished(jobId: string, timeoutMs?: number): Promise<BatchJob>;
  results(jobId: string): Promise<BatchItem[]>;
  close(): Promise<void>;
}

export const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Looks every few milliseconds until it is so; rejects after `timeoutMs`. */
export const eventually = async (isSo: () => boolean | Promise<boolean>, timeoutMs = 25_000): Promise<void> => {
  const untilMs = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not so within ${timeoutMs} ms`);
    await pause(10);
  }
};

const never = new Promise<never>(() => undefined);

interface Fate {
  readonly isDead: () => boolean;
  readonly isAway: () => boolean;
}

/** The part as a process sees it that may die at any line: once it has, no call comes back. */
const mortal = <Part extends object>(part: Part, { isDead, isAway }: Fate): Part =>
  new Proxy(part, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        if (isDead()) return never;
        if (isAway()) throw new StoreError('engine_failed', 'connect ECONNREFUSED');
        const answer: unknown = await (member.apply(target, given) as unknown);
        return isDead() ? never : answer;
      };
    },
  });

interface Parts {
  readonly store: Store;
  readonly queue: JobQueue;
}

const startReplica = async (
  { store, queue }: Parts,
  {
    killAt,
    siteLimit = 16,
    maxLedJobs = MAX_LED_JOBS,
    maxLedItems = MAX_LED_ITEMS,
    clock = Date.now,
  }: ReplicaOptions = {},
): Promise<Replica> => {
  let isDead = false;
  let isAway = false;
  const fate: Fate = { isDead: () => isDead, isAway: () => isAway };
  const redisFate: Fate = { isDead: () => isDead, isAway: () => false };
  const metrics = createMetrics({ service: 'batch-fanout' });
  const fanout = await Fanout.start({
    store: {
      batches: mortal(store.batches, fate),
      items: mortal(store.items, fate),
      crawls: mortal(store.crawls, fate),
    },
    queue: {
      jobs: mortal(queue.jobs, redisFate),
      listenForBatches: (listener) => queue.listenForBatches(listener),
    },
    ...{ siteLimit, maxLedJobs, maxLedItems, clock, metrics, log: silent, leaseMs: TEST_LEASE_MS, lookMs: 200 },
    faultPoint: async (point) => {
      if (point !== killAt) return;
      isDead = true;
      await never;
    },
  });
  return {
    fanout,
    metrics,
    isDead: () => isDead,
    kill: () => {
      isDead = true;
    },
    setStoreAway: (is) => {
      isAway = is;
    },
    close: async () => {
      metrics.close();
      const closed = fanout.close();
      // Of a dead one only timers are left.
      if (!isDead) await closed;
    },
  };
};

const startWorker = ({ store, queue }: Parts, slots: number, behave: Behaviour): Promise<JobWorker> =>
  queue.startWorker({
    queue: 'browser-scrape',
    slots,
    abandonAfterMs: 300,
    handle: async (job, context) => {
      const item = await store.items.begin(job.requestId, job.attempt);
      if (item === null) return;
      const ended = await store.items.finish(item.id, await behave(item, { ...context, job }), job.attempt);
      if (ended === null || ended.row.state === 'open') return;
      await queue.batchHints.announceEnd({ batchId: item.jobId, requestId: item.id });
    },
  });

const submit = async (
  { store, queue }: Parts,
  count: number,
  { accountId, siteOf = (index) => `site-${index}`, paramsOf = (index) => ({ index }), ...options }: SubmitOptions,
): Promise<string> => {
  const id = randomUUID();
  const { deadlineAtMs = Date.now() + DAY_MS } = options;
  const input = { id, accountId: accountId ?? '', operation: 'scrape/web', contractVersion: 1, deadlineAtMs };
  await store.batches.admit({ ...input, requestsCount: count, holdCredits: count });
  for (const chunk of inChunks(
    Array.from({ length: count }).map((_, index) => index),
    1_000,
  )) {
    const items = chunk.map((index) => ({
      ...{ id: randomUUID(), index, site: siteOf(index), query: { index }, params: paramsOf(index), holdCredits: 1 },
    }));
    await store.batches.addItems(id, items);
  }
  await store.batches.activate(id);
  await queue.batchHints.announceJob(id);
  return id;
};

const readResults = async ({ store }: Parts, jobId: string): Promise<BatchItem[]> => {
  const all: BatchItem[] = [];
  for (;;) {
    const page = await store.batches.results(jobId, { afterSeq: all.length, limit: 1_000 });
    all.push(...page);
    if (page.length < 1_000) return all;
  }
};

/** Real parts, with replicas and workers of this process. SQLite, unless an empty database of MongoDB is given. */
export const openFanoutScene = async (redisUrl: string, mongodbUri?: string): Promise<FanoutScene> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-fanout-'));
  const store = await openStore({ mongodbUri, dataDir: folder });
  const queue = openQueue({ redisUrl, prefix: `test-${randomUUID()}`, log: silent });
  const parts = { store, queue };
  const workers: JobWorker[] = [];
  const replicas: Replica[] = [];
  const addAccount = async (): Promise<string> => {
    const plan = { creditsPerPeriod: 100_000, periodDays: 30, renew: true };
    return (await store.accounts.create({ name: 'one', plan, concurrency: 5 })).id;
  };
  const accountId = await addAccount();
  const job = async (jobId: string): Promise<BatchJob> => {
    const found = await store.batches.get(jobId);
    if (found === null) throw new Error('no such job');
    return found;
  };
  return {
    ...{ store, queue, accountId, addAccount, job },
    submit: (count, options = {}) => submit(parts, count, { accountId, ...options }),
    startReplica: async (options) => {
      const replica = await startReplica(parts, options);
      replicas.push(replica);
      return replica;
    },
    startWorker: async (slots, behave = async () => OK_END) => {
      const worker = await startWorker(parts, slots, behave);
      workers.push(worker);
      return worker;
    },
    startOddWorker: async (slots, handle) => {
      const worker = await queue.startWorker({ queue: 'browser-scrape', slots, handle });
      workers.push(worker);
      return worker;
    },
    finished: async (jobId, timeoutMs = 25_000) => {
      await eventually(async () => (await job(jobId)).finishedAtMs !== undefined, timeoutMs);
      return job(jobId);
    },
    results: (jobId) => readResults(parts, jobId),
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await Promise.all(workers.map((worker) => worker.drain(0)));
      await queue.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
