import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { expectBalanced } from '../../../../packages/store/test/conformance/store-scene.js';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { until } from '../../test/until.js';

const QUEUE = 'browser-scrape';
const BY = 'root@example.com';

let fixture: GatewayFixture;
let accountId: string;
let key: string;
beforeEach(async () => {
  fixture = await startGatewayFixture();
  const made = await fixture.addAccount({ credits: 1_000 });
  accountId = made.account.id;
  key = made.key;
  fixture.gateway.start();
});
afterEach(() => fixture.close());

const call = (headers: Record<string, string> = {}) =>
  supertest(fixture.url)
    .post('/scrape/web')
    .set({ 'x-api-key': key, ...headers })
    .send({ url: 'https://example.com/page' });
const waiting = async (): Promise<number> => {
  const { waiting: single, prioritized } = await fixture.queue.jobs.backlog(QUEUE);
  return single + prioritized;
};
const period = async () => {
  const { charged, held, available } = (await fixture.store.accounts.period(accountId)) ?? {};
  return { charged, held, available };
};

/** Two items of a batch as its leader puts them into the queue. */
const handOverItems = async () => {
  const jobId = randomUUID();
  const deadlineAtMs = fixture.clock() + 300_000;
  const query = { url: 'https://example.com/item' };
  const items = [0, 1].map((index) => ({
    ...{ id: randomUUID(), index, site: 'example.com', query, params: query, holdCredits: 10 },
  }));
  const { batches } = fixture.store;
  await batches.admit({
    ...{ id: jobId, accountId, operation: 'scrape/web', contractVersion: 1, requestsCount: 2, holdCredits: 20 },
    deadlineAtMs,
  });
  await batches.addItems(jobId, items);
  await batches.activate(jobId);
  await batches.lease({ owner: 'leader', leaseMs: 60_000, limit: 1 });
  const itemIds = items.map(({ id }) => id);
  await batches.handOver(jobId, 'leader', { itemIds, deadlineAtMs });
  const jobs = itemIds.map((requestId) => ({
    ...{ requestId, accountId, operation: 'scrape/web', attempt: 1, deadlineAtMs, batchId: jobId },
  }));
  await fixture.queue.jobs.enqueueMany(QUEUE, jobs, 'batch');
  return { jobId, itemIds };
};

describe('while a queue is paused', () => {
  it('waiting and new calls get a 503 at once, free of charge; batches are accepted; resumed, all goes on', async () => {
    const calls = [call().then((answer) => answer), call().then((answer) => answer)];
    await until(async () => (await waiting()) === 2);
    await fixture.queue.switches.pause(QUEUE, BY);
    for (const answer of await Promise.all(calls)) {
      expectError(answer, 503, 'overloaded');
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect(await waiting()).toBe(0);
    expect(await fixture.inUse(accountId)).toBe(0);
    expect(await period()).toEqual({ charged: 0, held: 0, available: 1_000 });
    await until(async () => (await call()).status === 503);
    const search = await supertest(fixture.url).get('/scrape/enginea/serp?q=x&timeout=1000').set('x-api-key', key);
    expect(search.status).not.toBe(503);
    const batch = await supertest(fixture.url)
      .post('/scrape/batch/web')
      .set('x-api-key', key)
      .send({ requests: [{ url: 'https://example.com/' }] });
    expect(batch.status).toBe(200);
    await fixture.queue.switches.resume(QUEUE);
    fixture.behave(async () => okEnd());
    await fixture.startWorker();
    await until(async () => (await call()).status === 200);
    await expectBalanced(fixture.store, accountId);
  });
});

describe('a drained queue', () => {
  it('has ended what waited, once and free of charge, and nothing that ran', async () => {
    const { passed, open } = gate();
    const begun = gate();
    fixture.behave(async () => {
      begun.open();
      await passed;
      return okEnd();
    });
    await fixture.startWorker([QUEUE], 1);
    const running = call().then((answer) => answer);
    await begun.passed;
    const started = await Promise.all([1, 2, 3].map(() => call({ prefer: 'respond-async' })));
    expect(started.map(({ status }) => status)).toEqual([202, 202, 202]);
    const ids = started.map(({ body }) => (body as { id: string }).id);
    const { jobId, itemIds } = await handOverItems();
    await until(async () => (await waiting()) === 5);
    await fixture.queue.switches.drain(QUEUE, BY);
    await until(async () => (await fixture.queue.switches.read(QUEUE)).state === 'paused');
    expect(await waiting()).toBe(0);
    for (const id of ids) {
      const row = await fixture.store.requests.get(id);
      expect(row).toMatchObject({ state: 'failed', error: 'overloaded', chargedCredits: 0 });
    }
    for (const id of itemIds) {
      const row = await fixture.store.items.get(id);
      expect(row).toMatchObject({ state: 'failed', error: 'overloaded', chargedCredits: 0 });
    }
    await fixture.store.batches.publish(jobId, 'leader', 10);
    expect((await fixture.store.batches.get(jobId))?.state).toBe('done');
    open();
    const answer = await running;
    expect(answer.status).toBe(200);
    const charged = Number(answer.headers['x-credits-charged']);
    expect(charged).toBeGreaterThan(0);
    expect(await period()).toEqual({ charged, held: 0, available: 1_000 - charged });
    await until(async () => (await fixture.inUse(accountId)) === 0);
    await expectBalanced(fixture.store, accountId);
  });
});
