import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchEnd, JobReply, OperationJob } from '@quarry/contracts';
import { openDiskFiles, type FileStore } from '@quarry/files';
import { FAULT_POINTS, type EndedRow, type Logger, type PassFaultPoint } from '@quarry/observability';
import { StoreError, type Store } from '@quarry/store';
import { openInlineStore } from '../../../store/test/sqlite/open-inline-store.js';
import type { OperationHandlerOptions } from './handler-runtime.js';
import { createOperationHandler } from './operation-handler.js';
import type { ExecuteOperation } from '../port.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const running = new AbortController().signal;

let folder: string;
let store: Store;
let files: FileStore;
let accountId: string;
let replies: JobReply[];
let released: string[];
let hints: BatchEnd[];
let ends: EndedRow[];
let runs: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-outage-'));
  store = openInlineStore({ path: join(folder, 'store.sqlite') });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000_000 });
  const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
  accountId = (await store.accounts.create({ name: 'a', plan, concurrency: 4 })).id;
  [replies, released, hints, ends, runs] = [[], [], [], [], 0];
});
afterEach(async () => {
  await store.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const admit = async (lifeMs = 60_000): Promise<OperationJob> => {
  const requestId = randomUUID();
  const deadlineAtMs = Date.now() + lifeMs;
  const request = { id: requestId, accountId, operation: 'scrape/web', params: {}, contractVersion: 1 };
  await store.requests.admit({ ...request, holdCredits: 10, deadlineAtMs });
  return { requestId, accountId, operation: 'scrape/web', attempt: 1, deadlineAtMs, replyTo: 'gateway-1' };
};

const succeed: ExecuteOperation = async (_row, { putFile }) => {
  runs += 1;
  await putFile('page.html', '<p>stone</p>');
  return { verdict: 'ok', result: { text: 'stone' } };
};

const handlerFor = (options: Partial<OperationHandlerOptions> = {}) =>
  createOperationHandler({
    ...{ store, files, filesUrl: 'http://files.test', log: silent, operations: { 'scrape/web': succeed } },
    fetcher: { fetch: () => Promise.reject(new Error('not used')), close: async () => {} },
    replies: { send: async (_, reply) => void replies.push(reply), isHeard: async () => true },
    leases: { release: async (_, requestId) => void released.push(requestId) },
    batchHints: { announceEnd: async (end) => void hints.push(end) },
    onEnded: (row) => ends.push(row),
    ...options,
  });

/** The store, away for the first calls of each method. */
const flaky = (failures: number, { isDone = false } = {}): Store => {
  const calls = new Map<string, number>();
  const through = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const count = (calls.get(name) ?? 0) + 1;
    calls.set(name, count);
    if (count > failures) return call();
    // An engine that dies after the deed tells the same as one that dies before it.
    if (isDone) await call();
    throw new StoreError('engine_failed', 'connect ECONNREFUSED');
  };
  const { requests } = store;
  return {
    ...store,
    requests: Object.assign(Object.create(requests) as Store['requests'], {
      get: (id: string) => through('get', () => requests.get(id)),
      begin: (id: string, attempt: number) => through('begin', () => requests.begin(id, attempt)),
      finish: (...given: Parameters<typeof requests.finish>) => through('finish', () => requests.finish(...given)),
    }),
    ping: () => store.ping(),
    close: () => store.close(),
  };
};
const period = () => store.accounts.period(accountId);

describe('a store that is away for a while', () => {
  it('costs the request nothing but time', async () => {
    const job = await admit();
    await handlerFor({ store: flaky(3) })(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
    expect(await period()).toMatchObject({ charged: 1, held: 0 });
    expect([runs, replies.length, released]).toEqual([1, 1, [job.requestId]]);
  });

  it('charges once when the end took effect though the store died over it', async () => {
    const job = await admit();
    await handlerFor({ store: flaky(1, { isDone: true }) })(job, { signal: running });
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'ok', chargedCredits: 1 });
    expect(await period()).toMatchObject({ charged: 1, held: 0 });
    expect([replies.length, released]).toEqual([1, [job.requestId]]);
    expect(ends).toEqual([row]);
    // The answer of the row is there, whoever was told to have won.
    const answer = await files.read({ accountId, requestId: job.requestId, name: row?.answerName ?? '' }, 10_000);
    expect(JSON.parse(answer?.toString() ?? '')).toMatchObject({ text: 'stone' });
  });

  it('leaves the files where it never said whether the end took effect: they may be the answer', async () => {
    const job = await admit(60_000);
    const { requests } = store;
    let isLate = false;
    const silent: Store = {
      ...flaky(0),
      requests: Object.assign(Object.create(requests) as Store['requests'], {
        begin: (id: string, attempt: number) => requests.begin(id, attempt),
        finish: async (...given: Parameters<typeof requests.finish>) => {
          await requests.finish(...given);
          isLate = true;
          throw new StoreError('engine_failed', 'connect ECONNREFUSED');
        },
      }),
    };
    const clock = (): number => (isLate ? job.deadlineAtMs + 5_000 : Date.now());
    await expect(handlerFor({ store: silent, clock })(job, { signal: running })).rejects.toBeInstanceOf(StoreError);
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'ok', chargedCredits: 1 });
    const answer = await files.read({ accountId, requestId: job.requestId, name: row?.answerName ?? '' }, 10_000);
    expect(JSON.parse(answer?.toString() ?? '')).toMatchObject({ text: 'stone' });
  });

  it('for longer than the request lives leaves its end to others', async () => {
    const job = await admit(60_000);
    const handled = handlerFor({ store: flaky(1_000), clock: () => job.deadlineAtMs + 5_000 })(job, {
      signal: running,
    });
    await expect(handled).rejects.toBeInstanceOf(StoreError);
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'open', heldCredits: 10 });
    expect([runs, released]).toEqual([0, []]);
  });
});

