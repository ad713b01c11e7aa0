import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FAULT_POINTS, noFaults, type FaultPoint, type PassFaultPoint } from '@quarry/observability';
import type { JobWorker } from '@quarry/queue';
import { proofSize, recordProof } from '@quarry/testkit';
import { createOperationHandler, type ExecuteOperation } from '@quarry/worker-runtime';
import supertest from 'supertest';
import { IDEMPOTENCY_LEASE_MS } from './bounds.js';
import { startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';
import { startMortalGateway, type MortalGateway } from '../test/two-gateways.js';

const BODY = { url: 'https://example.com/page' };
const LISTENER_GRACE_MS = 300;
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const succeed: ExecuteOperation = async (row, { putFile }) => {
  const html = await putFile('page.html', '<p>stone</p>');
  return { verdict: 'ok', chargedCredits: 1, metadata: { html }, result: { content: row.id } };
};

let fixture: GatewayFixture;
let mortal: MortalGateway | undefined;
const workers: JobWorker[] = [];
let accountId: string;
let apiKey: string;
const proof = { cases: 0, startedAt: performance.now() };

/** Fails once at the point. */
const failingAt = (point: FaultPoint): PassFaultPoint & { hasFailed(): boolean } => {
  let hasFailed = false;
  const faultPoint: PassFaultPoint = async (passed) => {
    if (passed !== point || hasFailed) return;
    hasFailed = true;
    throw new Error('a fault was armed here');
  };
  return Object.assign(faultPoint, { hasFailed: () => hasFailed });
};

/** What gateway and workers do at their fault points. */
let faultPoint: PassFaultPoint = noFaults;
const passNow: PassFaultPoint = (point) => faultPoint(point);

const startWorker = async () => {
  const { store, files, queue, clock } = fixture;
  const handle = createOperationHandler({
    ...{ store, files, filesUrl: 'http://files.test', log, clock },
    fetcher: { fetch: () => Promise.reject(new Error('not used')), close: async () => {} },
    ...{ replies: queue.replies, leases: queue.leases, batchHints: queue.batchHints },
    operations: { 'scrape/web': succeed },
    listenerGraceMs: LISTENER_GRACE_MS,
    faultPoint: passNow,
  });
  workers.push(await queue.startWorker({ queue: 'browser-scrape', slots: 4, handle }));
};
const endWorkers = (graceMs: number) => Promise.all(workers.splice(0).map((worker) => worker.drain(graceMs)));

beforeAll(async () => {
  fixture = await startGatewayFixture({ faultPoint: passNow });
});
beforeEach(async () => {
  const made = await fixture.addAccount();
  apiKey = made.key;
  accountId = made.account.id;
  await startWorker();
});
afterEach(async () => {
  faultPoint = noFaults;
  await mortal?.close();
  mortal = undefined;
  await endWorkers(500);
  // Nothing of this test runs in the next one.
  await fixture.redis.client.flushall();
});
afterAll(() => fixture.close());
afterAll(() => {
  const seconds = (performance.now() - proof.startedAt) / 1000;
  recordProof({ name: 'faults and deaths at every point, in process', cases: proof.cases, failures: 0, seconds });
});

const post = (url: string, key?: string) =>
  supertest(url)
    .post('/scrape/web')
    .set({ 'x-api-key': apiKey, ...(key === undefined ? {} : { 'idempotency-key': key }) })
    .send(BODY)
    .timeout(15_000);
const rows = () => fixture.store.requests.list(accountId, { limit: 100 });
const period = async () => {
  const current = await fixture.store.accounts.period(accountId);
  return { charged: current?.charged, held: current?.held };
};
const settledDown = async (): Promise<void> => {
  const untilMs = Date.now() + 5_000;
  while (Date.now() < untilMs) {
    if ((await period()).held === 0 && (await fixture.inUse(accountId)) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Those that a single request passes; a batch has its own, and its own tests. */
const WAY = FAULT_POINTS.filter((point) => !/^(?:sweeper\.|fanout\.|gateway\.batch_)/.test(point));

describe('a failure at any point', () => {
  it.each(WAY.filter((point) => !point.includes('idempotency')))(
    '%s leaves no hold and no place behind, and says what was charged',
    async (point) => {
      const failing = failingAt(point);
      faultPoint = failing;
      const answer = await post(fixture.url);
      expect(failing.hasFailed()).toBe(true);
      expect([200, 500, 503]).toContain(answer.status);
      await settledDown();
      expect(await period()).toEqual({ charged: Number(answer.headers['x-credits-charged']), held: 0 });
      expect(await fixture.inUse(accountId)).toBe(0);
      expect(answer.status === 200).toBe((await period()).charged === 1);
      expect((await post(fixture.url)).status).toBe(200);
      proof.cases += 1;
    },
  );

  it.each(WAY)('%s under a key: it comes to one charge and one answer', async (point) => {
    const failing = failingAt(point);
    faultPoint = failing;
    const key = randomUUID();
    const first = await post(fixture.url, key);
    expect(failing.hasFailed()).toBe(true);
    // The key of a call that failed may stand until its lease ends.
    fixture.advance(IDEMPOTENCY_LEASE_MS);
    const second = await post(fixture.url, key);
    expect(second.status).toBe(200);
    if (first.status === 200) expect(second.text).toBe(first.text);
    await settledDown();
    expect(await period()).toEqual({ charged: 1, held: 0 });
    proof.cases += 1;
  });
});

describe('a gateway that died', () => {
  const points = WAY.filter((point) => point.startsWith('gateway.'));
  const rounds = Array.from({ length: proofSize(1, 10) }, (_, round) => round);
  const cases = points.flatMap((point) => rounds.map((round) => [point, round] as const));

  const fates = cases.flatMap(([point, round]) =>
    (['dies', 'pauses'] as const).map((fate) => [point, fate, round] as const),
  );

  it.each(fates)(
    'at %s (%s) is taken over by the next call, and changes nothing when it wakes (round %d)',
    async (point, fate) => {
      const other = await startMortalGateway(fixture, point, fate);
      mortal = other;
      const key = randomUUID();
      const first = post(other.url, key).then((answer) => answer);
      await other.died;
      fixture.advance(IDEMPOTENCY_LEASE_MS);
      const seconds = await Promise.all([post(fixture.url, key), post(fixture.url, key), post(fixture.url, key)]);
      expect(seconds.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(seconds.map(({ text }) => text)).size).toBe(1);
      expect((await period()).charged).toBe(1);
      other.wake();
      const late = await first;
      await settledDown();
      expect(await period()).toEqual({ charged: 1, held: 0 });
      expect((await rows()).filter(({ chargedCredits }) => chargedCredits > 0)).toHaveLength(1);
      expect(await fixture.inUse(accountId)).toBe(0);
      // Whoever comes last is told the same.
      const again = await post(fixture.url, key);
      expect(again.text).toBe(seconds[0]?.text);
      if (late.status === 200) expect(late.text).toBe(again.text);
      proof.cases += 1;
    },
  );

  it.each(cases)('at %s and wakes before anybody asks again (round %d)', async (point) => {
    const other = await startMortalGateway(fixture, point, 'pauses');
    mortal = other;
    const key = randomUUID();
    const first = post(other.url, key).then((answer) => answer);
    await other.died;
    other.wake();
    const [early, second] = await Promise.all([first, post(fixture.url, key)]);
    expect([early.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(early.text);
    await settledDown();
    expect(await period()).toEqual({ charged: 1, held: 0 });
    proof.cases += 1;
  });

  it('and is deaf when it wakes tells a client that is still there to try again', async () => {
    const other = await startMortalGateway(fixture, 'gateway.credits_held');
    mortal = other;
    const first = post(other.url).then((answer) => answer);
    await other.died;
    other.wake();
    const answer = await first;
    expect([answer.status, answer.headers['retry-after'], answer.headers['x-credits-charged']]).toEqual([
      503,
      '5',
      '0',
    ]);
  });

  it('is no loss to calls without a key: what no worker began is cancelled and released', async () => {
    await endWorkers(0);
    const other = await startMortalGateway(fixture, 'gateway.enqueued');
    mortal = other;
    const first = post(other.url).then((answer) => answer);
    await other.died;
    expect((await period()).held).toBe(10);
    await startWorker();
    await settledDown();
    expect(await period()).toEqual({ charged: 0, held: 0 });
    expect((await rows())[0]).toMatchObject({ state: 'cancelled' });
    other.wake();
    await first;
  });
});
