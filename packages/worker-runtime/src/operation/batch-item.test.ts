import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchEnd, OperationJob } from '@quarry/contracts';
import { openDiskFiles, type FileStore } from '@quarry/files';
import type { EndedRow, Logger } from '@quarry/observability';
import { StoreError, type BatchItemStore, type Store } from '@quarry/store';
import { openInlineStore } from '../../../store/test/sqlite/open-inline-store.js';
import { createOperationHandler } from './operation-handler.js';
import type { FreeAllowance } from '../allowances/free-allowance.js';
import type { ExecuteOperation } from '../port.js';
import type { StorageAllowance } from '../allowances/storage-allowance.js';

const FILES_URL = 'http://files.test';
const OWNER = 'leader';
const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const running = new AbortController().signal;

let folder: string;
let store: Store;
let files: FileStore;
let accountId: string;
let hints: BatchEnd[];
let ends: EndedRow[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-items-'));
  store = openInlineStore({ path: join(folder, 'store.sqlite') });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000_000 });
  const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
  accountId = (await store.accounts.create({ name: 'a', plan, concurrency: 4 })).id;
  hints = [];
  ends = [];
});
afterEach(async () => {
  await store.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

/** A job of one item, handed over as a leader does. */
const handOver = async (): Promise<OperationJob> => {
  const [batchId, requestId] = [randomUUID(), randomUUID()];
  const deadlineAtMs = Date.now() + 60_000;
  const operation = 'scrape/web';
  const job = {
    id: batchId,
    accountId,
    operation,
    contractVersion: 1,
    requestsCount: 1,
    holdCredits: 10,
    deadlineAtMs,
  };
  await store.batches.admit(job);
  const item = {
    id: requestId,
    index: 0,
    site: 'a.test',
    query: {},
    params: { url: 'http://a.test/' },
    holdCredits: 10,
  };
  await store.batches.addItems(batchId, [item]);
  await store.batches.activate(batchId);
  await store.batches.lease({ owner: OWNER, leaseMs: 60_000, limit: 10 });
  await store.batches.handOver(batchId, OWNER, { itemIds: [requestId], deadlineAtMs });
  return { requestId, accountId, operation, attempt: 1, deadlineAtMs, batchId };
};

const handlerFor = (
  execute: ExecuteOperation,
  items: BatchItemStore = store.items,
  freeAllowance?: FreeAllowance,
  storageAllowance?: StorageAllowance,
) =>
  createOperationHandler({
    ...(freeAllowance ? { freeAllowance } : {}),
    ...(storageAllowance ? { storageAllowance } : {}),
    ...{ store: { ...store, items }, files, filesUrl: FILES_URL, log: silent, operations: { 'scrape/web': execute } },
    fetcher: { fetch: () => Promise.reject(new Error('not used')), close: async () => {} },
    replies: {
      send: () => Promise.reject(new Error('nobody waits')),
      isHeard: () => Promise.reject(new Error('nobody waits')),
    },
    leases: { release: () => Promise.reject(new Error('no lease')) },
    batchHints: { announceEnd: async (end) => void hints.push(end) },
    onEnded: (row) => ends.push(row),
  });

const succeed: ExecuteOperation = async (row, { putFile }) => {
  const html = await putFile('page.html', '<p>stone</p>');
  const { url } = row.params as { url: string };
  return { verdict: 'ok', metadata: { html, url }, result: { text: 'stone' } };
};

const storedNames = async (itemId: string): Promise<string[]> => {
  const names = await readdir(join(folder, 'files'), { recursive: true });
  return names.filter((name) => name.includes(`${itemId}/`)).map((name) => name.split('/').at(-1) ?? '');
};

describe('an item of an account with too many free outcomes', () => {
  it('is not run, and says why', async () => {
    const job = await handOver();
    let runs = 0;
    const count: ExecuteOperation = async () => {
      runs += 1;
      return { verdict: 'target_4xx', result: {} };
    };
    const noted: string[] = [];
    const spent: FreeAllowance = {
      isExhausted: async (id) => id === accountId,
      note: async (_row, { verdict }) => void noted.push(verdict),
    };
    await handlerFor(count, store.items, spent)(job, { signal: running });
    expect(await store.items.get(job.requestId)).toMatchObject({
      state: 'failed',
      error: 'free_budget_exhausted',
      chargedCredits: 0,
    });
    expect([runs, noted]).toEqual([0, ['free_budget_exhausted']]);
  });

  it('is not run either where its account has no room for what it would store', async () => {
    const job = await handOver();
    const full: StorageAllowance = { isFull: async (id) => id === accountId, mayKeepFree: async () => true };
    await handlerFor(succeed, store.items, undefined, full)(job, { signal: running });
    expect(await store.items.get(job.requestId)).toMatchObject({ error: 'storage_exhausted', chargedCredits: 0 });
    expect(await storedNames(job.requestId)).toEqual([]);
  });

  it('runs where nobody can say whether they are too many', async () => {
    const job = await handOver();
    const away = () => Promise.reject(new Error('redis is away'));
    await handlerFor(succeed, store.items, { isExhausted: away, note: away })(job, { signal: running });
    expect(await store.items.get(job.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
  });
});

describe('an item of a batch', () => {
  it('is run on its own row: its files lie under its id, its end keeps what joins the results, its leader hears', async () => {
    const job = await handOver();
    await handlerFor(succeed)(job, { signal: running });
    const item = await store.items.get(job.requestId);
    expect(item).toMatchObject({ state: 'ok', verdict: 'ok', chargedCredits: 1 });
    expect(item?.metadata).toEqual({
      url: 'http://a.test/',
      html: expect.stringMatching(new RegExp(`^${FILES_URL}/${accountId}/${job.requestId}/page-[0-9a-f]{8}\\.html$`)),
    });
    const name = item?.answerName ?? '';
    const answer = await files.read({ accountId, requestId: job.requestId, name }, 10_000);
    expect(JSON.parse(answer?.toString() ?? '')).toMatchObject({
      requestMetadata: { id: job.requestId, status: 'ok', ...item?.metadata },
      text: 'stone',
    });
    expect(hints).toEqual([{ batchId: job.batchId, requestId: job.requestId }]);
  });

  it('is ended once when its job is delivered twice; the loser leaves no file', async () => {
    const job = await handOver();
    const handler = handlerFor(succeed);
    await Promise.all([handler(job, { signal: running }), handler(job, { signal: running })]);
    expect(await storedNames(job.requestId)).toHaveLength(2);
    expect(await store.batches.publish(job.batchId ?? '', OWNER, 10)).toMatchObject({
      published: 1,
      job: { state: 'done', chargedCredits: 1, heldCredits: 0 },
    });
    expect(ends).toMatchObject([{ operation: 'scrape/web', state: 'ok', chargedCredits: 1 }]);
  });

  it.each([
    ['cancelled', 'cancelled', 'cancelled'],
    ['deadline', 'failed', 'deadline_exceeded'],
  ] as const)('ends by %s as %s', async (reason, state, error) => {
    const job = await handOver();
    const controller = new AbortController();
    const handled = handlerFor(async (_row, { signal }) => {
      controller.abort(reason);
      signal.throwIfAborted();
      return { verdict: 'ok' };
    })(job, { signal: controller.signal });
    await handled;
    expect(await store.items.get(job.requestId)).toMatchObject({ state, error, chargedCredits: 0 });
    expect(hints).toHaveLength(1);
  });

  it('is left open by a draining worker, and its leader is told nothing', async () => {
    const job = await handOver();
    const controller = new AbortController();
    const handled = handlerFor(async (_row, { signal }) => {
      controller.abort('draining');
      signal.throwIfAborted();
      return { verdict: 'ok' };
    })(job, { signal: controller.signal });
    await expect(handled).rejects.toBe('draining');
    expect(await store.items.get(job.requestId)).toMatchObject({ state: 'open', attempt: 1 });
    expect(hints).toEqual([]);
  });

  it('of an older attempt runs nothing and tells nobody', async () => {
    const job = await handOver();
    await store.items.nextAttempt(job.requestId, 1);
    await handlerFor(() => Promise.reject(new Error('must not run')))(job, { signal: running });
    expect(await store.items.get(job.requestId)).toMatchObject({ state: 'open', attempt: 2 });
    expect(hints).toEqual([]);
  });

  it('is ended although the store is away for a while', async () => {
    const job = await handOver();
    let failures = 3;
    const { items } = store;
    const flaky: BatchItemStore = {
      begin: (id, attempt) => items.begin(id, attempt),
      nextAttempt: (id, attempt) => items.nextAttempt(id, attempt),
      get: (id) => items.get(id),
      finish: (id, end, attempt) => {
        failures -= 1;
        if (failures >= 0) return Promise.reject(new StoreError('engine_failed', 'connect ECONNREFUSED'));
        return items.finish(id, end, attempt);
      },
    };
    await handlerFor(succeed, flaky)(job, { signal: running });
    expect(await items.get(job.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
    expect(hints).toHaveLength(1);
  });
});
