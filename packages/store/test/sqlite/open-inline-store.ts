import { createInlineEngine } from '../money/inline-engine.js';
import type { Clock, Store } from '../../src/port.js';
import { StoreError } from '../../src/store-error.js';
import type { EngineClient } from '../../src/sqlite/engine-client.js';
import { createSqliteStore } from '../../src/sqlite/open-sqlite-store.js';
import { openDatabase } from '../../src/sqlite/open-database.js';

export interface InlineStoreOptions {
  readonly path: string;
  readonly clock?: Clock;
  /** Longest wait for another process's write, milliseconds; everything waits. */
  readonly busyTimeoutMs?: number;
}

/**
 * The embedded store without its thread, for tests of what works with a store: what the way to the thread would do to the
 * values is done to them, and nothing has to be on the disk.
 */
export const openInlineStore = ({ path, clock = Date.now, busyTimeoutMs = 5_000 }: InlineStoreOptions): Store => {
  const db = openDatabase({ path, durability: 'normal', busyTimeoutMs });
  db.pragma('synchronous = OFF');
  const inline = createInlineEngine(db);
  let isClosed = false;
  const engine: EngineClient = {
    call: async (name, ...args) => {
      if (isClosed) throw new StoreError('closed', 'The store was closed.');
      return structuredClone(await inline.call(name, ...structuredClone(args)));
    },
    close: async () => {
      isClosed = true;
      // Calls of this turn are still answered.
      await new Promise((resolve) => setImmediate(resolve));
      await inline.close();
    },
  };
  return createSqliteStore(engine, clock);
};
