export type * from './backup/store-copy.js';
export { tightenDataFolder, warnOfLooseFolder, type LooseEntry } from './data-folder.js';
export { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_IDEMPOTENT_BODY_BYTES, MAX_KEPT_REFUSALS } from './idempotency-rules.js';
export { openStore, openStoreArchive, storePath, type StoreOptions } from './open-store.js';
export { MAX_HOST_CHARS } from './input-rules.js';
export { openSqliteStore } from './sqlite/open-sqlite-store.js';
export type { SqliteStoreOptions } from './sqlite/open-sqlite-store.js';
export type * from './port.js';
export { StoreError } from './store-error.js';
