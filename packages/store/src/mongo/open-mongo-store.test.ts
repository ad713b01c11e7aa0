import { describe, it } from '@jest/globals';
import { describeStoreConformance } from '../conformance/store-conformance.js';
import type { OpenStore } from '../conformance/store-scene.js';
import { createMongoDatabase } from './testing/mongo-database.js';

const uri = process.env['TEST_MONGODB_URI'];

const openFixture =
  (serverUri: string): OpenStore =>
  async (clock) => {
    const database = createMongoDatabase(serverUri);
    return {
      store: await database.open(clock),
      openAnother: () => database.open(clock),
      reopen: async () => {
        await database.closeAll();
        return database.open(clock);
      },
      dispose: () => database.drop(),
    };
  };

if (uri === undefined) {
  describe('store conformance: MongoDB', () => {
    it.skip('is not run: TEST_MONGODB_URI names no server', () => undefined);
  });
} else {
  describeStoreConformance('MongoDB', openFixture(uri), { modelRuns: 15 });
}
