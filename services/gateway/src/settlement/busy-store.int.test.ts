import { afterEach, describe, expect, it } from '@jest/globals';
import { operationById, type Operation } from '@quarry/contracts';
import { noFaults } from '@quarry/observability';
import { QueueUnavailableError, type JobProducer } from '@quarry/queue';
import supertest from 'supertest';
import type { AdmittedRequest } from '../admission/admission.js';
import type { Store } from '@quarry/store';
import { LOOK_GRACE_MS, STORE_ANSWER_MS } from '../bounds.js';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { hurryTimers } from '../../../../packages/queue/test/hurried-timers.js';
import { createSettlement } from './settlement.js';

const TARGET = 'https://example.com/page';
const BUSY_TIMEOUT_MS = 60;
const never = new AbortController().signal;
const web = operationById('scrape/web') as Operation;

/** What bounds of seconds are divided by while a store hangs. */
const SPEED = 20;

let fixture: GatewayFixture;
let timers: ReturnType<typeof hurryTimers> | undefined;
afterEach(async () => {
  await fixture.close();
  timers?.stop();
  timers = undefined;
});

const setUp = async () => {
  fixture = await startGatewayFixture({ hasStoreThread: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
  return fixture.addAccount();
};

describe('a store that hangs for good', () => {
  it('keeps no client much past its deadline, and no place', async () => {
    const { account } = await setUp();
    const { store, queue, metrics } = fixture;
    const requestId = crypto.randomUUID();
    await queue.leases.seed(account.id, [{ requestId, expiresAtMs: Date.now() + 60_000 }]);
    const replies = await queue.listenForReplies();
    const deadlineAtMs = Date.now() + 300;
    const startMs = Date.now();
    const { passedMs } = (timers = hurryTimers(SPEED));
    const clock = (): number => startMs + passedMs();
    let givenUpAtMs = 0;
    const release: typeof queue.leases.release = (...given) => {
      givenUpAtMs = clock();
      return queue.leases.release(...given);
    };
    const settle = createSettlement({
      store: { ...store, requests: { ...store.requests, get: () => new Promise(() => undefined) } },
      ...{ replies, metrics, leases: { ...queue.leases, release }, producer: queue.jobs, clock },
      ...{ waitSliceMs: 50, isPaused: () => false, faultPoint: noFaults },
      log: { warn: () => undefined, error: () => undefined, info: () => undefined, debug: () => undefined },
    });
    const settled = settle(
      { requestId, accountId: account.id, operation: web, deadlineAtMs },
      { clientGone: never, stopping: never },
    );
    await expect(settled).rejects.toMatchObject({ name: 'StoreError', code: 'busy' });
    expect(givenUpAtMs - deadlineAtMs).toBeGreaterThanOrEqual(LOOK_GRACE_MS);
    expect(givenUpAtMs - deadlineAtMs).toBeLessThan(LOOK_GRACE_MS + 1_000);
    expect(await queue.leases.inUse(account.id)).toBe(0);
    await replies.close();
  });
});

describe('a store that hangs at one call', () => {
  const hang = <T>(): Promise<T> => {
    timers ??= hurryTimers(SPEED);
    return new Promise<T>(() => undefined);
  };

  it.each(['usage', 'replay'] as const)('is 503 soon, at the reading of %s', async (what) => {
    let isHanging = false;
    fixture = await startGatewayFixture({
      wrapStore: (store) => ({
        ...store,
        accounts: Object.assign(Object.create(store.accounts) as Store['accounts'], {
          period: (id: string) => (isHanging ? hang() : store.accounts.period(id)),
        }),
        requests: Object.assign(Object.create(store.requests) as Store['requests'], {
          get: (id: string) => (isHanging ? hang() : store.requests.get(id)),
        }),
        ping: () => store.ping(),
        close: () => store.close(),
      }),
    });
    await fixture.startWorker();
    const { key } = await fixture.addAccount();
    const post = () =>
      supertest(fixture.url)
        .post('/scrape/web')
        .set({ 'x-api-key': key, 'idempotency-key': 'k' })
        .send({ url: TARGET });
    expect((await post()).status).toBe(200);
    isHanging = true;
    const usage = () => supertest(fixture.url).get('/user/me/usage').set('x-api-key', key);
    expectError(what === 'usage' ? await usage() : await post(), 503, 'overloaded');
    expect(timers?.passedMs()).toBeGreaterThanOrEqual(STORE_ANSWER_MS);
    timers?.slowDown();
    isHanging = false;
    expect((await post()).headers['idempotency-replayed']).toBe('true');
  });
});

describe('a store that is kept busy by others', () => {
  it('is 503 with Retry-After, and the place of the request is free again', async () => {
    const { account, key } = await setUp();
    const scrape = () => supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send({ url: TARGET });
    const unlock = await fixture.lockStore();
    const answer = await scrape();
    expectError(answer, 503, 'overloaded');
    expect(answer.headers['retry-after']).toBe('5');
    expect(await fixture.inUse(account.id)).toBe(0);
    await unlock();
    await fixture.startWorker();
    expect((await scrape()).status).toBe(200);
  });

  it('delays the answer to a request that could not be enqueued until its hold is released', async () => {
    const { account } = await setUp();
    const { store, queue, metrics } = fixture;
    const request: AdmittedRequest = {
      requestId: crypto.randomUUID(),
      accountId: account.id,
      operation: web,
      deadlineAtMs: Date.now() + 20_000,
    };
    await store.requests.admit({
      id: request.requestId,
      accountId: account.id,
      operation: web.id,
      params: {},
      contractVersion: 1,
      holdCredits: 10,
      deadlineAtMs: request.deadlineAtMs,
    });
    const warnings: string[] = [];
    const busy = Promise.withResolvers<void>();
    const warn = (message: string): void => {
      warnings.push(message);
      if (message === 'could not read the row of a waiting request') busy.resolve();
    };
    const away: JobProducer = {
      ...queue.jobs,
      enqueue: () => Promise.reject(new QueueUnavailableError('Redis: enqueue failed')),
    };
    const replies = await queue.listenForReplies();
    const settle = createSettlement({
      ...{
        store,
        replies,
        metrics,
        leases: queue.leases,
        producer: away,
        clock: Date.now,
        waitSliceMs: 50,
        isPaused: () => false,
        faultPoint: noFaults,
      },
      log: { warn, error: warn, info: () => undefined, debug: () => undefined },
    });
    const unlock = await fixture.lockStore();
    const settled = settle(request, { clientGone: never, stopping: never });
    await busy.promise;
    expect((await store.accounts.period(account.id))?.held).toBe(10);
    await unlock();
    expect(await settled).toMatchObject({ row: { state: 'failed', error: 'overloaded' }, availableCredits: 1_000 });
    expect((await store.accounts.period(account.id))?.held).toBe(0);
    expect(warnings[0]).toBe('could not enqueue');
    await replies.close();
  });
});
