import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { isMissing } from './is-missing.js';

/**
 * Files up to this size are read and written by direct system calls: handing each call to the thread pool costs several
 * times as much as the call. Reads, at most some hundred microseconds from the page cache, block; creating a file waits for the file
 * system's journal, so a separate thread does that.
 */
export const DIRECT_MAX_BYTES = 1_048_576;
export type DirectRead =
  | { readonly outcome: 'read'; readonly bytes: Buffer }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'larger' };

/** The whole file when it is not larger than `maxBytes`. */
export const readDirectly = (path: string, maxBytes: number): DirectRead => {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isMissing(error)) return { outcome: 'missing' };
    throw error;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { outcome: 'missing' };
    return stats.size > maxBytes ? { outcome: 'larger' } : { outcome: 'read', bytes: readFileSync(descriptor) };
  } finally {
    closeSync(descriptor);
  }
};
