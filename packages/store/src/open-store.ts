import { join } from 'node:path';
import { openSqliteArchive } from './backup/sqlite-archive.js';
import type { StoreArchive } from './backup/store-copy.js';
import type { Store } from './port.js';
import { openSqliteStore } from './sqlite/open-sqlite-store.js';

export interface StoreOptions {
  /** Absent: the embedded store in `dataDir`. */
  readonly mongodbUri?: string | undefined;
  readonly dataDir: string;
  /** Called when the engine has failed for good. */
  readonly onFailure?: ((error: Error) => void) | undefined;
}

/** The file of the embedded store in a data folder. */
export const storePath = (dataDir: string): string => join(dataDir, 'quarry.sqlite');

/** Opens the store that the deployment is configured for. */
export const openStore = async ({ mongodbUri, dataDir, onFailure }: StoreOptions): Promise<Store> => {
  if (mongodbUri === undefined) return openSqliteStore({ path: storePath(dataDir), onFailure });
  // The driver takes tens of megabytes that an embedded store should not pay for.
  const { openMongoStore } = await import('./mongo/open-mongo-store.js');
  return openMongoStore({ uri: mongodbUri });
};

/** Opens copies of the store that the deployment is configured for. Changes nothing, schema included. */
export const openStoreArchive = async ({ mongodbUri, dataDir }: StoreOptions): Promise<StoreArchive> => {
  if (mongodbUri === undefined) return openSqliteArchive({ path: storePath(dataDir) });
  const { openMongoArchive } = await import('./backup/mongo-archive.js');
  return openMongoArchive({ uri: mongodbUri });
};
