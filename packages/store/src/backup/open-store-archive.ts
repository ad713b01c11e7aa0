import { storePath, type StoreOptions } from '../open-store.js';
import { openSqliteArchive } from './sqlite-archive.js';
import type { StoreArchive } from './store-copy.js';

/** Opens copies of the store that the deployment is configured for. Changes nothing, schema included. */
export const openStoreArchive = async ({ mongodbUri, dataDir }: StoreOptions): Promise<StoreArchive> => {
  if (mongodbUri === undefined) return openSqliteArchive({ path: storePath(dataDir) });
  const { openMongoArchive } = await import('./mongo-archive.js');
  return openMongoArchive({ uri: mongodbUri });
};
