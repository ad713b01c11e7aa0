import type { OpenStore } from '../../conformance/store-scene.js';
import { createMongoDatabase } from './mongo-database.js';

/** A database of its own on the test server for each test of a conformance suite. */
export const openMongoFixture =
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
