import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import {
  lead,
  newBatch,
  newItems,
  OK_END,
  OWNER,
  submit,
  WEBHOOK,
} from '../../test/conformance/batches/batch-scene.js';
import { address, begun, BOUNDS, endOpen, linking, pageItem } from '../../test/conformance/crawls/crawl-scene.js';
import { admitInput, DEADLINE_MS, FAILED, OK, type StoreScene } from '../../test/conformance/store-scene.js';
import type { ReadingCounts, Store } from '../port.js';
import { COOKIE_JAR_KIND } from '../records/record-rules.js';
import { createMongoDatabase, type MongoDatabase } from '../../test/mongo/mongo-database.js';
import { openMongoScene } from '../../test/mongo/open-mongo-scene.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';
const USERS_FILE = new URL('../../../../infra/docker/mongo-users.js', import.meta.url);

type Rights = Readonly<Record<string, readonly string[]>>;
interface Privilege {
  readonly resource: { readonly db: string; readonly collection: string };
  readonly actions: readonly string[];
}

/** What the methods of the driver ask the server for. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  find: ['find'],
  findOne: ['find'],
  aggregate: ['find'],
  countDocuments: ['find'],
  findOneAndUpdate: ['find', 'update'],
  insertOne: ['insert'],
  insertMany: ['insert'],
  replaceOne: ['update'],
  updateOne: ['update'],
  updateMany: ['update'],
  bulkWrite: [],
  deleteOne: ['remove'],
  deleteMany: ['remove'],
};

/** The roles that the script makes, by name, and the users, on a server that has none of them yet. */
const runScript = () => {
  const roles: Record<string, Rights> = {};
  const users: Record<string, { pwd: unknown; roles: unknown }> = {};
  const db = {
    getRole: () => null,
    getUser: () => null,
    createRole: ({ role, privileges }: { role: string; privileges: readonly Privilege[] }) => {
      expect(privileges.every(({ resource }) => resource.db === 'quarry')).toBe(true);
      roles[role] = Object.fromEntries(privileges.map(({ resource, actions }) => [resource.collection, actions]));
    },
    createUser: ({ user, ...rest }: { user: string; pwd: unknown; roles: unknown }) => void (users[user] = rest),
  };
  const names = ['', '_GATEWAY', '_WORKER', '_FANOUT', '_CONSOLE'].map((service) => `MONGO${service}_PASSWORD`);
  const env = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
  runInNewContext(readFileSync(USERS_FILE, 'utf8'), { db: { getSiblingDB: () => db }, process: { env } });
  return { roles, users };
};

const READING: ReadingCounts = {
  fields: [
    { day: '2026-01-15', operation: 'retailer/search', field: 'productResults', found: 1, pages: 1, missing: [] },
  ],
  sites: [
    {
      ...{ day: '2026-01-15', operation: 'retailer/search', host: 'shop.example', exit: 'datacenter' },
      ...{ read: 1, unrecognized: 0, blocked: 0, failed: 0 },
    },
  ],
};

const isUpsert = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'upsert' in options && options.upsert === true;

/** What the steps of a bulk write ask for; the driver's `insertMany` is one, too. */
const stepActions = (steps: unknown): readonly string[] =>
  (Array.isArray(steps) ? (steps as Readonly<Record<string, unknown>>[]) : []).flatMap((step) =>
    'insertOne' in step ? ['insert'] : ['update', ...(isUpsert(step['updateOne']) ? ['insert'] : [])],
  );

