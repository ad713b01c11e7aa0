import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@quarry/config';
import type { OperationJob } from '@quarry/contracts';
import { openDiskFiles, type FileStore } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import { openQueue, type JobQueue } from '@quarry/queue';
import { openSqliteStore, type Store } from '@quarry/store';
import { freePort } from '@quarry/testkit';
import { startRedis, type RedisFixture } from '../../../packages/queue/test/redis-fixture.js';
import { build, type BrowserScrapeConfig } from './build.js';
import { webParams } from '../test/web-params.js';

const FILES_URL = 'http://files.test/files';
const HOLD = 10;
const APP_SHELL = '<!doctype html><body><div id="root"></div><script src="/app.js"></script></body>';
const ARTICLE = `<!doctype html><h1>Slate</h1><p>${'Carts carry stone to the river. '.repeat(40)}</p>`;

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

/** A target on the loopback; `/held` answers when the test says so. */
class Target {
  readonly held: ServerResponse[] = [];
  readonly #server: Server;
  #heldCame = Promise.withResolvers<void>();

  constructor() {
    this.#server = createServer((request, response) => {
      if (request.url === '/held') {
        this.held.push(response);
        return this.#heldCame.resolve();
      }
      const status = request.url === '/gone' ? 410 : 200;
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.url === '/shell' ? APP_SHELL : ARTICLE);
    });
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  start = (): Promise<void> => new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));

  async untilHeld(): Promise<void> {
    await this.#heldCame.promise;
    this.#heldCame = Promise.withResolvers<void>();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let redis: RedisFixture;
let target: Target;
let folder: string;
let store: Store;
let files: FileStore;
let queue: JobQueue;
let accountId: string;
let workers: { close(): Promise<void> }[];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-scrape-'));
  target = new Target();
  await target.start();
  store = await openSqliteStore({ path: join(folder, 'quarry.sqlite') });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 10_000_000 });
  queue = openQueue({ redisUrl: redis.url, log: silent });
  const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
  accountId = (await store.accounts.create({ name: 'a', plan, concurrency: 4 })).id;
  workers = [];
});

afterEach(async () => {
  target.held.forEach((response) => response.destroy());
  await Promise.all(workers.map((worker) => worker.close()));
  await queue.close();
  await Promise.all([store.close(), files.close(), target.close()]);
  await rm(folder, { recursive: true, force: true });
  await redis.client.flushall();
});

const configOf = (): BrowserScrapeConfig => {
  const parsed = parseConfig(
    ['common', 'tracing', 'parts', 'addresses', 'allowances', 'targets', 'egress', 'model', 'worker'],
    {
      REDIS_URL: redis.url,
      QUARRY_DATA: folder,
      QUARRY_SECRET: 'a secret of this test and no other one',
      FILES_URL,
      EGRESS_ALLOW: target.host,
      HEALTH_PORT: '0',
      DISK_LOW_SHARE: '0',
    },
  );
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
};

const startWorker = async (): Promise<{ close(): Promise<void> }> => {
  const worker = await build(configOf(), silent);
  workers.push(worker);
  return worker;
};

const admit = async (path: string): Promise<OperationJob> => {
  const job = {
    requestId: randomUUID(),
    accountId,
    operation: 'scrape/web',
    attempt: 1,
    deadlineAtMs: Date.now() + 60_000,
  };
  const { operation, deadlineAtMs } = job;
  const params = webParams({ url: `http://${target.host}${path}`, jsRendering: false, outputFormat: ['markdown'] });
  const row = { id: job.requestId, accountId, operation, params, contractVersion: 1, holdCredits: HOLD, deadlineAtMs };
  await store.requests.admit(row);
  return job;
};

/** Hands a job to the worker and waits for its reply, as the gateway does. */
const run = async (path: string) => {
  const replies = await queue.listenForReplies();
  const job = { ...(await admit(path)), replyTo: replies.address };
  await queue.jobs.enqueue('browser-scrape', job, 'interactive');
  expect(await replies.wait(job.requestId, 20_000)).toBe(true);
  await replies.close();
  const row = await store.requests.get(job.requestId);
  if (!row) throw new Error('no row');
  return row;
};

