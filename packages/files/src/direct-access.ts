import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from './is-missing.js';

/**
 * Files up to this size are written and read by direct system calls. A small file in the page cache takes tens of
 * microseconds; handing each of its calls to the thread pool costs several times the CPU of the calls themselves.
 */
export const DIRECT_MAX_BYTES = 262_144;
/** Only the service's own user reads stored documents. */
export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;
/** Times a put makes its folder again when a removal takes it away at the same moment. */
export const PUT_TRIES = 3;

const moveInto = (temporary: string, path: string): void => {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return renameSync(temporary, path);
    } catch (error) {
      if (!isMissing(error) || tryNumber > PUT_TRIES) throw error;
      mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    }
  }
};

/** Writes beside, then gives the name: a reader never sees half a file. Leaves nothing behind when it fails. */
export const putDirectly = (body: Uint8Array | string, temporary: string, path: string): BigIntStats => {
  const descriptor = openSync(temporary, 'wx', FILE_MODE);
  try {
    let stats: BigIntStats;
    try {
      writeFileSync(descriptor, body);
      stats = fstatSync(descriptor, { bigint: true });
    } finally {
      closeSync(descriptor);
    }
    moveInto(temporary, path);
    return stats;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

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