/** Notes what is asked of each collection while `work` runs. */
const noting = async (work: () => Promise<unknown>): Promise<Map<string, Set<string>>> => {
  const asked = new Map<string, Set<string>>();
  // safe because the names are methods of the class
  const driver = mongo.Collection.prototype as unknown as Record<string, (...values: unknown[]) => unknown>;
  const originals = Object.keys(ACTIONS).map((method) => [method, driver[method]] as const);
  for (const [method, original] of originals) {
    if (original === undefined) throw new Error(`the driver has no ${method}`);
    driver[method] = function noted(this: { collectionName: string }, ...values: unknown[]) {
      const actions = asked.get(this.collectionName) ?? new Set();
      const ofSteps = method === 'bulkWrite' ? stepActions(values[0]) : [];
      for (const action of [...(ACTIONS[method] ?? []), ...ofSteps]) actions.add(action);
      if (values.some(isUpsert)) actions.add('insert');
      asked.set(this.collectionName, actions);
      return original.apply(this, values);
    };
  }
  try {
    await work();
  } finally {
    for (const [method, original] of originals) if (original !== undefined) driver[method] = original;
  }
  return asked;
};

const expectWithin = (asked: Map<string, Set<string>>, rights: Rights = {}): void => {
  const beyond = [...asked].flatMap(([collection, actions]) =>
    [...actions].filter((action) => !rights[collection]?.includes(action)).map((action) => `${action} ${collection}`),
  );
  expect(beyond).toEqual([]);
};

describe('the users of MongoDB', () => {
  it('have passwords of their own, and each service its own role alone', () => {
    const { roles, users } = runScript();
    expect(Object.keys(roles)).toEqual(['quarry-gateway', 'quarry-worker', 'quarry-fanout', 'quarry-console']);
    for (const [name, rights] of Object.entries(roles)) {
      const password = `of MONGO_${name.slice('quarry-'.length).toUpperCase()}_PASSWORD`;
      expect(users[name]).toEqual({ pwd: password, roles: [{ role: name, db: 'quarry' }] });
      expect(rights['']).toEqual(['createCollection', 'createIndex']);
      // The console makes accounts and keys for those who sign up; no other service can.
      expect(rights['accounts']?.includes('insert')).toBe(name === 'quarry-console');
      expect(rights['api_keys']?.includes('insert') ?? false).toBe(name === 'quarry-console');
    }
    expect(users['quarry']).toEqual({ pwd: 'of MONGO_PASSWORD', roles: [{ role: 'readWrite', db: 'quarry' }] });
  });

  it('of workers and batch-fanout see no key, those of workers no webhook', () => {
    const { 'quarry-worker': worker, 'quarry-fanout': fanout, 'quarry-gateway': gateway } = runScript().roles;
    expect([worker?.['api_keys'], fanout?.['api_keys'], gateway?.['api_keys']]).toEqual([
      undefined,
      undefined,
      ['find'],
    ]);
    expect([worker?.['webhook_deliveries'], worker?.['idempotency_keys']]).toEqual([undefined, undefined]);
    expect([worker?.['records'], fanout?.['records'], gateway?.['records']]).toEqual([
      undefined,
      undefined,
      ['remove'],
    ]);
    // Those of jobs are in a collection of their own.
    expect([worker?.['job_records'], gateway?.['job_records']]).toEqual([
      undefined,
      ['find', 'insert', 'update', 'remove'],
    ]);
    // Encrypted, and used by workers alone; the gateway lists and deletes them.
    expect([fanout?.['cookie_jars'], gateway?.['cookie_jars']]).toEqual([undefined, ['find', 'remove']]);
    expect([fanout?.['requests'], fanout?.['idempotency_keys']]).toEqual([undefined, undefined]);
  });
});

/** What is asked of records of jobs, such as where their results go. */
const useJobRecords = async ({ records }: Pick<Store, 'records'>): Promise<void> => {
  const record = { kind: 'job-delivery', id: 'job', owner: 'open', data: {} };
  await records.insert(record);
  const found = await records.get(record.kind, record.id);
  await records.replace(record.kind, record.id, found?.version ?? 0, { data: { attempts: 1 } });
  await records.list(record.kind, record.owner, { limit: 10 });
  await records.remove(record.kind, record.id);
};

/** What a worker asks of the cookies of sessions. */
const useCookieJars = async ({ records }: Pick<Store, 'records'>): Promise<void> => {
  const record = { kind: COOKIE_JAR_KIND, id: 'jar', owner: 'open', data: {} };
  await records.insert(record);
  const found = await records.get(record.kind, record.id);
  await records.replace(record.kind, record.id, found?.version ?? 0, { data: { sealed: '' } });
  await records.list(record.kind, record.owner, { limit: 10 });
};

