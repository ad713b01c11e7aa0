import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { REMOVED_HEADER, type BatchEnd, type JobReply, type OperationJob } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import { openDiskFiles, type FileStore } from '@quarry/files';
import type { EndedRow, Logger } from '@quarry/observability';
import { type Store } from '@quarry/store';
import { openInlineStore } from '../../../store/test/sqlite/open-inline-store.js';
import { recordSpans } from '../../../observability/test/record-spans.js';
import { createOperationHandler } from './operation-handler.js';
import { REPARSE_READ_MS } from './end/replace-reparse.js';
import { MAX_FREE_PAGE_CHARS } from '../bounds.js';
import type { ExecuteOperation, OperationReport } from '../port.js';
import type { StorageAllowance } from '../allowances/storage-allowance.js';

const FILES_URL = 'http://files.test';
const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const noFetcher: Fetcher = { fetch: () => Promise.reject(new Error('not used')), close: async () => {} };

let folder: string;
let store: Store;
let files: FileStore;
let accountId: string;
let replies: JobReply[];
let reports: OperationReport[];
let released: string[];
let hints: BatchEnd[];
let ends: EndedRow[];
let spans: ReturnType<typeof recordSpans>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-runtime-'));
  store = openInlineStore({ path: join(folder, 'store.sqlite') });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000_000 });
  const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
  accountId = (await store.accounts.create({ name: 'a', plan, concurrency: 4 })).id;
  replies = [];
  reports = [];
  released = [];
  hints = [];
  ends = [];
  spans = recordSpans();
});

afterEach(async () => {
  await store.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const admit = async (
  more: { operation?: string; params?: object; sealedHeaders?: string } = {},
): Promise<OperationJob> => {
  const { operation = 'scrape/web', params = { url: 'http://a.test/' } } = more;
  const deadlineAtMs = Date.now() + 60_000;
  const job = { requestId: randomUUID(), accountId, operation, attempt: 1, deadlineAtMs, replyTo: 'gateway-1' };
  await store.requests.admit({
    id: job.requestId,
    accountId,
    operation: job.operation,
    params,
    contractVersion: 1,
    holdCredits: 10,
    deadlineAtMs: job.deadlineAtMs,
    ...(more.sealedHeaders === undefined ? {} : { sealedHeaders: more.sealedHeaders }),
  });
  return job;
};

/** How far the worker's clock is ahead. */
let aheadMs = 0;

const handlerFor = (
  execute: ExecuteOperation,
  fileStore = files,
  requestStore = store,
  storageAllowance?: StorageAllowance,
) =>
  createOperationHandler({
    ...(storageAllowance ? { storageAllowance } : {}),
    ...{ store: requestStore, files: fileStore, filesUrl: FILES_URL, fetcher: noFetcher },
    clock: () => Date.now() + aheadMs,
    replies: { send: async (_, reply) => void replies.push(reply), isHeard: async () => true },
    leases: { release: async (_, requestId) => void released.push(requestId) },
    batchHints: { announceEnd: async (end) => void hints.push(end) },
    onEnded: (row) => ends.push(row),
    operations: { 'scrape/web': execute, reparse: execute },
    log: silent,
    tracing: spans.tracing,
    report: (report) => reports.push(report),
  });

const running = new AbortController().signal;

const storedNames = async (requestId: string): Promise<string[]> => {
  const names = await readdir(join(folder, 'files'), { recursive: true });
  return names.filter((name) => name.includes(`${requestId}/`)).map((name) => name.split('/').at(-1) ?? '');
};

const succeed: ExecuteOperation = async (_, context) => {
  const html = await context.putFile('document.html', '<p>stone</p>');
  return { verdict: 'ok', metadata: { html }, result: { text: 'stone' } };
};

const unrecognized: ExecuteOperation = async () => ({
  verdict: 'unrecognized',
  page: { name: 'page.html', body: '<p>new layout</p>' },
});

describe('a request whose secret headers are gone', () => {
  it('is not run without them, ends free of charge and says why', async () => {
    const job = await admit({ params: { url: 'http://a.test/', headers: { Cookie: REMOVED_HEADER } } });
    let runs = 0;
    const count: ExecuteOperation = async () => {
      runs += 1;
      return { verdict: 'ok', result: {} };
    };
    await handlerFor(count)(job, { signal: running });
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'failed', error: 'internal_error', reason: 'headers_lost', chargedCredits: 0 });
    expect(row?.message).toMatch(/send the request again with its headers/);
    expect([runs, released]).toEqual([0, [job.requestId]]);
  });
});

