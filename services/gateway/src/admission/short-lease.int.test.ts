import { afterEach, describe, expect, it } from '@jest/globals';
import type { FaultPoint, PassFaultPoint } from '@quarry/observability';
import type { Store } from '@quarry/store';
import supertest from 'supertest';
import { COMMAND_TIMEOUT_MS } from '../../../../packages/queue/src/bounds.js';
import { IDEMPOTENCY_LEASE_MS, LEASE_BEFORE_HOLD_MS, STORE_ANSWER_MS } from '../bounds.js';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { gate, startGatewayFixture, type FixtureOptions, type GatewayFixture } from '../../test/gateway-fixture.js';
import { hurryTimers } from '../../../../packages/queue/test/hurried-timers.js';
import { startMortalGateway } from '../../test/two-gateways.js';
import { until } from '../../test/until.js';

const BODY = { url: 'https://example.com/page' };

let fixture: GatewayFixture;
let wake: () => void;
let timers: ReturnType<typeof hurryTimers> | undefined;
afterEach(async () => {
  wake();
  await fixture.close();
  timers?.stop();
  timers = undefined;
});

const setUp = async (options: FixtureOptions = {}) => {
  fixture = await startGatewayFixture({ concurrency: 1, ...options });
  const { account, key } = await fixture.addAccount();
  const scrape = () => supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send(BODY);
  return { account, scrape };
};

/** A gateway that stops for good at its first pass of the point, as one that is killed there. */
const stopsAt = (point: FaultPoint): { faultPoint: PassFaultPoint; reached: Promise<void> } => {
  const reached = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  wake = woken.resolve;
  let isReached = false;
  const faultPoint: PassFaultPoint = async (passed) => {
    if (passed !== point || isReached) return;
    isReached = true;
    reached.resolve();
    await woken.promise;
    throw new Error('was killed');
  };
  return { faultPoint, reached: reached.promise };
};

/** The moment at which the lease of the account's one request ends. */
const leaseEndsAtMs = async (accountId: string): Promise<number> => {
  const scores = await fixture.redis.client.zrange(
    `${fixture.prefix}:lease:${accountId}`,
    0,
    '(+inf',
    'BYSCORE',
    'WITHSCORES',
  );
  return Number(scores[1] ?? 0);
};

describe('the place of a request that is not held yet', () => {
  it('is free again a short time after its gateway has died', async () => {
    const { faultPoint, reached } = stopsAt('gateway.lease_taken');
    const { account, scrape } = await setUp({ faultPoint });
    await fixture.startWorker();
    const dead = scrape().then(({ status }) => status);
    await reached;
    const leftMs = (await leaseEndsAtMs(account.id)) - Date.now();
    expect(leftMs).toBeLessThanOrEqual(LEASE_BEFORE_HOLD_MS);
    expect(leftMs).toBeGreaterThan(LEASE_BEFORE_HOLD_MS - 5_000);
    expectError(await scrape(), 429, 'concurrency_limit');
    fixture.advance(LEASE_BEFORE_HOLD_MS);
    await until(async () => (await scrape()).status === 200);
    wake();
    expect(await dead).toBe(500);
    expect(await fixture.inUse(account.id)).toBe(0);
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: 1, held: 0 });
  });

  it('is not kept past the deadline where that comes first', async () => {
    const { faultPoint, reached } = stopsAt('gateway.lease_taken');
    const { account, scrape } = await setUp({ faultPoint, deadlineMs: LEASE_BEFORE_HOLD_MS / 4 });
    const beforeMs = fixture.clock();
    const dead = scrape().then(({ status }) => status);
    await reached;
    const endsAtMs = await leaseEndsAtMs(account.id);
    expect(endsAtMs).toBeGreaterThanOrEqual(beforeMs + LEASE_BEFORE_HOLD_MS / 4);
    expect(endsAtMs).toBeLessThanOrEqual(fixture.clock() + LEASE_BEFORE_HOLD_MS / 4);
    wake();
    expect(await dead).toBe(500);
  });

  it('is kept to the deadline once it is held', async () => {
    wake = () => undefined;
    const { account, scrape } = await setUp();
    const { passed, open } = gate();
    const begun = gate();
    fixture.behave(async () => {
      begun.open();
      await passed;
      return okEnd();
    });
    await fixture.startWorker();
    const answer = scrape().then(({ status }) => status);
    await begun.passed;
    await until(async () => (await leaseEndsAtMs(account.id)) > Date.now() + 10 * LEASE_BEFORE_HOLD_MS);
    const [row] = await fixture.store.requests.list(account.id, { limit: 1 });
    expect(await leaseEndsAtMs(account.id)).toBe(row?.deadlineAtMs);
    open();
    expect(await answer).toBe(200);
  });

  it('lasts longer than the slowest way to its lengthening, each call at its bound', () => {
    const takenAndKept = 2 * COMMAND_TIMEOUT_MS;
    const heldAndConfirmed = 2 * STORE_ANSWER_MS;
    expect(LEASE_BEFORE_HOLD_MS).toBeGreaterThan(takenAndKept + heldAndConfirmed);
  });

  it('is kept also when Redis fails at the first try to lengthen it', async () => {
    wake = () => undefined;
    const { account, scrape } = await setUp({ waitSliceMs: 50 });
    const { passed, open } = gate();
    fixture.behave(async () => {
      await passed;
      return okEnd();
    });
    await fixture.startWorker();
    const { leases } = fixture.queue;
    const reassert = leases.reassert.bind(leases);
    let tries = 0;
    Object.assign(leases, {
      reassert: async (...given: Parameters<typeof reassert>) => {
        tries += 1;
        if (tries === 1) throw new Error('Redis: putting a lease back failed');
        return reassert(...given);
      },
    });
    const answer = scrape().then(({ status }) => status);
    await until(async () => (await leaseEndsAtMs(account.id)) > Date.now() + 10 * LEASE_BEFORE_HOLD_MS);
    expect(tries).toBe(2);
    open();
    expect(await answer).toBe(200);
    expect(await fixture.inUse(account.id)).toBe(0);
  });
});

