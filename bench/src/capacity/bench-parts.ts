import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fleetParts, type FleetParts } from '@quarry/testkit';
import { BSON, MongoClient, type Document } from 'mongodb';
import { startChild, stopChild } from '../child.js';
import type { FileUse, PartsName, StoreUse } from './figures.js';
import { pidsByPort, type ProcessGroups } from './process-figures.js';

/** Commands and requests of store and files so far. */
export interface PartsSample {
  readonly store: StoreUse;
  readonly files: FileUse;
}

/** What store and files hold. */
export interface KeptSample {
  readonly rows: number;
  readonly storeBytes: number;
  readonly files: number;
  readonly fileBytes: number;
}

/** The store and the files of the measured fleet. */
export interface BenchParts {
  readonly name: PartsName;
  readonly store: string;
  readonly files: string;
  readonly env: Readonly<Record<string, string>>;
  readonly servers: ProcessGroups;
  sample(): Promise<PartsSample>;
  /** Rows of the account, where they can be distinguished. */
  kept(dataDir: string, accountId: string): Promise<KeptSample>;
  close(): Promise<void>;
}

const NOTHING: PartsSample = {
  store: { commands: 0, writes: 0, bytes: 0 },
  files: { puts: 0, gets: 0, others: 0, bytesIn: 0, bytesOut: 0 },
};
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
/** Documents whose mean size stands for a collection's. */
const WEIGHED = 200;

const filesBelow = (folder: string): { files: number; fileBytes: number } =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce(
          (sum, entry) => ({
            files: sum.files + 1,
            fileBytes: sum.fileBytes + statSync(join(entry.parentPath, entry.name)).size,
          }),
          { files: 0, fileBytes: 0 },
        )
    : { files: 0, fileBytes: 0 };

const keptOnDisk = (dataDir: string): KeptSample => {
  const database = new DatabaseSync(join(dataDir, 'quarry.sqlite'), { readOnly: true });
  const read = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const rows = tables.reduce((sum, table) => sum + read(`SELECT count(*) FROM "${table}"`), 0);
  const storeBytes = read('PRAGMA page_count') * read('PRAGMA page_size');
  database.close();
  return { rows, storeBytes, ...filesBelow(join(dataDir, 'files')) };
};

export const embeddedParts = (): BenchParts => ({
  name: 'embedded',
  store: 'SQLite',
  files: 'disk',
  env: {},
  servers: new Map(),
  sample: () => Promise.resolve(NOTHING),
  kept: (dataDir) => Promise.resolve(keptOnDisk(dataDir)),
  close: () => Promise.resolve(),
});

const keptInMongo = async (client: MongoClient, accountId: string): Promise<{ rows: number; storeBytes: number }> => {
  let [rows, storeBytes] = [0, 0];
  for (const { collectionName } of await client.db().collections()) {
    const collection = client.db().collection<Document>(collectionName);
    const count = await collection.countDocuments({ accountId });
    const sample = await collection.find({ accountId }).limit(WEIGHED).toArray();
    const bytes = sample.reduce((sum, document) => sum + BSON.calculateObjectSize(document), 0);
    rows += count;
    storeBytes += sample.length === 0 ? 0 : (count * bytes) / sample.length;
  }
  return { rows, storeBytes };
};

interface Tally {
  readonly calls: Readonly<Record<string, number>>;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bodyBytes: number;
}

const sumOf = (calls: Tally['calls'], names?: readonly string[]): number =>
  Object.entries(calls)
    .filter(([name]) => names === undefined || names.includes(name))
    .reduce((sum, [, count]) => sum + count, 0);

const readCounts = async (port: number): Promise<PartsSample & { readonly bodyBytes: number; puts: number }> => {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  // safe because counting-way.ts responds with exactly this
  const { store, files } = (await answer.json()) as { store: Tally; files: Tally };
  const puts = sumOf(files.calls, ['PUT']);
  const gets = sumOf(files.calls, ['GET']);
  return {
    store: {
      commands: sumOf(store.calls),
      writes: sumOf(store.calls, WRITES),
      bytes: store.bytesIn + store.bytesOut,
    },
    files: {
      ...{ puts, gets, others: sumOf(files.calls) - puts - gets },
      bytesIn: files.bytesIn,
      bytesOut: files.bytesOut,
    },
    ...{ bodyBytes: files.bodyBytes, puts },
  };
};

const throughWays = async (
  parts: FleetParts,
): Promise<{ env: Record<string, string>; counts: number; servers: ProcessGroups; close: () => Promise<void> }> => {
  const env = await parts.prepare();
  const mongo = new URL(env['MONGODB_URI'] ?? '');
  const s3 = new URL(env['S3_ENDPOINT'] ?? '');
  const ways = await startChild('capacity/counting-way', [mongo.host, s3.host]);
  return {
    env: {
      ...env,
      MONGODB_URI: `mongodb://127.0.0.1:${ways.said['store']}${mongo.pathname}?directConnection=true`,
      S3_ENDPOINT: `http://127.0.0.1:${ways.said['files']}`,
    },
    counts: ways.said['counts'] ?? 0,
    servers: new Map([
      ['store server', pidsByPort(Number(mongo.port))],
      ['file server', pidsByPort(Number(s3.port))],
    ]),
    close: () => stopChild(ways.process),
  };
};

/** Undefined where no servers for them are. */
export const productionParts = async (): Promise<BenchParts | undefined> => {
  const parts = fleetParts().find(({ name }) => name === 'MongoDB and S3');
  if (parts === undefined) return undefined;
  const { env, counts, servers, close } = await throughWays(parts);
  const client = await new MongoClient(env['MONGODB_URI'] ?? '').connect();
  const s3Name = (process.env['TEST_S3_ENDPOINTS'] ?? '').includes('versitygw=') ? 'versitygw' : 'moto';
  return {
    name: 'production',
    store: process.env['MONGODB_URI'] ? 'MongoDB' : 'mongo-java-server',
    files: s3Name,
    env,
    servers,
    sample: () => readCounts(counts),
    kept: async (_, accountId) => {
      const { bodyBytes, puts } = await readCounts(counts);
      return { ...(await keptInMongo(client, accountId)), files: puts, fileBytes: bodyBytes };
    },
    close: async () => {
      await client.close();
      await close();
    },
  };
};

export const partsBetween = (before: PartsSample, after: PartsSample, count: number): PartsSample => {
  const differ = <Use extends StoreUse | FileUse>(from: Use, to: Use): Use =>
    // safe because both are records of numbers with the same names
    Object.fromEntries(
      Object.entries(to).map(([name, value]) => [
        name,
        (Number(value) - Number(Object.entries(from).find(([other]) => other === name)?.[1] ?? 0)) / count,
      ]),
    ) as unknown as Use;
  return { store: differ(before.store, after.store), files: differ(before.files, after.files) };
};