describe('a file store that refuses', () => {
  it('ends the request without a charge', async () => {
    const refusing = Object.assign(Object.create(files) as FileStore, {
      put: () => Promise.reject(new Error('503 SlowDown')),
      remove: () => Promise.reject(new Error('503 SlowDown')),
    });
    const job = await admit();
    await handlerFor({ files: refusing })(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'failed', error: 'internal_error' });
    expect(await period()).toMatchObject({ charged: 0, held: 0, available: 100 });
    expect([replies.length, released]).toEqual([1, [job.requestId]]);
  });
});

describe('a gateway that is gone', () => {
  const gone = { send: async () => {}, isHeard: async () => false };

  it('takes its request with it, free of charge', async () => {
    const job = await admit();
    await handlerFor({ replies: gone, listenerGraceMs: 30 })(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'cancelled', verdict: 'cancelled' });
    expect(await period()).toMatchObject({ charged: 0, held: 0, available: 100 });
    expect([runs, released]).toEqual([0, [job.requestId]]);
    expect(ends).toMatchObject([{ state: 'cancelled', chargedCredits: 0 }]);
  });

  it('does not take what a worker had begun', async () => {
    const job = await admit();
    await store.requests.begin(job.requestId, 1);
    await handlerFor({ replies: gone, listenerGraceMs: 30 })(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
    expect(runs).toBe(1);
  });

  it('does not take what another gateway has taken up', async () => {
    const job = await admit();
    await store.requests.nextAttempt(job.requestId, 1);
    await handlerFor({ replies: gone, listenerGraceMs: 30 })(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'open', attempt: 2 });
    expect(released).toEqual([]);
  });

  it('matters to no job of a batch', async () => {
    const job = await admit();
    await handlerFor({ replies: gone, listenerGraceMs: 30 })({ ...job, replyTo: undefined }, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
  });

  it('leaves the job to the next worker where this one must go', async () => {
    const job = await admit();
    const controller = new AbortController();
    const handled = handlerFor({ replies: gone, listenerGraceMs: 60_000 })(job, { signal: controller.signal });
    controller.abort('draining');
    await expect(handled).rejects.toBe('draining');
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'open', heldCredits: 10 });
    expect((await store.requests.get(job.requestId))?.startedAtMs).toBeUndefined();
  });
});

describe('fault points', () => {
  it('are passed in their order', async () => {
    const passed: string[] = [];
    const faultPoint: PassFaultPoint = async (point) => void passed.push(point);
    await handlerFor({ faultPoint })(await admit(), { signal: running });
    const own = FAULT_POINTS.filter((point) => point.startsWith('worker.'));
    // The last two go their ways at once.
    expect(passed.slice(0, -2)).toEqual(own.slice(0, -2));
    expect(passed.slice(-2).sort()).toEqual(own.slice(-2).sort());
  });
});
