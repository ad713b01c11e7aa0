import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import type { Clock, Store } from '../../port.js';
import { openMongoStore } from '../open-mongo-store.js';
import type { MongoStoreOptions } from '../open-mongo-store.js';

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
  readonly drop: () => Promise<void>;
}

export const createMongoDatabase = (uri: string): MongoDatabase => {
  const name = `quarry-test-${randomUUID()}`;
  const opened: Store[] = [];
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
    drop: async () => {
      await closeAll();
      const connection = await mongoose.createConnection(uri, { dbName: name }).asPromise();
      await connection.dropDatabase();
      await connection.close();
    },
  };
};
