import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identify, isAlive } from './process-identity.mjs';

const MAX_ATTEMPTS = 20;

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Creates `file` atomically; false when it exists already. */
const createOnce = (file, content) => {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, content, { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
};

/** Removes the lock of a dead holder; puts it back when another process has taken it meanwhile. */
const removeStale = (file, staleHolder) => {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
  } catch {
    return;
  }
  if (JSON.stringify(read(moved)?.holder) !== JSON.stringify(staleHolder)) {
    try {
      linkSync(moved, file);
    } catch {
      // It is held again.
    }
  }
  rmSync(moved, { force: true });
};

/** True while a living process holds the lock. */
export const isHeld = (file) => isAlive(read(file)?.holder);

/**
 * Lets one process at a time in. Returns `{ ok: true, note, release, previous }` or `{ ok: false, holder, details }`; the lock of
 * a process that is gone is taken over, and `previous` is what it had noted. `note` stores details next to the lock.
 */
export const takeLock = (file, details = {}) => {
  mkdirSync(path.dirname(file), { recursive: true });
  const holder = identify(process.pid);
  let previous;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (createOnce(file, JSON.stringify({ holder, details }))) {
      const isOurs = () => JSON.stringify(read(file)?.holder) === JSON.stringify(holder);
      return {
        ok: true,
        previous,
        note(changed) {
          const partial = `${file}.${process.pid}`;
          try {
            writeFileSync(partial, JSON.stringify({ holder, details: { ...details, ...changed } }), { mode: 0o600 });
            renameSync(partial, file);
          } catch {
            // A full disk. The earlier note stays; the holder of the lock must not fail because of a note.
            rmSync(partial, { force: true });
          }
        },
        release() {
          if (isOurs()) unlinkSync(file);
        },
      };
    }
    const found = read(file);
    if (found && isAlive(found.holder)) return { ok: false, holder: found.holder, details: found.details };
    if (found) previous = found.details;
    removeStale(file, found?.holder);
  }
  return { ok: false, holder: undefined, details: undefined };
};

/** Takes the lock as soon as it is free; `onWait` is called once when it is not free at first. */
export const waitForLock = async (file, { onWait = () => {}, pollMs = 200, timeoutMs = 900_000 } = {}) => {
  const endsAt = Date.now() + timeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const lock = takeLock(file);
    if (lock.ok || Date.now() > endsAt) return lock;
    if (isFirst) onWait(lock.holder);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};
