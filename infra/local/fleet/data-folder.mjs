import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { redisNote } from './embedded-redis.mjs';
import { isHeld, takeLock } from '../host/lock.mjs';
import { isAlive, readIdentity } from '../host/process-identity.mjs';
import { Failure, killGroup } from '../host/run-command.mjs';

const SECRET_BYTES = 32;
const LEFTOVER_GRACE_MS = 10_000;
/** Longest time until a killed process is gone. */
const KILL_WAIT_MS = 5_000;
const POLL_MS = 50;

/** Files of the runner and its processes are readable by their user only. */
const PRIVATE_UMASK = 0o077;

const lockFile = (dataDir) => path.join(dataDir, 'runner.lock');

/**
 * Locks the data folder for this process, and keeps other users from reading what it writes. Returns the lock, which also
 * records the processes that are started.
 */
export const takeDataFolder = (dataDir) => {
  if (isMainThread) process.umask(PRIVATE_UMASK);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeLock(lockFile(dataDir));
  if (!lock.ok) {
    const where = lock.details?.baseUrl ? ` at ${lock.details.baseUrl}` : '';
    throw new Failure(
      `Quarry already runs on ${dataDir}${where} (process ${lock.holder?.pid}); stop it first, or choose another folder with QUARRY_DATA`,
    );
  }
  return lock;
};

const isGone = async (identity, endsAt) => {
  while (isAlive(identity) && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return !isAlive(identity);
};

const signal = (pid, name) => {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already, or we may not end it; waiting for its end shows which.
  }
};

/** Two Redis processes on one folder would corrupt its data, so nothing is started while an old one runs. */
const endRedis = async (identity, graceMs) => {
  if (!isAlive(identity)) return;
  signal(identity.pid, 'SIGTERM');
  if (await isGone(identity, Date.now() + graceMs)) return;
  signal(identity.pid, 'SIGKILL');
  if (await isGone(identity, Date.now() + KILL_WAIT_MS)) return;
  throw new Failure(`The Redis of an earlier start (process ${identity.pid}) does not end; end it first`);
};

/**
 * Waits for the processes of a runner that was killed, and ends those that do not end themselves. Redis is recorded apart: it
 * runs behind a guard, and survives when runner and guard were killed.
 */
export const endLeftovers = async ({ dataDir, processes = [], graceMs = LEFTOVER_GRACE_MS }) => {
  const endsAt = Date.now() + graceMs;
  for (const identity of processes) {
    if (!(await isGone(identity, endsAt))) killGroup(identity.pid, 'SIGKILL');
  }
  await endRedis(readIdentity(redisNote(dataDir)), graceMs);
};

/** The secret of this data folder, made once. */
export const readSecret = (dataDir) => {
  const file = path.join(dataDir, 'secret');
  const partial = `${file}.${process.pid}`;
  try {
    writeFileSync(partial, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { mode: 0o600 });
    linkSync(partial, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(partial, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
};

const demoFile = (dataDir) => path.join(dataDir, 'demo.json');

/** The file with the fleet's addresses and key; it exists only while the fleet is ready. */
export const removeDemoFile = (dataDir) => rmSync(demoFile(dataDir), { force: true });

/** Removes the file of a runner that was killed; that of a living one stays. */
export const removeStaleDemoFile = (dataDir) => {
  if (!isHeld(lockFile(dataDir))) removeDemoFile(dataDir);
};

export const writeDemoFile = (dataDir, demo) => {
  const partial = `${demoFile(dataDir)}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, demoFile(dataDir));
};
