/**
 * Whether SQLite gave up waiting for another process's lock. Recognized by the code, not by the class: the native part
 * keeps the error class of whoever loaded it first, so `instanceof` depends on how often the package was loaded.
 */
export const isBusyError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_BUSY');
