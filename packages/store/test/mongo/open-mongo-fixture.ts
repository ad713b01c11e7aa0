import { afterAll } from '@jest/globals';
import type { OpenStore } from '../conformance/store-scene.js';
import type { Clock, Store } from '../../src/port.js';
import { createMongoDatabase } from './mongo-database.js';

/** A store that one test after another takes: to open one costs more than what most tests do with it. */
interface LentStore {
  readonly store: Store;
  clock: Clock;
  isClosed: boolean;
}

/**
 * One database of a test file for the tests of its conformance suites, empty at the start of each. Stores that a test has
 * left open serve the next one, by that one's clock.
 */
export const openMongoFixture = (serverUri: string): OpenStore => {
  const database = createMongoDatabase(serverUri);
  const idle: LentStore[] = [];
  afterAll(() => database.drop());

  const openOne = async (clock: Clock): Promise<LentStore> => {
    const store = await database.open(() => lent.clock());
    const close = (): Promise<void> => {
      lent.isClosed = true;
      return store.close();
    };
    const lent: LentStore = { store: { ...store, close }, clock, isClosed: false };
    return lent;
  };

  return async (clock) => {
    const taken: LentStore[] = [];
    const take = async (): Promise<Store> => {
      const lent = idle.pop() ?? (await openOne(clock));
      lent.clock = clock;
      taken.push(lent);
      return lent.store;
    };
    return {
      store: await take(),
      openAnother: take,
      reopen: async () => {
        await database.closeAll();
        for (const lent of [...taken, ...idle.splice(0)]) lent.isClosed = true;
        return take();
      },
      dispose: async () => {
        idle.push(...taken.splice(0).filter(({ isClosed }) => !isClosed));
        await database.clear();
      },
    };
  };
};