const answerOf = async (requestId: string, name: string | undefined): Promise<Record<string, unknown>> => {
  const bytes = await files.read({ accountId, requestId, name: name ?? '' }, 1_000_000);
  return JSON.parse((bytes ?? '').toString()) as Record<string, unknown>;
};

describe('a job that comes in', () => {
  it('ends its row, charges, and stores the answer and the document', async () => {
    await startWorker();
    const row = await run('/article');
    expect(row).toMatchObject({ state: 'ok', verdict: 'ok', chargedCredits: 1 });
    const answer = await answerOf(row.id, row.answerName);
    expect(answer).toMatchObject({ statusCode: 200, rendered: false, markdown: expect.stringContaining('# Slate') });
    const { html } = answer['requestMetadata'] as { html: string };
    const name = html.replace(`${FILES_URL}/${accountId}/${row.id}/`, '');
    expect(name).toMatch(/^document-[0-9a-f]+\.html$/);
    expect((await files.read({ accountId, requestId: row.id, name }, 1_000_000))?.toString()).toBe(ARTICLE);
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 1, held: 0, available: 99 });
    expect(await queue.jobs.has('browser-scrape', row.id, 1)).toBe(false);
  });

  it('answers a page that asks for scripts as served where rendering is forbidden', async () => {
    await startWorker();
    const row = await run('/shell');
    expect(row).toMatchObject({ state: 'ok', verdict: 'ok', chargedCredits: 1 });
    expect(await answerOf(row.id, row.answerName)).toMatchObject({ statusCode: 200, rendered: false });
  });

  it('charges nothing for a page that is gone', async () => {
    await startWorker();
    const row = await run('/gone');
    expect(row).toMatchObject({ state: 'ok', verdict: 'target_4xx', chargedCredits: 0 });
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 0, held: 0 });
  });

  it('releases the hold of a target that this deployment must not reach', async () => {
    const allowed = target;
    target = new Target();
    await target.start();
    await startWorker();
    await target.close();
    target = allowed;
    const row = await run('/article');
    expect(row).toMatchObject({ state: 'failed', verdict: 'forbidden', error: 'target_forbidden', chargedCredits: 0 });
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 0, held: 0 });
  });

  it('is counted in the metrics and seen by the probes', async () => {
    const health = await freePort();
    workers.push(await build({ ...configOf(), common: { ...configOf().common, healthPort: health } }, silent));
    await run('/article');
    const read = async (path: string) => (await fetch(`http://127.0.0.1:${health}${path}`)).text();
    expect((await fetch(`http://127.0.0.1:${health}/readyz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${health}/healthz`)).status).toBe(200);
    const metrics = await read('/metrics');
    expect(metrics).toMatch(/fetch_outcomes_total\{[^}]*tier="http"[^}]*\} 1/);
    expect(metrics).toMatch(/job_duration_seconds_count\{[^}]*verdict="ok"[^}]*\} 1/);
    expect(metrics).toMatch(/jobs_active\{[^}]*\} 0/);
  });
});

describe('a worker that must go', () => {
  it('lets a running job end', async () => {
    const worker = await startWorker();
    const ended = run('/held');
    await target.untilHeld();
    const closed = worker.close();
    target.held[0]?.end(ARTICLE);
    expect(await ended).toMatchObject({ state: 'ok', chargedCredits: 1 });
    await closed;
  });

  it('hands back what does not end, and another worker runs it', async () => {
    const first = await build(configOf(), silent, { drainGraceMs: 50 });
    const ended = run('/held');
    await target.untilHeld();
    await first.close();
    expect(await queue.jobs.backlog('browser-scrape')).toMatchObject({ waiting: 1, active: 0 });
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 0, held: HOLD });
    await startWorker();
    await target.untilHeld();
    target.held[1]?.end(ARTICLE);
    const row = await ended;
    expect(row).toMatchObject({ state: 'ok', verdict: 'ok', chargedCredits: 1, attempt: 1 });
  });
});
