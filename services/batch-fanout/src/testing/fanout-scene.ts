import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationJob } from '@quarry/contracts';
import { createMetrics, type FaultPoint, type Logger, type Metrics } from '@quarry/observability';
import { openQueue, type JobContext, type JobQueue, type JobWorker } from '@quarry/queue';
import { openSqliteStore, type BatchItem, type BatchJob, type RequestEnd, type Store } from '@quarry/store';
import { Fanout } from '../fanout.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const DAY_MS = 86_400_000;

export const OK_END: RequestEnd = { state: 'ok', verdict: 'ok', chargedCredits: 1, answerName: 'result.json' };
export type Behaviour = (item: BatchItem, context: JobContext & { readonly job: OperationJob }) => Promise<RequestEnd>;

export interface Replica {
  readonly fanout: Fanout;
  readonly metrics: Metrics;
  /** From now on nothing it does has an effect, and nothing it asked for is answered. */
  kill(): void;
  close(): Promise<void>;
}

export interface SubmitOptions {
  readonly accountId?: string;
  readonly siteOf?: (index: number) => string;
  readonly deadlineAtMs?: number;
}

export interface FanoutScene {
  readonly store: Store;
  readonly queue: JobQueue;
  readonly accountId: string;
  addAccount(): Promise<string>;
  submit(count: number, options?: SubmitOptions): Promise<string>;
  startReplica(options?: { killAt?: FaultPoint; siteLimit?: number }): Promise<Replica>;
  startWorker(slots: number, behave?: Behaviour): Promise<JobWorker>;
  job(jobId: string): Promise<BatchJob>;
  finished(jobId: string, timeoutMs?: number): Promise<BatchJob>;
  results(jobId: string): Promise<BatchItem[]>;
  close(): Promise<void>;
}

export const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Looks every few milliseconds until it is so; rejects after `timeoutMs`. */
export const eventually = async (isSo: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> => {
  const untilMs = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > untilMs) throw new Error(`not so within ${timeoutMs} ms`);
    await pause(10);
  }
};

const never = new Promise<never>(() => undefined);

/** The part as a process sees it that may die at any line: once it has, no call comes back. */
const mortal = <Part extends object>(part: Part, isDead: () => boolean): Part =>
  new Proxy(part, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        if (isDead()) return never;
        const answer: unknown = await (member.apply(target, given) as unknown);
        return isDead() ? never : answer;
      };
    },
  });

/** Real parts, replicas and workers of this process. */
export const openFanoutScene = async (redisUrl: string): Promise<FanoutScene> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-fanout-'));
  const store = await openSqliteStore({ path: join(folder, 'store.sqlite') });
  const queue = openQueue({ redisUrl, prefix: `test-${randomUUID()}`, log: silent });
  const workers: JobWorker[] = [];
  const replicas = new Set<Replica>();
  const addAccount = async (): Promise<string> => {
    const plan = { creditsPerPeriod: 100_000, periodDays: 30, renew: true };
    return (await store.accounts.create({ name: 'one', plan, concurrency: 5 })).id;
  };
  const accountId = await addAccount();

  const submit = async (count: number, options: SubmitOptions = {}): Promise<string> => {
    const { siteOf = (index: number) => `site-${index}` } = options;
    const id = randomUUID();
    const deadlineAtMs = options.deadlineAtMs ?? Date.now() + DAY_MS;
    const input = { id, accountId: options.accountId ?? accountId, operation: 'scrape/web', contractVersion: 1 };
    await store.batches.admit({ ...input, deadlineAtMs, requestsCount: count, holdCredits: count });
    for (let first = 0; first < count; first += 1_000) {
      const items = Array.from({ length: Math.min(1_000, count - first) }, (_, place) => {
        const index = first + place;
        return { id: randomUUID(), index, site: siteOf(index), query: { index }, params: { index }, holdCredits: 1 };
      });
      await store.batches.addItems(id, items);
    }
    await store.batches.activate(id);
    await queue.batchHints.announceJob(id);
    return id;
  };

  const startReplica: FanoutScene['startReplica'] = async ({ killAt, siteLimit = 16 } = {}) => {
    let isDead = false;
    const metrics = createMetrics({ service: 'batch-fanout' });
    const fanout = await Fanout.start({
      store: { batches: mortal(store.batches, () => isDead), items: mortal(store.items, () => isDead) },
      queue: {
        jobs: mortal(queue.jobs, () => isDead),
        listenForBatches: (listener) => queue.listenForBatches(listener),
      },
      ...{ siteLimit, metrics, log: silent },
      pass: async (point) => {
        if (point !== killAt) return;
        isDead = true;
        await never;
      },
    });
    const replica: Replica = {
      fanout,
      metrics,
      kill: () => {
        isDead = true;
      },
      close: async () => {
        replicas.delete(replica);
        metrics.close();
        if (!isDead) await fanout.close();
      },
    };
    replicas.add(replica);
    return replica;
  };

  const startWorker: FanoutScene['startWorker'] = async (slots, behave = async () => OK_END) => {
    const worker = await queue.startWorker({
      queue: 'browser-scrape',
      slots,
      abandonAfterMs: 300,
      handle: async (job, context) => {
        const item = await store.items.begin(job.requestId, job.attempt);
        if (item === null) return;
        const ended = await store.items.finish(item.id, await behave(item, { ...context, job }), job.attempt);
        if (ended?.row.state === 'open') return;
        await queue.batchHints.announceEnd({ batchId: item.jobId, requestId: item.id });
      },
    });
    workers.push(worker);
    return worker;
  };

  const job = async (jobId: string): Promise<BatchJob> => {
    const found = await store.batches.get(jobId);
    if (found === null) throw new Error('no such job');
    return found;
  };

  return {
    ...{ store, queue, accountId, addAccount, submit, startReplica, startWorker, job },
    finished: async (jobId, timeoutMs = 15_000) => {
      await eventually(async () => (await job(jobId)).finishedAtMs !== undefined, timeoutMs);
      return job(jobId);
    },
    results: async (jobId) => {
      const all: BatchItem[] = [];
      for (;;) {
        const page = await store.batches.results(jobId, { afterSeq: all.length, limit: 1_000 });
        all.push(...page);
        if (page.length < 1_000) return all;
      }
    },
    close: async () => {
      await Promise.all([...replicas].map((replica) => replica.close()));
      await Promise.all(workers.map((worker) => worker.drain(0)));
      await queue.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
