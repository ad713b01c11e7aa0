import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { openStore, type Store } from '@quarry/store';
import { fleetParts, startTestRedis } from '@quarry/testkit';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { Ceiling, Ceilings } from './figures.js';
import { pidsByPort, sampleCpu } from './process-figures.js';
import type { RunOptions } from './run-options.js';

const WIDTH = 32;
const ACCOUNTS = 64;
const OBJECT_BYTES = 20_480;
const REMOVALS = 20;
/** Redis commands of one lease that is taken and given back. */
const SCRIPT = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], 60000)
redis.call('ZREM', KEYS[1], ARGV[3])
return redis.call('ZCARD', KEYS[1])`;

/** Runs `once` repeatedly, `width` at a time, and relates the count to the CPU of the server on `port`. */
const drive = async (
  port: number,
  { durationMs, width }: { durationMs: number; width: number },
  once: (lane: number, turn: number) => Promise<unknown>,
): Promise<Ceiling> => {
  const groups = new Map([['redis', pidsByPort(port)] as const]);
  const cpuOf = (): number => sampleCpu(groups).cpuMs.get('redis') ?? 0;
  const run = async (forMs: number): Promise<number> => {
    const endsAt = performance.now() + forMs;
    let done = 0;
    const lane = async (number: number): Promise<void> => {
      for (let turn = 0; performance.now() < endsAt; turn += 1) {
        await once(number, turn);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: width }, (_, number) => lane(number)));
    return done;
  };
  await run(durationMs / 4);
  const [cpuBefore, startedAt] = [cpuOf(), performance.now()];
  const done = await run(durationMs);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuSeconds = (cpuOf() - cpuBefore) / 1_000;
  return { perSecond: done / seconds, perServerCpuSecond: cpuSeconds === 0 ? 0 : done / cpuSeconds };
};

type Timed = Pick<RunOptions, 'ceilingMs'>;

const measureRedis = async ({ ceilingMs }: Timed): Promise<Pick<Ceilings, 'redisSet' | 'redisScript'>> => {
  const server = await startTestRedis();
  const clients = Array.from({ length: WIDTH }, () => new Redis(server.url));
  try {
    const port = Number(new URL(server.url).port);
    const how = { durationMs: ceilingMs, width: WIDTH };
    for (const client of clients) client.defineCommand('likeLease', { numberOfKeys: 1, lua: SCRIPT });
    const redisSet = await drive(port, how, async (lane, turn) => clients[lane]?.set(`key-${lane}`, turn));
    const redisScript = await drive(port, how, async (lane, turn) => {
      // safe because defineCommand has added it
      const client = clients[lane] as unknown as { likeLease(...args: (string | number)[]): Promise<number> };
      await client.likeLease(`lease-${lane}`, turn, turn + 1_000, `request-${turn}`);
    });
    return { redisSet, redisScript };
  } finally {
    for (const client of clients) client.disconnect();
    await server.close();
  }
};

const measureMongo = async (
  uri: string,
  { ceilingMs }: Timed,
): Promise<Pick<Ceilings, 'storeInsert' | 'storeUpdate' | 'storeOneDocument'>> => {
  const client = await new MongoClient(uri, { maxPoolSize: WIDTH, writeConcern: { w: 'majority' } }).connect();
  try {
    const rows = client.db().collection<{ _id: string; body: string; count: number }>('ceiling');
    const port = Number(new URL(uri).port);
    const how = { durationMs: ceilingMs, width: WIDTH };
    const body = 'x'.repeat(600);
    const storeInsert = await drive(port, how, () => rows.insertOne({ _id: randomUUID(), body, count: 0 }));
    const ids = Array.from({ length: WIDTH }, (_, lane) => `row-${lane}`);
    await rows.insertMany(ids.map((_id) => ({ _id, body, count: 0 })));
    const update = (_id: string) => rows.findOneAndUpdate({ _id, count: { $gte: 0 } }, { $inc: { count: 1 } });
    const storeUpdate = await drive(port, how, (lane) => update(`row-${lane}`));
    const storeOneDocument = await drive(port, how, () => update('row-0'));
    return { storeInsert, storeUpdate, storeOneDocument };
  } finally {
    await client.db().dropDatabase();
    await client.close();
  }
};

const measureFiles = async (
  endpoint: string,
  env: Readonly<Record<string, string>>,
  { ceilingMs }: Timed,
): Promise<Pick<Ceilings, 'filePut' | 'fileRemovalMs'>> => {
  const credentials = {
    accessKeyId: env['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['S3_SECRET_ACCESS_KEY'] ?? '',
  };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  const Bucket = `ceiling-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  const Body = Buffer.alloc(OBJECT_BYTES, 'x');
  const port = Number(new URL(endpoint).port);
  const put = (Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body }));
  const filePut = await drive(port, { durationMs: ceilingMs, width: WIDTH }, (lane, turn) =>
    put(`put/${lane}/${turn}`),
  );
  for (let index = 0; index < REMOVALS; index += 1) await Promise.all([put(`old/${index}/a`), put(`old/${index}/b`)]);
  const startedAt = performance.now();
  for (let index = 0; index < REMOVALS; index += 1) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `old/${index}/` }));
    await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: Contents.map(({ Key = '' }) => ({ Key })) } }),
    );
  }
  const fileRemovalMs = (performance.now() - startedAt) / REMOVALS;
  client.destroy();
  return { filePut, fileRemovalMs };
};

