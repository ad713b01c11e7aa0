import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { JobWorker } from '@quarry/queue';
import type { Store } from '@quarry/store';
import { proofSize, recordProof } from '@quarry/testkit';
import { createOperationHandler, type ExecuteOperation } from '@quarry/worker-runtime';
import supertest from 'supertest';
import { gate, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const BODY = { url: 'https://example.com/page' };
const DEADLINE_MS = 300_000;
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const proof = { cases: 0, startedAt: performance.now() };

let fixture: GatewayFixture;
let worker: JobWorker | undefined;
afterEach(async () => {
  await worker?.drain(500);
  await fixture.close();
});
afterAll(() => {
  const seconds = (performance.now() - proof.startedAt) / 1000;
  recordProof({ name: 'end and deadline at the same moment', cases: proof.cases, failures: 0, seconds });
});

/** Gateway and worker on one clock that the test moves. `beforeEnd` holds the worker up when its answer is stored. */
const setUp = async (beforeEnd: () => Promise<void>) => {
  let offsetMs = 0;
  const clock = (): number => Date.now() + offsetMs;
  fixture = await startGatewayFixture({ clock, deadlineMs: DEADLINE_MS, waitSliceMs: 20 });
  const stored = gate();
  const succeed: ExecuteOperation = async (_row, { putFile }) => {
    await putFile('page.html', '<p>stone</p>');
    return { verdict: 'ok', chargedCredits: 1, result: { content: 'stone' } };
  };
  const { requests } = fixture.store;
  const store: Store = {
    ...fixture.store,
    requests: Object.assign(Object.create(requests) as Store['requests'], {
      begin: (id: string, attempt: number) => requests.begin(id, attempt),
      finish: async (...given: Parameters<typeof requests.finish>) => {
        stored.open();
        await beforeEnd();
        return requests.finish(...given);
      },
    }),
    ping: () => fixture.store.ping(),
    close: async () => undefined,
  };
  const handle = createOperationHandler({
    ...{ store, files: fixture.files, filesUrl: 'http://files.test', log, clock },
    fetcher: { fetch: () => Promise.reject(new Error('not used')), close: async () => {} },
    ...{ replies: fixture.queue.replies, leases: fixture.queue.leases, batchHints: fixture.queue.batchHints },
    operations: { 'scrape/web': succeed },
  });
  const start = async () => {
    worker = await fixture.queue.startWorker({ queue: 'browser-scrape', slots: 4, handle });
  };
  await start();
  const { account, key } = await fixture.addAccount();
  return {
    account,
    scrape: () => supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send(BODY),
    answerStored: stored.passed,
    moveTo: (deadlineAtMs: number, sinceMs: number) => (offsetMs = deadlineAtMs + sinceMs - Date.now()),
    row: async () => (await requests.list(account.id, { limit: 1 }))[0],
    filesOf: async (id: string) =>
      (await readdir(fixture.filesRoot, { recursive: true })).filter((name) => name.includes(`${id}/`)),
  };
};

describe('a worker that ends at the last moment', () => {
  it('wins at 299.99 s: 200, charged once', async () => {
    const mayEnd = gate();
    const { account, scrape, answerStored, moveTo, row } = await setUp(() => mayEnd.passed);
    const call = scrape().then((answer) => answer);
    await answerStored;
    moveTo((await row())?.deadlineAtMs ?? 0, -1_000);
    mayEnd.open();
    const answer = await call;
    expect([answer.status, answer.headers['x-credits-charged'], answer.body.content]).toEqual([200, '1', 'stone']);
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: 1, held: 0 });
  });

  it('loses at 300.01 s: 504, nothing charged, and its files are gone', async () => {
    const mayEnd = gate();
    const { account, scrape, answerStored, moveTo, row, filesOf } = await setUp(() => mayEnd.passed);
    const call = scrape().then((answer) => answer);
    await answerStored;
    const waiting = await row();
    moveTo(waiting?.deadlineAtMs ?? 0, 10);
    const answer = await call;
    expect([answer.status, answer.body.error, answer.headers['x-credits-charged']]).toEqual([
      504,
      'deadline_exceeded',
      '0',
    ]);
    expect(await filesOf(waiting?.id ?? '')).not.toEqual([]);
    mayEnd.open();
    while ((await filesOf(waiting?.id ?? '')).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await row()).toMatchObject({ state: 'expired', chargedCredits: 0 });
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: 0, held: 0, available: 1_000 });
  });

  it.each(Array.from({ length: proofSize(3, 100) }, (_, round) => round))(
    'at the very deadline: answer, charge and files agree, whoever wins (round %d)',
    async (round) => {
      const mayEnd = gate();
      const { account, scrape, answerStored, moveTo, row, filesOf } = await setUp(() => mayEnd.passed);
      const call = scrape().then((answer) => answer);
      await answerStored;
      const waiting = await row();
      moveTo(waiting?.deadlineAtMs ?? 0, 0);
      await new Promise((resolve) => setTimeout(resolve, round % 25));
      mayEnd.open();
      const answer = await call;
      await worker?.drain(1_000);
      const isWon = answer.status === 200;
      expect([200, 504]).toContain(answer.status);
      expect(answer.headers['x-credits-charged']).toBe(isWon ? '1' : '0');
      expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: isWon ? 1 : 0, held: 0 });
      expect((await filesOf(waiting?.id ?? '')).length > 0).toBe(isWon);
      proof.cases += 1;
    },
  );
});
