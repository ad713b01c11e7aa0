import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { describeReopening } from '../../test/conformance/accounts.conformance.js';
import { describeConcurrency } from '../../test/conformance/concurrency.conformance.js';
import { describeStoreConformance } from '../../test/conformance/store-conformance.js';
import type { OpenStore } from '../../test/conformance/store-scene.js';
import type { Store } from '../port.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { openInlineFixture } from '../../test/sqlite/open-inline-fixture.js';

const openThreadFixture: OpenStore = async (clock) => {
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

describeStoreConformance('SQLite', openInlineFixture, { modelRuns: proofSize(12, 300) });

/** A thread is another way to the same engine: `npm test` takes it where stores end, come again and meet. */
if (proofSize(0, 1) === 1) describeStoreConformance('SQLite in its thread', openThreadFixture, { modelRuns: 100 });
else {
  describe('store conformance: SQLite in its thread', () => {
    describeConcurrency(openThreadFixture);
    describeReopening(openThreadFixture);
  });
}
