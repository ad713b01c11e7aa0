import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Clock, Store } from '../../src/port.js';
import { createModels } from '../../src/mongo/models.js';
import { openMongoStore } from '../../src/mongo/open-mongo-store.js';
import type { MongoStoreOptions } from '../../src/mongo/open-mongo-store.js';

/** Nothing is to be called away because the machine is slow. */
export const PATIENT = {
  serverSelectionTimeoutMs: 30_000,
  waitQueueTimeoutMs: 60_000,
  socketTimeoutMs: 60_000,
} as const;

/** One database of the test server, under a name of its own. */
export interface MongoDatabase {
  readonly name: string;
  /** What is opened here is closed when the database goes. */
  readonly open: (clock?: Clock, options?: Partial<MongoStoreOptions>) => Promise<Store>;
  readonly closeAll: () => Promise<void>;
  /** Takes away all documents; indexes and what is open stay. */
  readonly clear: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

const MODELS: readonly { collection: { name: string } }[] = Object.values(createModels(mongoose.createConnection()));
const COLLECTIONS = MODELS.map(({ collection }) => collection.name);

export const createMongoDatabase = (uri: string): MongoDatabase => {
  const name = `quarry-test-${randomUUID()}`;
  const opened: Store[] = [];
  let own: Promise<mongoose.Connection> | undefined;
  const connect = (): Promise<mongoose.Connection> =>
    (own ??= mongoose.createConnection(uri, { dbName: name, autoIndex: false }).asPromise());
  const closeAll = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  };
  return {
    name,
    closeAll,
    open: async (clock = Date.now, options = {}) => {
      const store = await openMongoStore({ uri, database: name, clock, ...PATIENT, ...options });
      opened.push(store);
      return store;
    },
    clear: async () => {
      const { db } = await connect();
      for (const collection of COLLECTIONS) await db?.collection(collection).deleteMany({});
    },
    drop: async () => {
      await closeAll();
      const connection = await connect();
      own = undefined;
      await connection.dropDatabase();
      await connection.close();
    },
  };
};
