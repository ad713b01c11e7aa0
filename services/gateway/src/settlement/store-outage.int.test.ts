import { afterEach, describe, expect, it } from '@jest/globals';
import { StoreError, type Store } from '@quarry/store';
import type { JobWorker } from '@quarry/queue';
import { createOperationHandler, type ExecuteOperation } from '@quarry/worker-runtime';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { hurryTimers } from '../../../../packages/queue/test/hurried-timers.js';

const BODY = { url: 'https://example.com/page' };
/** What bounds of seconds are divided by while the store is away. */
const SPEED = 20;
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

let fixture: GatewayFixture;
let worker: JobWorker | undefined;
let timers: ReturnType<typeof hurryTimers> | undefined;
afterEach(async () => {
  await worker?.drain(500);
  await fixture.close();
  timers?.stop();
  timers = undefined;
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
  const nowMs = Date.now();
  fixture = await startGatewayFixture({
    // A key that was verified stays so: nobody is turned away for the asking of it.
    clock: () => nowMs,
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
  const allBegun = async (count: number): Promise<void> => {
    while (begun < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { ...cut, account, scrape, open, allBegun };
};

/** Requests that were turned away before the store was asked. */
const turnedAway = async (): Promise<number> =>
  Number(/requests_shed_total\{[^}]*reason="unavailable"[^}]*\} (\d+)/.exec(await fixture.metrics.text())?.[1] ?? 0);
const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

describe.each(['refuses', 'hangs'] as const)('a store that %s for a while', (how) => {
  it('turns new requests away soon, and ends those that run as soon as it is back', async () => {
    const { cut, restore, account, scrape, open, allBegun } = await setUp();
    const running = Array.from({ length: 10 }, () => scrape().then((answer) => answer));
    await allBegun(10);
    timers = hurryTimers(SPEED);
    fixture.gateway.start();
    cut(how);
    open();
    // The first have to find out by waiting, until the gateway has noticed.
    while ((await turnedAway()) === 0) expectError(await scrape(), 503, 'overloaded');
    const before = await turnedAway();
    for (const answer of [await scrape(), await scrape(), await scrape()]) {
      expectError(answer, 503, 'overloaded');
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect(await turnedAway()).toBe(before + 3);
    timers.slowDown();
    restore();
    const backAtMs = timers.passedMs();
    const answers = await Promise.all(running);
    expect(timers.passedMs() - backAtMs).toBeLessThan(20_000);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    while ((await fixture.store.accounts.period(account.id))?.held !== 0) await pause(20);
    const rows = await fixture.store.requests.list(account.id, { limit: 100 });
    const charged = rows.filter(({ state }) => state === 'ok').length;
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged, held: 0 });
    while ((await fixture.inUse(account.id)) !== 0) await pause(20);
    while ((await scrape()).status !== 200) await pause(20);
  });
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
