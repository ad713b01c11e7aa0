import { join } from 'node:path';
import type { Store } from './port.js';
import { openSqliteStore } from './sqlite/open-sqlite-store.js';

export interface StoreOptions {
  /** Absent: the embedded store in `dataDir`. */
  readonly mongodbUri?: string | undefined;
  readonly dataDir: string;
  /** Hears of an engine that is broken beyond repair. */
  readonly onFailure?: (error: Error) => void;
}

/** The file of the embedded store in a data folder. */
export const storePath = (dataDir: string): string => join(dataDir, 'quarry.sqlite');

/** Opens the store that the deployment is configured for. */
export const openStore = async ({ mongodbUri, dataDir, onFailure }: StoreOptions): Promise<Store> => {
  const heard = onFailure === undefined ? {} : { onFailure };
  if (mongodbUri === undefined) return openSqliteStore({ path: storePath(dataDir), ...heard });
  // The driver takes tens of megabytes that an embedded store should not pay for.
  const { openMongoStore } = await import('./mongo/open-mongo-store.js');
  return openMongoStore({ uri: mongodbUri });
};