describe('a request that succeeds', () => {
  it('stores the answer as it will be sent, charges, and tells the gateway', async () => {
    const job = await admit();
    await handlerFor(succeed)(job, { signal: running });
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'ok', verdict: 'ok', chargedCredits: 1 });
    const answer = await files.read({ accountId, requestId: job.requestId, name: row?.answerName ?? '' }, 10_000);
    const base = `${FILES_URL}/${accountId}/${job.requestId}`;
    const parsed = JSON.parse(answer?.toString() ?? '') as { requestMetadata: { html: string; timings: object } };
    expect(parsed.requestMetadata.html).toMatch(new RegExp(`^${base}/document-[0-9a-f]{8}\\.html$`));
    expect(parsed).toEqual({
      requestMetadata: {
        id: job.requestId,
        status: 'ok',
        json: `${base}/${row?.answerName}`,
        html: parsed.requestMetadata.html,
        creditsCharged: 1,
        timings: { queueMs: expect.any(Number), readMs: expect.any(Number), totalMs: expect.any(Number) },
      },
      text: 'stone',
    });
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 1, held: 0, available: 99 });
    expect(replies).toEqual([{ requestId: job.requestId, attempt: 1 }]);
    expect(released).toEqual([job.requestId]);
    expect(reports).toMatchObject([{ operation: 'scrape/web', verdict: 'ok', isWinner: true }]);
  });

  it('gives operations the addresses of the parts of their bundles, which a loser takes back', async () => {
    const job = await admit();
    const bundles: string[][] = [];
    const handler = handlerFor(async (_, { putBundle }) => {
      const parts = ['one', 'two'].map((text) => ({ bytes: Buffer.from(text), extension: 'webp' }));
      const thumbnails = await putBundle('thumbnails.bundle', parts);
      bundles.push(thumbnails);
      return { verdict: 'ok', result: { thumbnails } };
    });
    await Promise.all([handler(job, { signal: running }), handler(job, { signal: running })]);
    const { answerName = '' } = (await store.requests.get(job.requestId)) ?? {};
    const body = await files.read({ accountId, requestId: job.requestId, name: answerName }, 10_000);
    const { thumbnails } = JSON.parse(body?.toString() ?? '') as { thumbnails: string[] };
    expect(bundles).toContainEqual(thumbnails);
    expect(thumbnails[1]).toMatch(/\/thumbnails-[0-9a-f]{8}\.bundle-1\.webp$/);
    const bundleName = /thumbnails-.{8}\.bundle/.exec(thumbnails[0] ?? '')?.[0] ?? '';
    expect((await storedNames(job.requestId)).sort()).toEqual([answerName, bundleName].sort());
  });

  it('is ended once when its job is delivered twice at the same time; the loser leaves no file', async () => {
    const job = await admit();
    const handler = handlerFor(succeed);
    await Promise.all([handler(job, { signal: running }), handler(job, { signal: running })]);
    const row = await store.requests.get(job.requestId);
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 1, held: 0 });
    const names = await storedNames(job.requestId);
    expect(names).toHaveLength(2);
    expect(names).toContain(row?.answerName);
    expect(reports.filter(({ isWinner }) => isWinner)).toHaveLength(1);
    expect(ends).toEqual([row]);
    const told = spans.seen.filter(({ kind }) => kind === 'consumer').map(({ attributes }) => attributes);
    expect(told.map((attributes) => attributes['quarry.verdict'])).toEqual(['ok', 'ok']);
    const credits = told.map((attributes) => attributes['quarry.credits']);
    expect(credits.filter((charged) => charged !== undefined)).toEqual([1]);
  });

  it('whose row has expired meanwhile throws its result away', async () => {
    const job = await admit();
    const execute: ExecuteOperation = async (row, context) => {
      const outcome = await succeed(row, context);
      await store.requests.finish(row.id, { state: 'expired', chargedCredits: 0, verdict: 'deadline_exceeded' });
      return outcome;
    };
    await handlerFor(execute)(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'expired', chargedCredits: 0 });
    expect(await storedNames(job.requestId)).toEqual([]);
    expect(await store.accounts.period(accountId)).toMatchObject({ charged: 0, held: 0, available: 100 });
    expect(ends).toEqual([]);
  });
});

