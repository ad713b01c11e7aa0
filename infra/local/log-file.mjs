import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';

/** A log larger than this becomes `<name>.log.1`, so one process has at most twice this on disk. */
export const MAX_LOG_BYTES = 16 * 1_048_576;
const TAIL_BYTES = 8_192;

const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** Puts the log of an earlier life aside. */
export const rotateLog = (file) => {
  if (sizeOf(file) > 0) renameSync(file, `${file}.1`);
};

/** Opens a log to append to; answers the descriptor that a process can be given. */
export const openLog = (file) => {
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, 'a', 0o600);
};

/** Bounds a log that a process is writing: what it appends next starts the emptied file. */
export const boundLog = (file, maxBytes = MAX_LOG_BYTES) => {
  if (sizeOf(file) <= maxBytes) return false;
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    // A full disk: the older half goes, and makes room.
    rmSync(`${file}.1`, { force: true, recursive: true });
  }
  truncateSync(file, 0);
  return true;
};

/** The end of a log as text. */
export const readLogTail = (file) => {
  const size = sizeOf(file);
  if (size === 0) return '';
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(descriptor);
  }
  return buffer.toString('utf8');
};
