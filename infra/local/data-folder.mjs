import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takeLock } from './lock.mjs';
import { isAlive } from './process-identity.mjs';
import { Failure, killGroup } from './run-command.mjs';

const SECRET_BYTES = 32;
const LEFTOVER_GRACE_MS = 10_000;
const POLL_MS = 50;

/** Takes the data folder for this process alone. Answers the lock, which also notes the processes that are started. */
export const takeDataFolder = (dataDir) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeLock(path.join(dataDir, 'runner.lock'));
  if (!lock.ok) {
    const where = lock.details?.baseUrl ? ` at ${lock.details.baseUrl}` : '';
    throw new Failure(
      `Quarry already runs on ${dataDir}${where} (process ${lock.holder?.pid}); stop it first, or choose another folder with QUARRY_DATA`,
    );
  }
  return lock;
};

/** Waits for what a runner that died without a word had started, and ends what does not go by itself. */
export const endLeftovers = async (processes = []) => {
  const endsAt = Date.now() + LEFTOVER_GRACE_MS;
  for (const identity of processes) {
    while (isAlive(identity) && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (isAlive(identity)) killGroup(identity.pid, 'SIGKILL');
  }
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

/** The file that says where the fleet is and how to use it; it is there only while the fleet is ready. */
export const removeDemoFile = (dataDir) => rmSync(demoFile(dataDir), { force: true });

export const writeDemoFile = (dataDir, demo) => {
  const partial = `${demoFile(dataDir)}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(partial, demoFile(dataDir));
};
