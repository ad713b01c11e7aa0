import { openScene } from '../conformance/store-scene.js';
import type { StoreScene } from '../conformance/store-scene.js';
import type { MongoDatabase } from './mongo-database.js';

/** A scene of stores on one database, which goes with it. */
export const openMongoScene = (database: MongoDatabase): Promise<StoreScene> =>
  openScene(async (clock) => ({
    store: await database.open(clock),
    reopen: () => database.open(clock),
    openAnother: () => database.open(clock),
    dispose: () => database.drop(),
  }));
