import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStoreConformance } from '../conformance/store-conformance.js';
import type { OpenStore } from '../conformance/store-scene.js';
import type { Store } from '../port.js';
import { openSqliteStore } from './open-sqlite-store.js';

const openFixture: OpenStore = async (clock) => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-store-'));
  const opened: Store[] = [];
  const openAnother = async (): Promise<Store> => {
    const store = await openSqliteStore({ path: join(folder, 'data', 'quarry.db'), clock });
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
      await rm(folder, { recursive: true, force: true });
    },
  };
};

describeStoreConformance('SQLite', openFixture, { modelRuns: 60 });
