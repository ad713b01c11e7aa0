export { openSqliteStore } from './sqlite/open-sqlite-store.js';
export type { SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export type * from './port.js';
export { StoreError } from './store-error.js';