describe('a held request whose gateway died before it lengthened the lease', () => {
  it('keeps its place to the deadline with the gateway that goes on with it', async () => {
    wake = () => undefined;
    const { account } = await setUp();
    const { plainKey = '' } = (await fixture.store.keys.create({ accountId: account.id, name: 'second' })) ?? {};
    const { passed, open } = gate();
    const begun = gate();
    fixture.behave(async () => {
      begun.open();
      await passed;
      return okEnd();
    });
    const post = (url: string) =>
      supertest(url).post('/scrape/web').set({ 'x-api-key': plainKey, 'idempotency-key': 'k' }).send(BODY);
    const mortal = await startMortalGateway(fixture, 'gateway.credits_held');
    const dead = post(mortal.url).then(
      () => undefined,
      () => undefined,
    );
    await mortal.died;
    fixture.advance(IDEMPOTENCY_LEASE_MS);
    expect(await leaseEndsAtMs(account.id)).toBeLessThanOrEqual(Date.now() + LEASE_BEFORE_HOLD_MS);
    const answer = post(fixture.url).then(({ status }) => status);
    await until(async () => (await leaseEndsAtMs(account.id)) > Date.now() + 10 * LEASE_BEFORE_HOLD_MS);
    await fixture.startWorker();
    await begun.passed;
    open();
    expect(await answer).toBe(200);
    await mortal.close();
    await dead;
    expect(await fixture.inUse(account.id)).toBe(0);
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: 1, held: 0 });
  });
});

describe('a store whose hold takes longer than the lease before it', () => {
  it("is given up long before the place is another's, and never lets more run than there are places", async () => {
    wake = () => undefined;
    const slow = Promise.withResolvers<void>();
    const landed = Promise.withResolvers<void>();
    let isSlow = true;
    const wrapStore = (store: Store): Store => ({
      ...store,
      requests: Object.assign(Object.create(store.requests) as Store['requests'], {
        admit: async (input: Parameters<Store['requests']['admit']>[0]) => {
          if (!isSlow) return store.requests.admit(input);
          isSlow = false;
          timers = hurryTimers(20);
          await slow.promise;
          const admitted = await store.requests.admit(input);
          landed.resolve();
          return admitted;
        },
      }),
      ping: () => store.ping(),
      close: () => store.close(),
    });
    const { account, scrape } = await setUp({ wrapStore });
    let running = 0;
    let most = 0;
    fixture.behave(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
      return okEnd();
    });
    await fixture.startWorker();
    expectError(await scrape(), 503, 'overloaded');
    expect(fixture.lines.join('')).toContain(`no answer within ${STORE_ANSWER_MS} ms`);
    timers?.slowDown();
    expect(STORE_ANSWER_MS).toBeLessThan(LEASE_BEFORE_HOLD_MS / 2);
    const others = Array.from({ length: 6 }, () => scrape().then(({ status }) => status));
    slow.resolve();
    await landed.promise;
    const statuses = await Promise.all(others);
    expect(statuses.every((status) => [200, 429].includes(status))).toBe(true);
    expect(most).toBe(1);
    await until(async () => (await fixture.store.accounts.period(account.id))?.held === 0);
    await until(async () => (await fixture.inUse(account.id)) === 0);
    const ran = statuses.filter((status) => status === 200).length;
    expect((await fixture.store.accounts.period(account.id))?.charged).toBe(ran);
  });
});
