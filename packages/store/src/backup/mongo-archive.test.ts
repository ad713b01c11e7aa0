import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withDatabase } from '@quarry/testkit';
import type { Store } from '../port.js';
import { createMongoDatabase, type MongoDatabase } from '../../test/mongo/mongo-database.js';
import { COOKIE_JAR_KIND } from '../records/record-rules.js';
import { openMongoArchive } from './mongo-archive.js';
import type { StoreCopy } from './store-copy.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';

const PLAN = { creditsPerPeriod: 3_000_000_000, periodDays: 30, renew: true };
const silent = (): void => undefined;

let folder: string;
let databases: MongoDatabase[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-mongo-copy-'));
});
afterEach(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  databases = [];
  await rm(folder, { recursive: true });
});

const newDatabase = (): MongoDatabase => {
  const database = createMongoDatabase(uri ?? '');
  databases.push(database);
  return database;
};

const copyOf = async ({ name }: MongoDatabase, onProgress: () => void = silent): Promise<StoreCopy> => {
  const archive = await openMongoArchive({ uri: withDatabase(uri ?? '', name) });
  try {
    return await archive.copyTo(folder, onProgress);
  } finally {
    await archive.close();
  }
};

const fill = async (store: Store): Promise<void> => {
  await store.accounts.create({ id: 'shop', name: 'line\u2028and\u2029line', plan: PLAN, concurrency: 1 });
  const more = { operation: 'scrape/web', params: { note: '\u2028' }, contractVersion: 1, holdCredits: 7 };
  for (let index = 0; index < 110; index += 1) {
    const id = `request-${index}`;
    await store.requests.admit({ id, accountId: 'shop', deadlineAtMs: Date.now() + 300_000, ...more });
    if (index !== 1) await store.requests.finish(id, { state: 'ok', verdict: 'ok', chargedCredits: 3 });
  }
  await store.records.insert({
    kind: 'user',
    id: 'ann@shop.example',
    owner: 'ann@shop.example',
    data: { name: 'Ann' },
  });
  // Left out of copies, with the credentials that are among them.
  await store.records.insert({ kind: 'job-delivery', id: 'job', owner: 'shop', data: {} });
  await store.records.insert({ kind: COOKIE_JAR_KIND, id: 'jar', owner: 'shop', data: {} });
};

describeWithServer(`copies of a store on MongoDB${suite}`, () => {
  it('come back as they were, number by number, and the store works on', async () => {
    const [from, to] = [newDatabase(), newDatabase()];
    await fill(await from.open());
    await from.closeAll();
    const copy = await copyOf(from);
    expect(copy.rows).toMatchObject({ accounts: 1, requests: 110, records: 1 });
    expect(copy.rows).not.toHaveProperty('job_records');
    expect(copy.rows).not.toHaveProperty('cookie_jars');
    const before = await readFile(join(folder, 'periods.ndjson'), 'utf8');

    const archive = await openMongoArchive({ uri: withDatabase(uri ?? '', to.name) });
    expect(await archive.occupancy()).toBe('empty');
    await archive.restoreFrom(folder, copy, silent);
    expect(await archive.occupancy()).toBe('data');
    // Again, in the place of what is there.
    await archive.restoreFrom(folder, copy, silent);
    await archive.close();
    expect((await copyOf(to)).parts).toEqual(copy.parts);
    expect(await readFile(join(folder, 'periods.ndjson'), 'utf8')).toBe(before);

    const store = await to.open();
    const [period] = await store.accounts.periods('shop');
    expect(period).toMatchObject({ charged: 109 * 3, held: 7 });
    expect(await store.ledger.rebuild('shop')).toEqual([period]);
    await store.requests.finish('request-1', { state: 'ok', verdict: 'ok', chargedCredits: 7 });
    expect((await store.accounts.period('shop'))?.charged).toBe(109 * 3 + 7);
    expect(await store.records.get('user', 'ann@shop.example')).toMatchObject({ data: { name: 'Ann' } });
  });

  it('of a version without records leave none of them', async () => {
    const [from, to] = [newDatabase(), newDatabase()];
    await fill(await from.open());
    await fill(await to.open());
    const { parts, ...copy } = await copyOf(from);
    await rm(join(folder, 'records.ndjson'));
    const earlier = { ...copy, schema: 1, parts: parts.filter(({ file }) => file !== 'records.ndjson') };
    const archive = await openMongoArchive({ uri: withDatabase(uri ?? '', to.name) });
    await archive.restoreFrom(folder, earlier, silent);
    await archive.close();
    const store = await to.open();
    expect(await store.records.list('user', 'ann@shop.example', { limit: 1 })).toEqual([]);
    expect(await store.requests.get('request-1')).not.toBeNull();
  });

  it('have no sealed headers, and the store keeps those of its open requests', async () => {
    const database = newDatabase();
    const store = await database.open();
    await store.accounts.create({ id: 'shop', name: 'shop', plan: PLAN, concurrency: 1 });
    const row = { accountId: 'shop', operation: 'scrape/web', params: {}, contractVersion: 1, holdCredits: 1 };
    const sealed = { deadlineAtMs: Date.now() + 300_000, sealedHeaders: 'sealed-and-looked-for' };
    await store.requests.admit({ id: 'request-1', ...row, ...sealed });
    const { parts } = await copyOf(database);
    const texts = await Promise.all(parts.map(({ file }) => readFile(join(folder, file), 'utf8')));
    expect(texts.join('')).toContain('request-1');
    expect(texts.join('')).not.toContain('sealed-and-looked-for');
    expect(await store.requests.begin('request-1', 1)).toMatchObject({ sealedHeaders: 'sealed-and-looked-for' });
  });

  it('are refused while the store is written to', async () => {
    const database = newDatabase();
    const store = await database.open();
    await store.accounts.create({ id: 'shop', name: 'shop', plan: PLAN, concurrency: 1 });
    const writes: Promise<unknown>[] = [];
    const write = (): void => void writes.push(store.accounts.grant('shop', 1, `grant-${writes.length}`));
    // Each document that is read is followed by a write, so no two readings are the same.
    await expect(copyOf(database, write)).rejects.toMatchObject({ code: 'busy' });
    await Promise.all(writes);
    await expect(copyOf(database)).resolves.toMatchObject({ kind: 'mongodb' });
  });
});