describeWithServer(`the calls of each service are within its role${suite}`, () => {
  const { roles } = runScript();
  let database: MongoDatabase;
  let scene: StoreScene;
  let accountId: string;

  beforeEach(async () => {
    database = createMongoDatabase(uri ?? '');
    scene = await openMongoScene(database);
    accountId = (await scene.newAccount(10_000)).id;
  });
  afterEach(async () => {
    await scene.fixture.dispose();
  });

  /** A request whose admission died before that command, so that whoever comes next carries it on. */
  const admitLeft = async (step: string): Promise<string> => {
    const id = randomUUID();
    let isDead = false;
    const beforeCommand = (name: string): void => {
      isDead ||= name === step;
      if (isDead) throw new Error('dead');
    };
    const doomed = await database.open(() => scene.nowMs, { beforeCommand });
    await expect(doomed.requests.admit(admitInput(accountId, 5, scene.nowMs, id))).rejects.toThrow('dead');
    return id;
  };

  it('worker', async () => {
    const store: Store = await scene.fixture.openAnother();
    const left = [await admitLeft('journal.append'), await admitLeft('requests.insert')];
    const ids = await Promise.all([1, 2, 3].map(() => scene.hold(accountId, 5)));
    const { jobId, ids: items } = await submit(scene, accountId, newItems(3));
    await lead(scene, jobId);
    await scene.store.batches.handOver(jobId, OWNER, { itemIds: items, deadlineAtMs: scene.nowMs + DEADLINE_MS });
    const asked = await noting(async () => {
      for (const id of [...ids, ...left]) {
        await store.requests.get(id);
        await store.requests.begin(id, 1);
        await store.requests.finish(id, OK, 1);
        await store.requests.finish(id, FAILED, 1);
      }
      await store.requests.get(randomUUID());
      for (const id of items) {
        await store.items.begin(id, 1);
        await store.items.finish(id, OK_END, 1);
        await store.items.get(id);
        await store.crawls.claimContent(id, 'text');
      }
      await store.items.get(randomUUID());
      await store.readingHealth.add(READING);
      await useCookieJars(store);
      await store.ping();
    });
    // A period that ends meanwhile is rolled over by whoever settles first.
    const late = await scene.hold(accountId, 5);
    scene.nowMs += 40 * 86_400_000;
    const rolled = await noting(() => store.requests.finish(late, FAILED));
    const touched = ['requests', 'batch_items', 'periods', 'journal', 'reading_fields', 'reading_sites', 'cookie_jars'];
    expect([...asked.keys()]).toEqual(expect.arrayContaining(touched));
    expect([...rolled.keys()]).toContain('accounts');
    expectWithin(asked, roles['quarry-worker']);
    expectWithin(rolled, roles['quarry-worker']);
  });

  it('batch-fanout', async () => {
    const store: Store = await scene.fixture.openAnother();
    const crawl = await begun(scene, accountId);
    await endOpen(scene, crawl.jobId, linking('a'));
    const { jobId, ids } = await submit(scene, accountId, newItems(4), { webhook: WEBHOOK });
    const asked = await noting(async () => {
      const led = await store.batches.lease({ owner: OWNER, leaseMs: 60_000, limit: 10 });
      expect(led).toHaveLength(1);
      await store.batches.renewLease(jobId, OWNER, 60_000);
      await store.batches.load();
      await store.batches.openItems(jobId, { afterIndex: -1, limit: 10 });
      await store.batches.handOver(jobId, OWNER, { itemIds: ids.slice(0, 2), deadlineAtMs: scene.nowMs + 1_000 });
      await store.items.nextAttempt(ids[0] ?? '', 1);
      await store.items.get(ids[0] ?? '');
      await store.items.finish(ids[0] ?? '', FAILED);
      await store.batches.publish(jobId, OWNER, 10);
      await store.batches.endItems(jobId, OWNER, { itemIds: ids, end: FAILED });
      await store.batches.publish(jobId, OWNER, 10);
      await store.batches.get(jobId);
      await store.batches.releaseLease(jobId, OWNER);
      const { pages: first } = await store.crawls.found(crawl.jobId, { limit: 10, maxBytes: 1_000 });
      const itemIds = first.map(({ itemId }) => itemId);
      await store.crawls.absorb(crawl.jobId, OWNER, { itemIds, addresses: [address('a')], ...BOUNDS });
      await store.crawls.addresses(crawl.jobId, { fromPlace: 0, limit: 10 });
      await store.crawls.grow(crawl.jobId, OWNER, { items: [pageItem(1)] });
      const [page] = await store.batches.openItems(crawl.jobId, { afterIndex: -1, limit: 10 });
      await store.batches.endItems(crawl.jobId, OWNER, { itemIds: [page?.id ?? ''], end: FAILED });
      await store.batches.publish(crawl.jobId, OWNER, 10);
      expect(await store.crawls.close(crawl.jobId, OWNER, [])).toMatchObject({ state: 'done' });
      const claimed = await store.webhooks.claim({ leaseMs: 1_000, limit: 10 });
      expect(claimed.length).toBeGreaterThan(0);
      for (const { id, attempts } of claimed)
        await store.webhooks.finish(id, attempts, { state: 'delivered', statusCode: 200 });
      await useJobRecords(store);
      await store.ping();
    });
    const next = await submit(scene, accountId, newItems(1));
    await lead(scene, next.jobId);
    scene.nowMs += 40 * 86_400_000;
    await scene.store.batches.lease({ owner: 'other', leaseMs: 60_000, limit: 10 });
    const rolled = await noting(async () => {
      await store.batches.endItems(next.jobId, 'other', { itemIds: next.ids, end: FAILED });
      await store.batches.publish(next.jobId, 'other', 10);
    });
    expect([...asked.keys()]).toEqual(
      expect.arrayContaining(['batches', 'batch_items', 'webhook_deliveries', 'journal', 'job_records']),
    );
    expectWithin(asked, roles['quarry-fanout']);
    expectWithin(rolled, roles['quarry-fanout']);
  });

  it('gateway', async () => {
    const store: Store = await scene.fixture.openAnother();
    const made = await scene.store.keys.create({ accountId, name: 'key' });
    const left = await admitLeft('requests.insert');
    const job = newBatch(accountId, newItems(2), scene.nowMs);
    const link = { kind: 'link', id: 'link', owner: 'a@shop.example', data: {}, expiresAtMs: scene.nowMs + 1 };
    await scene.store.records.insert(link);
    await scene.store.readingHealth.add(READING);
    const asked = await noting(async () => {
      await store.keys.authenticate(made?.plainKey ?? '');
      expect(await store.keys.recordUse(made?.key.id ?? '')).toBe(true);
      await store.accounts.get(accountId);
      await store.accounts.period(accountId);
      const input = admitInput(accountId, 5, scene.nowMs);
      await store.requests.admit(input);
      await store.requests.nextAttempt(input.id, 1);
      await store.requests.finish(left, FAILED);
      await store.requests.list(accountId, { limit: 10 });
      await store.requests.listOpen(accountId, 10);
      await store.batches.admit(job);
      await store.batches.addItems(job.id, newItems(2));
      await store.batches.activate(job.id);
      await store.batches.requestStop(job.id);
      await store.batches.list(accountId, { limit: 10 });
      await store.batches.results(job.id, { afterSeq: 0, limit: 10 });
      const undone = newBatch(accountId, newItems(1), scene.nowMs);
      await store.batches.admit(undone);
      await store.batches.addItems(undone.id, newItems(1));
      await store.batches.abandon(undone.id);
      const scope = { accountId, route: '/scrape/web', key: 'key' };
      await store.idempotency.begin({ ...scope, fingerprint: 'f', requestId: 'r', leaseMs: 1, retentionMs: 1 });
      await store.idempotency.renew(scope, 'r', 1);
      await store.idempotency.finish(scope, 'r', { statusCode: 200 });
      await store.webhooks.list(accountId, { limit: 10 });
      scene.nowMs += 40 * 86_400_000;
      await store.requests.sweepExpired({ graceMs: 0, limit: 10 });
      await store.batches.sweepAccepting({ maxAgeMs: 0, limit: 10 });
      await store.ledger.rollPeriods(10);
      scene.nowMs += 40 * 86_400_000;
      for (const purge of [store.requests, store.batches, store.webhooks]) {
        await purge.purge({ retentionMs: 1, limit: 10 });
      }
      await store.idempotency.purge(10);
      const schedule = { kind: 'schedule', id: 's', owner: accountId };
      await store.records.insert({ ...schedule, data: 1, dueAtMs: scene.nowMs });
      const [due] = await store.records.due('schedule', 10);
      await store.records.replace('schedule', 's', due?.version ?? 0, { data: 2 });
      await store.records.list('schedule', accountId, { limit: 10 });
      await store.records.remove('schedule', 's');
      await store.webhooks.enqueue({ id: 'e', accountId, event: 'test', url: 'https://receiver.example/', data: {} });
      await useJobRecords(store);
      await store.records.list(COOKIE_JAR_KIND, accountId, { limit: 10 });
      await store.records.get(COOKIE_JAR_KIND, 'jar');
      await store.records.remove(COOKIE_JAR_KIND, 'jar');
      expect(await store.records.purge(10)).toBe(1);
      expect(await store.readingHealth.purge(10)).toBe(2);
    });
    expect([...asked.keys()]).toEqual(expect.arrayContaining(['api_key_uses', 'records', 'batches', 'requests']));
    expectWithin(asked, roles['quarry-gateway']);
  });

  it('console', async () => {
    const store: Store = await scene.fixture.openAnother();
    const { jobId } = await submit(scene, accountId, newItems(2));
    const asked = await noting(async () => {
      const plan = { creditsPerPeriod: 10, periodDays: 30, renew: true };
      const { id } = await store.accounts.create({ name: 'made by sign-up', plan, concurrency: 1 });
      await store.accounts.get(id);
      await store.accounts.list();
      await store.accounts.grant(id, 5, 'order');
      await store.accounts.period(id);
      await store.accounts.setDisabled(id, true);
      await store.accounts.changePlan(id, { creditsPerPeriod: 7, concurrency: 2 });
      await store.accounts.spending(accountId, { sinceMs: scene.nowMs - 86_400_000, untilMs: scene.nowMs + 1 });
      const made = await store.keys.create({ accountId, name: 'key' });
      await store.keys.list(accountId);
      await store.keys.revoke(made?.key.id ?? '');
      await store.batches.list(accountId, { limit: 10 });
      await store.batches.load();
      await store.batches.requestStop(jobId);
      const user = { kind: 'user', id: 'a@shop.example', owner: 'a@shop.example', data: {} };
      await store.records.insert(user);
      const record = await store.records.get('user', user.id);
      await store.records.replace('user', user.id, record?.version ?? 0, { data: { name: 'A' } });
      await store.records.list('user', user.owner, { limit: 10 });
      await store.records.remove('user', user.id);
      await store.records.removeAll('user', user.owner);
      await store.readingHealth.list({ fromDay: '2026-01-01', toDay: '2026-01-31' });
      await store.readingHealth.missing('2026-01-15', 'retailer/search');
      const url = 'https://receiver.example/';
      await store.webhooks.enqueue({ id: 'alert.1', accountId, event: 'account.alert', url, data: {} });
      await store.webhooks.receivers(accountId, 10);
      await store.webhooks.get('alert.1');
      scene.nowMs += 40 * 86_400_000;
      await store.accounts.period(accountId);
      await store.ping();
    });
    expect([...asked.keys()]).toEqual(
      expect.arrayContaining(['accounts', 'api_keys', 'records', 'requests', 'periods']),
    );
    expectWithin(asked, roles['quarry-console']);
  });
});
