import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import mongoose from 'mongoose';
import { describeStoreConformance } from '../conformance/store-conformance.js';
import type { OpenStore } from '../conformance/store-scene.js';
import type { Store } from '../port.js';
import { openMongoStore } from './open-mongo-store.js';

const uri = process.env['TEST_MONGODB_URI'];

const openFixture =
  (serverUri: string): OpenStore =>
  async (clock) => {
    const database = `quarry-test-${randomUUID()}`;
    const opened: Store[] = [];
    const openAnother = async (): Promise<Store> => {
      const store = await openMongoStore({ uri: serverUri, database, clock });
      opened.push(store);
      return store;
    };
    const closeAll = async (): Promise<void> => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
    };
    return {
      store: await openAnother(),
      openAnother,
      reopen: async () => {
        await closeAll();
        return openAnother();
      },
      dispose: async () => {
        await closeAll();
        const connection = await mongoose.createConnection(serverUri, { dbName: database }).asPromise();
        await connection.dropDatabase();
        await connection.close();
      },
    };
  };

if (uri === undefined) {
  describe('store conformance: MongoDB', () => {
    it.skip('is not run: TEST_MONGODB_URI names no server', () => undefined);
  });
} else {
  describeStoreConformance('MongoDB', openFixture(uri));
}
