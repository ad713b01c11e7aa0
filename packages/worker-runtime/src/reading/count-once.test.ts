import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fetcher } from '@quarry/egress';
import { openDiskFiles, type FileStore } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import type { Store } from '@quarry/store';
import { openInlineStore } from '../../../store/test/sqlite/open-inline-store.js';
import { createOperationHandler } from '../operation/operation-handler.js';
import type { ExecuteOperation } from '../port.js';
import { createReadingCounter } from './reading-counter.js';

const OPERATION = 'retailer/search';
const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

let folder: string;
let store: Store;
let files: FileStore;
let accountId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-reading-'));
  store = openInlineStore({ path: join(folder, 'store.sqlite') });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000_000 });
  const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
  accountId = (await store.accounts.create({ name: 'a', plan, concurrency: 4 })).id;
});

afterEach(async () => {
  await store.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

describe('what a page contained', () => {
  it('is counted once, by the attempt that ended the row, and shown by the store', async () => {
    const reading = createReadingCounter({ store: store.readingHealth, log: silent });
    const deadlineAtMs = Date.now() + 60_000;
    const page = { verdict: 'ok', tier: 'http', proxyType: 'datacenter', attempts: 1 } as const;
    const fetcher: Fetcher = { fetch: async () => page, close: async () => {} };
    const execute: ExecuteOperation = async (row, { fetcher: own, signal, putFile }) => {
      const url = 'http://www.shop.example/';
      await own.fetch({ url, tier: 'http', purpose: 'record', deadlineAtMs: row.deadlineAtMs }, signal);
      const html = await putFile('document.html', '<p>shop</p>');
      return { verdict: 'ok', result: { productResults: [{ title: 'a' }, {}] }, metadata: { html } };
    };
    const job = {
      requestId: randomUUID(),
      accountId,
      operation: OPERATION,
      attempt: 1,
      deadlineAtMs,
      replyTo: 'gateway-1',
    };
    await store.requests.admit({
      ...{ id: job.requestId, accountId, operation: OPERATION, params: {}, contractVersion: 1 },
      ...{ holdCredits: 10, deadlineAtMs },
    });
    const handler = createOperationHandler({
      ...{ store, files, filesUrl: 'http://files.test', fetcher, log: silent, reading },
      replies: { send: async () => {}, isHeard: async () => true },
      leases: { release: async () => {} },
      batchHints: { announceEnd: async () => {} },
      operations: { [OPERATION]: execute },
    });
    const { signal } = new AbortController();
    await Promise.all([handler(job, { signal }), handler(job, { signal })]);
    await reading.close();
    const day = new Date().toISOString().slice(0, 10);
    const { fields, sites } = await store.readingHealth.list({ fromDay: day, toDay: day });
    expect(sites).toMatchObject([{ operation: OPERATION, host: 'shop.example', exit: 'datacenter', read: 1 }]);
    expect(fields).toContainEqual({
      ...{ day, operation: OPERATION, field: 'productResults[].title', found: 0.5, pages: 1 },
    });
    const missing = await store.readingHealth.missing(day, OPERATION);
    expect(missing.find(({ field }) => field === 'productResults[].price')?.missing).toEqual([
      { requestId: job.requestId, accountId, hasPage: true },
    ]);
  });
});
