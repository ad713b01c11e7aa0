import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenStore } from '../conformance/store-scene.js';
import { createInlineEngine } from '../money/inline-engine.js';
import type { Store } from '../../src/port.js';
import type { EngineClient } from '../../src/sqlite/engine-client.js';
import { createSqliteStore } from '../../src/sqlite/open-sqlite-store.js';
import { openDatabase } from '../../src/sqlite/open-database.js';

/** The engine without its thread, but with what the way to it would do to the values. */
const cloning = (engine: EngineClient): EngineClient => ({
  call: async (name, ...args) => structuredClone(await engine.call(name, ...structuredClone(args))),
  close: () => engine.close(),
});

/** What the conformance suites run against, without a thread to start for every test. */
export const openInlineFixture: OpenStore = async (clock) => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-store-'));
  const opened: Store[] = [];
  const openAnother = async (): Promise<Store> => {
    const db = openDatabase({ path: join(folder, 'quarry.db'), durability: 'normal', busyTimeoutMs: 10_000 });
    // No test takes the power away: nothing has to be on the disk.
    db.pragma('synchronous = OFF');
    const store = createSqliteStore(cloning(createInlineEngine(db)), clock);
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
