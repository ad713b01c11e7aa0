/** The file or a folder above it does not exist. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

/** Handles a rejection: returns `fallback` when the file does not exist, throws anything else again. */
export const whenMissing =
  <Value>(fallback: Value) =>
  (error: unknown): Value => {
    if (isMissing(error)) return fallback;
    throw error;
  };
