import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onInterrupt } from './interrupt.mjs';
import { endTree } from './process-tree.mjs';
import { broken } from './run-proof.mjs';

const MINUTE_MS = 60_000;
/** Exit code of a run that somebody stopped, proofs to come included. */
const INTERRUPTED = 130;

/** Runs something later; answers how to call it off. */
const runLater = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

const readResult = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Runs a proof as a process of its own, with servers of its own, so that nothing of it is left for the next one. After `boundMs`
 * it is ended, with all that it has started.
 */
const runApart = async (name, { command, boundMs, folder, later }) => {
  const file = path.join(folder, `${name}.json`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...command, name], {
    env: { ...process.env, PROOF_RESULT: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  onInterrupt(() => {
    endTree(child.pid);
    process.exit(INTERRUPTED);
  });
  let isLate = false;
  const callOff = later(boundMs, () => {
    isLate = true;
    endTree(child.pid);
  });
  const how = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  callOff();
  const seconds = (performance.now() - startedAt) / 1_000;
  if (isLate) return broken(name, `not done after ${(boundMs / MINUTE_MS).toFixed(0)} minutes, ended`, seconds);
  return readResult(file) ?? broken(name, `it ended (${how}) without a result`, seconds);
};

/** Runs proofs one after the other, each by `command` and its name; what breaks one is no matter of the next. */
export const runProofs = async ({ proofs, command, say, later = runLater }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-proofs-'));
  const results = [];
  try {
    for (const [name, { minutes }] of Object.entries(proofs)) {
      say(`\nproof:${name}, at most ${minutes} minutes`);
      results.push(await runApart(name, { command, boundMs: minutes * MINUTE_MS, folder, later }));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
};
