import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OperationJob } from '@quarry/contracts';
import { openDiskFiles, type FileStore } from '@quarry/files';
import { REQUEST_ENDED, type Logger } from '@quarry/observability';
import type { Store } from '@quarry/store';
import { openInlineStore } from '../../../../store/test/sqlite/open-inline-store.js';
import type { ExecuteOperation } from '../../port.js';
import { createOperationHandler } from '../operation-handler.js';

let folder: string;
let store: Store;
let files: FileStore;
let lines: unknown[][];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-record-'));
  store = openInlineStore({ path: join(folder, 'store.sqlite') });
  files = await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 1_000_000 });
  lines = [];
});
afterEach(async () => {
  await store.close();
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const admit = async (): Promise<OperationJob> => {
  const plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
  const { id: accountId } = await store.accounts.create({ name: 'a', plan, concurrency: 4 });
  const job = { requestId: randomUUID(), accountId, operation: 'scrape/web', deadlineAtMs: Date.now() + 60_000 };
  const { requestId: id, operation, deadlineAtMs } = job;
  const row = { id, accountId, operation, params: { url: 'http://a.test/' }, host: 'a.test', contractVersion: 1 };
  await store.requests.admit({ ...row, holdCredits: 10, deadlineAtMs });
  return { ...job, attempt: 1, replyTo: 'gateway-1' };
};

const handlerFor = (execute: ExecuteOperation) => {
  const log: Logger = { error: () => {}, warn: () => {}, info: (...line) => void lines.push(line), debug: () => {} };
  return createOperationHandler({
    ...{ store, files, filesUrl: 'http://files.test', log, operations: { 'scrape/web': execute } },
    fetcher: { fetch: () => Promise.reject(new Error('nothing listens')), close: async () => {} },
    replies: { send: async () => {}, isHeard: async () => true },
    leases: { release: async () => {} },
    batchHints: { announceEnd: async () => {} },
  });
};

const running = new AbortController().signal;

describe('what is known of a run', () => {
  it.each<[string, ExecuteOperation, object]>([
    [
      'success',
      async () => ({ verdict: 'ok', result: {}, tier: 'http', statusCode: 200 }),
      { verdict: 'ok', credits: 1 },
    ],
    [
      'failure',
      async () => ({ verdict: 'blocked', reason: 'http_403', tier: 'http', statusCode: 403 }),
      { verdict: 'blocked', reason: 'http_403', credits: 0 },
    ],
  ])(
    'is kept in the row of a %s, and told by one line, also when its job is delivered twice',
    async (_name, execute, told) => {
      const job = await admit();
      const handler = handlerFor(async (row, context) => {
        const page = { url: 'http://b.test:81/x?token=1', tier: 'browser', purpose: 'page' } as const;
        await context.fetcher.fetch({ ...page, deadlineAtMs: job.deadlineAtMs }, context.signal).catch(() => undefined);
        return execute(row, context);
      });
      await Promise.all([handler(job, { signal: running }), handler(job, { signal: running })]);
      const row = await store.requests.get(job.requestId);
      const measured = { renderMs: expect.any(Number), readMs: expect.any(Number) };
      expect(row).toMatchObject({
        host: 'b.test:81',
        tier: 'http',
        statusCode: row?.state === 'ok' ? 200 : 403,
        ...measured,
      });
      expect(row).not.toHaveProperty('fetchMs');
      const ended = lines.filter(([message]) => message === REQUEST_ENDED);
      const fields = { requestId: job.requestId, operation: 'scrape/web', host: 'b.test:81', tier: 'http', ...told };
      expect(ended).toEqual([[REQUEST_ENDED, expect.objectContaining({ ...fields, durationMs: expect.any(Number) })]]);
      expect(JSON.stringify(lines)).not.toContain('token');
    },
  );

  it('keeps the host that was sent where nothing was fetched', async () => {
    const job = await admit();
    await handlerFor(async () => ({ verdict: 'forbidden' }))(job, { signal: running });
    expect(await store.requests.get(job.requestId)).toMatchObject({ host: 'a.test', readMs: expect.any(Number) });
  });
});
