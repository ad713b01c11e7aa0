import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { OperationJob } from '@quarry/contracts';
import { createTargetRule } from '@quarry/egress/target-rule';
import { openDiskFiles } from '@quarry/files';
import { createLogger, createMetrics } from '@quarry/observability';
import { openQueue, type JobContext, type JobWorker } from '@quarry/queue';
import { openSqliteStore, type RequestEnd, type RequestRow } from '@quarry/store';
import { build, type GatewayOptions } from '../build.js';
import { listen } from '../http/listen.js';
import { startRedis } from '../../../../packages/queue/src/testing/redis-fixture.js';

/** How the fake worker ends a request; `answer` is stored as its result. */
export type FakeEnd = Partial<RequestEnd> & { readonly answer?: Record<string, unknown> };
export type Behaviour = (row: RequestRow, context: JobContext & { readonly job: OperationJob }) => Promise<FakeEnd>;

export const okEnd = (answer: Record<string, unknown> = { content: '<p>hello</p>' }, chargedCredits = 1): FakeEnd => ({
  state: 'ok',
  verdict: 'ok',
  chargedCredits,
  answer,
});

/** A gate that behaviours wait at and tests open. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
};

export type FixtureOptions = Partial<
  Pick<GatewayOptions, 'deadlineMs' | 'waitSliceMs' | 'drainMs' | 'maxQueueWaitMs' | 'catalogue' | 'filesUrl'>
> & { readonly concurrency?: number; readonly credits?: number };

/** The gateway on real parts: SQLite, files on disk, Redis of its own, and a worker that does what the test says. */
export const startGatewayFixture = async (options: FixtureOptions = {}) => {
  const { concurrency = 50, credits = 1_000, ...overrides } = options;
  const folder = await mkdtemp(join(tmpdir(), 'quarry-gateway-'));
  const redis = await startRedis();
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLogger({ service: 'gateway', level: 'debug', stream });
  const metrics = createMetrics({ service: 'gateway' });
  const store = await openSqliteStore({ path: join(folder, 'quarry.sqlite') });
  const files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 10_000_000 });
  const queue = openQueue({ redisUrl: redis.url, log });
  const replies = await queue.listenForReplies();
  const gateway = build({
    ports: { store, files, producer: queue.jobs, replies, leases: queue.leases },
    targets: createTargetRule(),
    baseUrl: 'http://127.0.0.1:3000',
    filesUrl: 'http://127.0.0.1:3000/files',
    retentionMs: 86_400_000,
    maxQueueWaitMs: 60_000,
    waitSliceMs: 200,
    log,
    metrics,
    ...overrides,
  });
  const server = await listen(gateway.app, { host: '127.0.0.1', port: 0 });

  let behave: Behaviour = async () => okEnd();
  let workers: JobWorker[] = [];
  const handle = async (job: OperationJob, context: JobContext): Promise<void> => {
    const row = await store.requests.begin(job.requestId, job.attempt);
    if (row !== null) {
      const { answer, ...end } = await behave(row, { ...context, job });
      const answerName = answer === undefined ? undefined : `result-${job.attempt}.json`;
      if (answerName !== undefined) {
        const body = JSON.stringify({ requestMetadata: { id: row.id, status: 'ok' }, ...answer });
        await files.put({ accountId: row.accountId, requestId: row.id, name: answerName }, body);
      }
      const whole = { state: 'failed', verdict: 'internal_error', chargedCredits: 0, ...end } as RequestEnd;
      await store.requests.finish(row.id, answerName === undefined ? whole : { ...whole, answerName }, job.attempt);
    }
    if (job.replyTo !== undefined)
      await queue.replies.send(job.replyTo, { requestId: job.requestId, attempt: job.attempt });
  };
  const startWorker = async (): Promise<void> => {
    workers.push(await queue.startWorker({ queue: 'browser-scrape', slots: 40, handle }));
  };
  const stopWorkers = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.drain(1_000)));
    workers = [];
  };

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
    ...{ gateway, store, files, queue, redis, metrics, lines, addAccount, startWorker, stopWorkers },
    behave: (next: Behaviour) => {
      behave = next;
    },
    close: async () => {
      const served = server.close();
      await gateway.close();
      await served;
      await stopWorkers();
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
