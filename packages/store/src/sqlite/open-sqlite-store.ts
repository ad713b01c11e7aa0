import { createStore } from '../create-store.js';
import type { StoreEngine } from '../engine-port.js';
import type { Clock, Store } from '../port.js';
import { startEngine } from './engine-client.js';
import type { EngineClient } from './engine-client.js';
import { BUSY_TIMEOUT_MS } from './open-database.js';
import type { Durability } from './open-database.js';

export interface SqliteStoreOptions {
  /** The database file; created with its folder when missing. Shared by every process of the host that opens it. */
  readonly path: string;
  readonly clock?: Clock;
  /** `normal` (default) survives a crash of the process, `full` also the loss of power, at one disk wait per commit. */
  readonly durability?: Durability;
  /** Longest wait for another process's write, milliseconds. */
  readonly busyTimeoutMs?: number;
  /** Calls that may wait at once. */
  readonly maxPendingCalls?: number;
  /** Called once when the engine dies by itself. It does not come back: the process should exit and be restarted. */
  readonly onFailure?: ((error: Error) => void) | undefined;
}

/** The thread's calls as methods; each is sent by its name. */
const toEngine = ({ call, close }: EngineClient): StoreEngine => {
  // safe because the thread has a call of every name, with the same parameters and result
  const send = call as (name: string, ...args: readonly unknown[]) => Promise<unknown>;
  return new Proxy({} as StoreEngine, {
    get: (_, name) => (name === 'close' ? close : (...args: readonly unknown[]) => send(String(name), ...args)),
  });
};

/** The store on an engine that runs already. */
export const createSqliteStore = (engine: EngineClient, clock: Clock): Store => createStore(toEngine(engine), clock);

/**
 * Opens the embedded store. Its engine runs in one thread of its own, so that no call blocks the caller's event loop.
 * Rejects with a `StoreError` when the file cannot be opened or has a newer schema; later faults reject the calls alone.
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<Store> => {
  const { path, clock = Date.now, durability = 'normal', busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  const engine = await startEngine({ path, durability, busyTimeoutMs }, options.maxPendingCalls, options.onFailure);
  return createSqliteStore(engine, clock);
};
