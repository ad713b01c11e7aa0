import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { admitInput, expectBalanced, OK } from '../../test/conformance/store-scene.js';
import type { Store } from '../port.js';
import { MAX_PARAMS_BYTES } from './ledger/admission.js';
import { DEFAULT_DATABASE, databaseOf } from './mongo-engine.js';
import { openMongoStore, type MongoStoreOptions } from './open-mongo-store.js';
import { startCutProxy } from '../../test/mongo/cut-proxy.js';
import type { CutProxy } from '../../test/mongo/cut-proxy.js';
import { createMongoDatabase } from '../../test/mongo/mongo-database.js';
import type { MongoDatabase } from '../../test/mongo/mongo-database.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';

const AWAY_MS = 5_000;
const MAX_OPENINGS = 20;
const PLAN = { creditsPerPeriod: 1_000, periodDays: 30, renew: true };

let database: MongoDatabase;
beforeEach(() => {
  database = createMongoDatabase(uri ?? '');
});
afterEach(async () => {
  if (uri !== undefined) await database.drop();
});

const newAccount = async (store: Store): Promise<string> =>
  (await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 })).id;

const admit = (store: Store, accountId: string, id?: string) =>
  store.requests.admit(admitInput(accountId, 1, Date.now(), id));

describe('the database of a URI', () => {
  it.each([
    ['mongodb://localhost:27017', undefined],
    ['mongodb://localhost:27017/', undefined],
    ['mongodb://localhost/?w=1', undefined],
    ['mongodb://user:pa%2Fss@a:1,b:2/shop?replicaSet=r', 'shop'],
    ['mongodb+srv://cluster.example/my%20shop', 'my shop'],
  ])('%s is %s', (address, name) => {
    expect(databaseOf(address)).toBe(name);
    expect(DEFAULT_DATABASE).toBe('quarry');
  });
});

describeWithServer(`a server that goes away${suite}`, () => {
  let proxy: CutProxy;
  beforeEach(async () => {
    proxy = await startCutProxy(uri ?? '');
  });
  afterEach(() => proxy.close());

  it('rejects calls as busy, in bounded time, and works on when it is back', async () => {
    const store = await openMongoStore({ uri: proxy.uri, database: database.name, serverSelectionTimeoutMs: 1_000 });
    const direct = await database.open();
    const accountId = await newAccount(store);
    const before = await Promise.all(Array.from({ length: 8 }, () => admit(store, accountId)));
    expect(before.every(({ outcome }) => outcome === 'admitted')).toBe(true);
    const midway = Array.from({ length: 20 }, () => admit(store, accountId).catch((error: unknown) => error));
    await proxy.cut();
    for (const result of await Promise.all(midway)) {
      if (result instanceof Error) expect(result).toMatchObject({ name: 'StoreError', code: 'busy' });
    }
    const startedAt = performance.now();
    await expect(admit(store, accountId)).rejects.toMatchObject({ code: 'busy' });
    await expect(store.ping()).rejects.toMatchObject({ code: 'busy' });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await wait(Math.max(0, AWAY_MS - (performance.now() - startedAt)));
    await proxy.heal();
    await store.ping();
    const { id } = admitInput(accountId, 1, Date.now());
    expect(await admit(store, accountId, id)).toMatchObject({ outcome: 'admitted' });
    expect(await store.requests.finish(id, { ...OK, chargedCredits: 1 })).toMatchObject({ isWinner: true });
    await direct.requests.sweepExpired({ graceMs: 0, limit: 100 });
    await expectBalanced(direct, accountId);
    await store.close();
  });

  /** A store that waits for no answer long; to be opened takes it some tries on a busy machine. */
  const openHasty = async (more: Partial<MongoStoreOptions> = {}): Promise<Store> => {
    const bounds = { socketTimeoutMs: 300, serverSelectionTimeoutMs: 300 };
    for (let tries = 1; ; tries += 1) {
      try {
        return await openMongoStore({ uri: proxy.uri, database: database.name, ...bounds, ...more });
      } catch (error) {
        if (tries === MAX_OPENINGS) throw error;
      }
    }
  };

  it('rejects a call whose answer does not come', async () => {
    const store = await openHasty();
    proxy.freeze();
    await expect(store.accounts.list()).rejects.toMatchObject({ code: 'busy' });
    await store.close();
  });

  it('rejects a call whose command for several documents gets no answer', async () => {
    const accountId = await newAccount(await database.open());
    const beforeCommand = (name: string): void => {
      if (name === 'requests.insert') proxy.freeze();
    };
    const store = await openHasty({ beforeCommand });
    await expect(admit(store, accountId)).rejects.toMatchObject({ name: 'StoreError', code: 'busy' });
    await store.close();
  });

  it('rejects the opening', async () => {
    await proxy.cut();
    const opening = openMongoStore({ uri: proxy.uri, database: database.name, serverSelectionTimeoutMs: 200 });
    await expect(opening).rejects.toMatchObject({ name: 'StoreError', code: 'busy' });
  });
});

describeWithServer(`bounds of the MongoDB store${suite}`, () => {
  it('rejects calls above the most that may be under way', async () => {
    const store = await database.open(Date.now, { maxPendingCalls: 2 });
    const calls = await Promise.allSettled([store.ping(), store.ping(), store.ping()]);
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(calls[2]).toMatchObject({ reason: { code: 'overloaded' } });
    await store.ping();
  });

  it('rejects requests above the most that may be open', async () => {
    const store = await database.open(Date.now, { maxOpenHolds: 3 });
    const accountId = await newAccount(store);
    const ids = ['first', 'second', 'third'];
    for (const id of ids) await admit(store, accountId, id);
    await expect(admit(store, accountId)).rejects.toMatchObject({ code: 'overloaded' });
    await store.requests.finish('first', OK);
    expect(await admit(store, accountId)).toMatchObject({ outcome: 'admitted' });
    await expectBalanced(store, accountId);
  });

  it('rejects grants above the most of one period', async () => {
    const store = await database.open(Date.now, { maxGrantsPerPeriod: 2 });
    const accountId = await newAccount(store);
    for (const gift of ['a', 'b', 'b']) await store.accounts.grant(accountId, 1, gift);
    await expect(store.accounts.grant(accountId, 1, 'c')).rejects.toMatchObject({ code: 'overloaded' });
    expect(await store.accounts.period(accountId)).toMatchObject({ granted: 1_002 });
  });

  it('takes the largest parameters, with any keys, and no larger ones', async () => {
    const store = await database.open();
    const accountId = await newAccount(store);
    const odd = { $where: '1', 'a.b': { $set: null }, __proto__x: [{ '': '\0' }] };
    const room = MAX_PARAMS_BYTES - Buffer.byteLength(JSON.stringify({ odd, text: '' }));
    const params = { odd, text: 'x'.repeat(room) };
    const input = { ...admitInput(accountId, 1, Date.now()), params };
    expect(await store.requests.admit(input)).toMatchObject({ outcome: 'admitted' });
    expect((await store.requests.get(input.id))?.params).toEqual(params);
    const larger = { ...admitInput(accountId, 1, Date.now()), params: { ...params, text: `${params.text}x` } };
    await expect(store.requests.admit(larger)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
