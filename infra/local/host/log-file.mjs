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
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** A log larger than this becomes `<name>.log.1`, so one process has at most twice this on disk. */
export const MAX_LOG_BYTES = 16 * 1_048_576;
const TAIL_BYTES = 8_192;

const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** Rotates the log of an earlier run. */
export const rotateLog = (file) => {
  if (sizeOf(file) > 0) renameSync(file, `${file}.1`);
};

/** Opens a log to append to; returns a descriptor to pass to a process. */
export const openLog = (file) => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return openSync(file, 'a', 0o600);
};

const isDone = (work) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

const readEnd = (file, bytes) => {
  const size = sizeOf(file);
  const buffer = Buffer.alloc(Math.min(size, bytes));
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
  } finally {
    closeSync(descriptor);
  }
  return buffer;
};

/** Copies the end of a log to `.1` within the disk space that the log itself used. */
const moveEnd = (file, bytes) => {
  const end = readEnd(file, bytes);
  truncateSync(file, 0);
  isDone(() => writeFileSync(`${file}.1`, end, { mode: 0o600 }));
};

/** Rotates a log that a process is writing, by copying and emptying it. `copy` is for tests. */
export const boundLog = (file, maxBytes = MAX_LOG_BYTES, copy = copyFileSync) => {
  if (sizeOf(file) <= maxBytes) return false;
  const isCopied = () => isDone(() => copy(file, `${file}.1`));
  if (!isCopied()) {
    // A full disk: the previous log is removed to make room.
    rmSync(`${file}.1`, { force: true, recursive: true });
    if (!isCopied()) {
      rmSync(`${file}.1`, { force: true });
      moveEnd(file, Math.ceil(maxBytes / 2));
      return true;
    }
  }
  truncateSync(file, 0);
  return true;
};

/** The end of a log as text. */
export const readLogTail = (file) => (sizeOf(file) === 0 ? '' : readEnd(file, TAIL_BYTES).toString('utf8'));
