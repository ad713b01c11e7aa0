import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Store } from '../port.js';
import { createEngineClient } from './engine-client.js';
import { MAX_BATCH_CALLS } from './engine.js';
import { openDatabase } from './open-database.js';
import { openSqliteStore } from './open-sqlite-store.js';

const PLAN = { creditsPerPeriod: 10_000, periodDays: 30, renew: true };

let folder: string;
let path: string;

const admitOne = (store: Store, accountId: string) =>
  store.requests.admit({
    id: randomUUID(),
    accountId,
    operation: 'scrape/web',
    params: {},
    contractVersion: 1,
    holdCredits: 1,
    deadlineAtMs: Date.now() + 60_000,
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-client-'));
  path = join(folder, 'quarry.db');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the engine's client", () => {
  it('takes as many calls as allowed and rejects the next, until some are answered', async () => {
    const store = await openSqliteStore({ path, maxPendingCalls: 3 });
    const taken = [store.ping(), store.ping(), store.ping()];
    await expect(store.ping()).rejects.toMatchObject({ name: 'StoreError', code: 'overloaded' });
    await Promise.all(taken);
    await store.ping();
    await store.close();
  });

  it('answers more calls at once than one batch holds', async () => {
    const store = await openSqliteStore({ path });
    const { id } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
    const count = MAX_BATCH_CALLS * 3 + 1;
    const results = await Promise.all(Array.from({ length: count }, () => admitOne(store, id)));
    expect(results.every(({ outcome }) => outcome === 'admitted')).toBe(true);
    expect(await store.accounts.period(id)).toMatchObject({ held: count });
    await store.close();
  });

  it('drains what is pending before it closes, and takes nothing after', async () => {
    const store = await openSqliteStore({ path });
    const { id } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
    const pending = Promise.all(Array.from({ length: 300 }, () => admitOne(store, id)));
    const closed = Promise.all([store.close(), store.close()]);
    await expect(store.ping()).rejects.toMatchObject({ code: 'closed' });
    expect((await pending).every(({ outcome }) => outcome === 'admitted')).toBe(true);
    await closed;
    const again = await openSqliteStore({ path });
    expect(await again.accounts.period(id)).toMatchObject({ held: 300 });
    await again.close();
  });

  it('tells the engine to end only after the last answer', async () => {
    // This engine ends at once when told to, and answers late.
    const code = `
      const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (message) => {
        if (message === 'close') process.exit();
        else setTimeout(() => parentPort.postMessage(message.map(({ id }) => ({ id, value: id }))), 20);
      });`;
    const client = createEngineClient(new Worker(code, { eval: true }), 10, (error) => {
      throw error;
    });
    const calls = Promise.all([client.call('ping'), client.call('ping')]);
    const closed = client.close();
    expect(await calls).toEqual([1, 2]);
    await closed;
  });

  it('does not block the event loop of its caller', async () => {
    const store = await openSqliteStore({ path });
    const { id } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const batch = Promise.all(Array.from({ length: 3000 }, () => admitOne(store, id)));
    await batch;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
    await store.close();
  });

  it('rejects what cannot travel to the thread and goes on', async () => {
    const store = await openSqliteStore({ path });
    const end = { state: 'ok', chargedCredits: 0, verdict: 'ok', message: (() => 'no text') as never } as const;
    await expect(store.requests.finish(randomUUID(), end)).rejects.toMatchObject({ code: 'invalid_input' });
    await store.ping();
    await store.close();
  });

  it('says busy in every thread of the process while a lock is kept too long, then goes on', async () => {
    const stores = [
      await openSqliteStore({ path, busyTimeoutMs: 20 }),
      await openSqliteStore({ path, busyTimeoutMs: 20 }),
    ];
    const locker = openDatabase({ path, durability: 'normal', busyTimeoutMs: 20 });
    locker.exec('BEGIN IMMEDIATE');
    const input = { name: 'Acme', plan: PLAN, concurrency: 1 };
    for (const store of stores) {
      await expect(store.accounts.create(input)).rejects.toMatchObject({ code: 'busy' });
      await store.ping();
    }
    locker.exec('COMMIT');
    locker.close();
    for (const store of stores) expect(await store.accounts.create(input)).toMatchObject({ name: 'Acme' });
    await Promise.all(stores.map((store) => store.close()));
  });

  it.each([
    ['throws', "throw new Error('the disk is gone')", 'the disk is gone'],
    ['ends', 'process.exit(3)', 'has ended'],
  ])('rejects pending and later calls when the engine %s', async (_how, onMessage, text) => {
    const code = `require('node:worker_threads').parentPort.on('message', () => { ${onMessage} })`;
    const failures: string[] = [];
    const client = createEngineClient(new Worker(code, { eval: true }), 10, ({ message }) => failures.push(message));
    const pending = await Promise.allSettled([client.call('ping'), client.call('listAccounts')]);
    for (const result of pending) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'engine_failed' } });
      expect(String((result as PromiseRejectedResult).reason)).toContain(text);
    }
    await expect(client.call('ping')).rejects.toMatchObject({ code: 'engine_failed' });
    await client.close();
    expect(failures).toEqual([expect.stringContaining(text)]);
  });
});