describe('a request that fails', () => {
  it('ends by its verdict, free of charge', async () => {
    const job = await admit();
    const execute: ExecuteOperation = async () => ({ verdict: 'blocked', reason: 'datadome' });
    await handlerFor(execute)(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({
      state: 'failed',
      error: 'target_blocked',
      reason: 'datadome',
      chargedCredits: 0,
    });
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, available: 100 });
  });

  it('keeps the page that no parser knew, under the name that its row says', async () => {
    const job = await admit();
    await handlerFor(unrecognized)(job, { signal: running });
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'failed', error: 'target_unrecognized' });
    expect(row?.pageName).toMatch(/^page-[0-9a-f]{8}\.html$/);
    const page = await files.read({ accountId, requestId: job.requestId, name: row?.pageName ?? '' }, 1_000);
    expect(page?.toString()).toBe('<p>new layout</p>');
  });

  it('keeps no page that is larger than what is free may be', async () => {
    const job = await admit();
    const body = 'x'.repeat(MAX_FREE_PAGE_CHARS + 1);
    await handlerFor(async () => ({ verdict: 'unrecognized', page: { name: 'page.html', body } }))(job, {
      signal: running,
    });
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'failed', error: 'target_unrecognized' });
    expect(row).not.toHaveProperty('pageName');
    expect(await storedNames(job.requestId)).toEqual([]);
  });

  it('names no page where it cannot be stored', async () => {
    const job = await admit();
    const full = Object.assign(Object.create(files) as FileStore, {
      put: () => Promise.reject(new Error('disk full')),
    });
    await handlerFor(unrecognized, full)(job, { signal: running });
    const row = await store.requests.get(job.requestId);
    expect(row).toMatchObject({ state: 'failed', error: 'target_unrecognized' });
    expect(row).not.toHaveProperty('pageName');
  });

  it('leaves no page behind when another attempt has ended the row', async () => {
    const job = await admit();
    const late: ExecuteOperation = async (row, context) => {
      await store.requests.finish(row.id, { state: 'expired', chargedCredits: 0, verdict: 'deadline_exceeded' });
      return unrecognized(row, context);
    };
    await handlerFor(late)(job, { signal: running });
    expect(await storedNames(job.requestId)).toEqual([]);
  });

  it('by an unforeseen error is ours, never charged', async () => {
    const job = await admit();
    await handlerFor(async () => Promise.reject(new Error('boom')))(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'failed', error: 'internal_error' });
  });

  it('because its answer cannot be stored is not charged', async () => {
    const job = await admit();
    const broken = Object.assign(Object.create(files) as FileStore, {
      put: () => Promise.reject(new Error('disk full')),
      remove: async () => true,
    });
    await handlerFor(async () => ({ verdict: 'ok', result: {} }), broken)(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'failed', chargedCredits: 0 });
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, available: 100 });
  });

  it('is answered for an operation without code', async () => {
    const job = { ...(await admit()), operation: 'scrape/web' };
    const handler = createOperationHandler({
      store,
      files,
      filesUrl: FILES_URL,
      fetcher: noFetcher,
      replies: { send: async () => {}, isHeard: async () => true },
      leases: { release: async () => {} },
      batchHints: { announceEnd: async (end) => void hints.push(end) },
      operations: {},
      log: silent,
    });
    await handler(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'failed', error: 'internal_error' });
  });
});

