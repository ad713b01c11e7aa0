import { afterEach, describe, expect, it } from '@jest/globals';
import { StoreError, type Store } from '@quarry/store';
import type { JobWorker } from '@quarry/queue';
import { createOperationHandler, type ExecuteOperation } from '@quarry/worker-runtime';
import supertest from 'supertest';
import { expectError } from '../testing/expect-error.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../testing/gateway-fixture.js';

const BODY = { url: 'https://example.com/page' };
const OUTAGE_MS = 5_000;
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

let fixture: GatewayFixture;
let worker: JobWorker | undefined;
afterEach(async () => {
  await worker?.drain(500);
  await fixture.close();
});

/** A store that can be cut off: calls then fail as those of an engine that cannot be reached, or hang until it is back. */
const cuttable = (whole: Store) => {
  let back: PromiseWithResolvers<void> | undefined;
  let isSilent = false;
  const guard = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return typeof member === 'object' && member !== null ? guard(member) : member;
        return async (...given: unknown[]): Promise<unknown> => {
          if (back !== undefined && !isSilent) throw new StoreError('engine_failed', 'connect ECONNREFUSED');
          await back?.promise;
          return Reflect.apply(member, target, given) as unknown;
        };
      },
    });
  return {
    store: guard(whole),
    cut: (how: 'refuses' | 'hangs'): void => {
      isSilent = how === 'hangs';
      back = Promise.withResolvers();
    },
    restore: (): void => {
      back?.resolve();
      back = undefined;
    },
  };
};

const setUp = async () => {
  let cut: ReturnType<typeof cuttable> | undefined;
  fixture = await startGatewayFixture({
    wrapStore: (store) => {
      cut = cuttable(store);
      return cut.store;
    },
  });
  if (cut === undefined) throw new Error('no store');
  const { passed, open } = gate();
  let begun = 0;
  const execute: ExecuteOperation = async (row) => {
    begun += 1;
    await passed;
    return { verdict: 'ok', chargedCredits: 1, result: { content: row.id } };
  };
  const handle = createOperationHandler({
    ...{ store: cut.store, files: fixture.files, filesUrl: 'http://files.test', log },
    fetcher: { fetch: () => Promise.reject(new Error('not used')), close: async () => {} },
    ...{ replies: fixture.queue.replies, leases: fixture.queue.leases, batchHints: fixture.queue.batchHints },
    operations: { 'scrape/web': execute },
  });
  worker = await fixture.queue.startWorker({ queue: 'browser-scrape', slots: 20, handle });
  const { account, key } = await fixture.addAccount();
  const scrape = () => supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send(BODY);
  fixture.gateway.start();
  const allBegun = async (count: number): Promise<void> => {
    while (begun < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { ...cut, account, scrape, open, allBegun };
};

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

describe.each(['refuses', 'hangs'] as const)('a store that %s for a while', (how) => {
  it('turns new requests away soon, and ends those that run as soon as it is back', async () => {
    const { cut, restore, account, scrape, open, allBegun } = await setUp();
    const running = Array.from({ length: 10 }, () => scrape().then((answer) => answer));
    await allBegun(10);
    cut(how);
    const outageEndsAt = performance.now() + OUTAGE_MS;
    open();
    const slowest: number[] = [];
    while (performance.now() < outageEndsAt - 500) {
      const startedAt = performance.now();
      const answer = await scrape();
      // Only calls on their way when a silent store was cut off wait for it.
      if (answer.status === 503) expectError(answer, 503, 'overloaded');
      else expect(how).toBe('hangs');
      expect(answer.headers['retry-after'] ?? '5').toBe('5');
      slowest.push(performance.now() - startedAt);
      await pause(100);
    }
    expect(Math.max(...slowest)).toBeLessThan(OUTAGE_MS);
    await pause(Math.max(0, outageEndsAt - performance.now()));
    restore();
    const backAt = performance.now();
    const answers = await Promise.all(running);
    expect(performance.now() - backAt).toBeLessThan(4_000);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    while ((await fixture.store.accounts.period(account.id))?.held !== 0) await pause(20);
    const rows = await fixture.store.requests.list(account.id, { limit: 100 });
    const charged = rows.filter(({ state }) => state === 'ok').length;
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged, held: 0 });
    while ((await fixture.inUse(account.id)) !== 0) await pause(20);
    while ((await scrape()).status !== 200) await pause(100);
  }, 40_000);
});

describe('an admission that fails half-way', () => {
  it('leaves no hold behind', async () => {
    fixture = await startGatewayFixture({
      wrapStore: (store) => ({
        ...store,
        requests: Object.assign(Object.create(store.requests) as Store['requests'], {
          // The hold is taken, but nobody is told.
          admit: async (input: Parameters<Store['requests']['admit']>[0]) => {
            await store.requests.admit(input);
            throw new StoreError('engine_failed', 'socket closed');
          },
          finish: (...given: Parameters<Store['requests']['finish']>) => store.requests.finish(...given),
        }),
        ping: () => store.ping(),
        close: () => store.close(),
      }),
    });
    const { account, key } = await fixture.addAccount();
    const answer = await supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send(BODY);
    expectError(answer, 503, 'overloaded');
    while ((await fixture.store.accounts.period(account.id))?.held !== 0) await pause(5);
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: 0, available: 1_000 });
    expect(await fixture.inUse(account.id)).toBe(0);
  });
});