/** Whole requests in the store alone, as gateway and worker call it: admit, begin, finish. */
const measureLedger = async (store: Store, { ceilingMs }: Timed) => {
  const plan = { creditsPerPeriod: 1_000_000_000, periodDays: 30, renew: true };
  const ids: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    ids.push((await store.accounts.create({ name: `ceiling-${index}`, plan, concurrency: 1 })).id);
  }
  const one = async (accountId: string): Promise<void> => {
    const id = randomUUID();
    const params = { url: 'https://shop.example/lamp', outputFormat: ['markdown'], jsRendering: false };
    const row = { id, accountId, operation: 'scrape/web', params, contractVersion: 1, holdCredits: 5 };
    await store.requests.admit({ ...row, deadlineAtMs: Date.now() + 300_000 });
    await store.requests.begin(id, 1);
    await store.requests.finish(id, { state: 'ok', chargedCredits: 1, verdict: 'ok', answerName: 'answer.json' }, 1);
  };
  const how = { durationMs: ceilingMs, width: WIDTH };
  const oneAccount = await drive(0, how, () => one(ids[0] ?? ''));
  const manyAccounts = await drive(0, how, (lane, turn) => one(ids[(lane * 7 + turn) % ACCOUNTS] ?? ''));
  return { oneAccount: oneAccount.perSecond, manyAccounts: manyAccounts.perSecond };
};

const withStore = async <Value>(mongodbUri: string | undefined, use: (store: Store) => Promise<Value>) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'));
  const store = await openStore({ dataDir, mongodbUri });
  try {
    return await use(store);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** The rates of Redis, store and file server alone, in the same run and on the same machine. */
export const measureCeilings = async (timed: Timed): Promise<Ceilings> => {
  const redis = await measureRedis(timed);
  const embedded = await withStore(undefined, (store) => measureLedger(store, timed));
  const parts = fleetParts().find(({ name }) => name === 'MongoDB and S3');
  if (parts === undefined) return { ...redis, ledger: { embedded } };
  const env = await parts.prepare();
  const uri = env['MONGODB_URI'] ?? '';
  const production = await withStore(uri, (store) => measureLedger(store, timed));
  return {
    ...redis,
    ...(await measureMongo(uri, timed)),
    ...(await measureFiles(env['S3_ENDPOINT'] ?? '', env, timed)),
    ledger: { embedded, production },
  };
};