describe('a request that is stopped', () => {
  const untilAborted: ExecuteOperation = async (_, { signal, putFile }) => {
    await putFile('document.html', 'half');
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    throw new Error('stopped');
  };

  it.each([
    ['deadline', 'failed', 'deadline_exceeded'],
    ['cancelled', 'cancelled', 'cancelled'],
  ] as const)('by its %s ends %s', async (reason, state, verdict) => {
    const job = await admit();
    const controller = new AbortController();
    const handled = handlerFor(untilAborted)(job, { signal: controller.signal });
    controller.abort(reason);
    await handled;
    expect(await store.requests.get(job.requestId)).toMatchObject({ state, verdict, chargedCredits: 0 });
  });

  it('by a draining worker stays open for the next one, and leaves no file', async () => {
    const job = await admit();
    const controller = new AbortController();
    const handled = handlerFor(untilAborted)(job, { signal: controller.signal });
    controller.abort('draining');
    await expect(handled).rejects.toBe('draining');
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'open', heldCredits: 10 });
    expect(await storedNames(job.requestId)).toEqual([]);
    expect(replies).toEqual([]);
    expect(released).toEqual([]);
    await handlerFor(succeed)(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
  });
});

describe('a late duplicate', () => {
  it('of an older attempt runs nothing', async () => {
    const job = await admit();
    await store.requests.nextAttempt(job.requestId, 1);
    let runs = 0;
    await handlerFor(async (row, context) => {
      runs += 1;
      return succeed(row, context);
    })(job, { signal: running });
    expect(runs).toBe(0);
    expect(released).toEqual([]);
    expect(await store.requests.get(job.requestId)).toMatchObject({ state: 'open', attempt: 2 });
  });
});

describe('what a request stores', () => {
  const storedBytes = async () => (await store.accounts.get(accountId))?.storedBytes;
  const sizeOf = async (requestId: string) => {
    const names = await storedNames(requestId);
    const sizes = names.map(async (name) => (await files.head({ accountId, requestId, name }))?.sizeBytes ?? 0);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };

  it('is counted in its account, of failures too', async () => {
    const [ok, failed] = [await admit(), await admit()];
    await handlerFor(succeed)(ok, { signal: running });
    await handlerFor(unrecognized)(failed, { signal: running });
    expect(await sizeOf(failed.requestId)).toBeGreaterThan(0);
    expect(await storedBytes()).toBe((await sizeOf(ok.requestId)) + (await sizeOf(failed.requestId)));
  });

  it('is nothing where it is free and the disk is nearly full; what is paid is kept', async () => {
    const low: StorageAllowance = { isFull: async () => false, mayKeepFree: async () => false };
    const [free, paid] = [await admit(), await admit()];
    const missing: ExecuteOperation = async (_, { putFile }) => {
      await putFile('document.html', '<p>gone</p>');
      return { verdict: 'target_4xx', result: {} };
    };
    await handlerFor(missing, files, store, low)(free, { signal: running });
    expect(await store.requests.get(free.requestId)).toMatchObject({ state: 'failed', error: 'storage_exhausted' });
    expect(await storedNames(free.requestId)).toEqual([]);
    await handlerFor(succeed, files, store, low)(paid, { signal: running });
    expect(await store.requests.get(paid.requestId)).toMatchObject({ state: 'ok', chargedCredits: 1 });
    expect(await storedBytes()).toBe(await sizeOf(paid.requestId));
  });

  it('is, of several like reparses of one request, that of the last', async () => {
    const origin = await admit();
    await handlerFor(succeed)(origin, { signal: running });
    const ofOrigin = (await storedBytes()) ?? 0;
    const parse: ExecuteOperation = async () => ({ verdict: 'ok', result: { text: 'stone' } });
    const failing: ExecuteOperation = async () => ({ verdict: 'unsupported' });
    const ids: string[] = [];
    for (const execute of [parse, parse, failing, parse]) {
      const job = await admit({ operation: 'reparse', params: { requestId: origin.requestId } });
      await handlerFor(execute)(job, { signal: running });
      ids.push(job.requestId);
      aheadMs += REPARSE_READ_MS;
    }
    aheadMs = 0;
    const counts = await Promise.all(ids.map(async (id) => (await storedNames(id)).length));
    expect(counts).toEqual([0, 0, 0, 1]);
    expect(await storedBytes()).toBe(ofOrigin + (await sizeOf(ids[3] ?? '')));
    expect(await storedNames(origin.requestId)).toHaveLength(3);
  });
});
