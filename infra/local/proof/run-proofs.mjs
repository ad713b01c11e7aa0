import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onInterrupt } from '../host/interrupt.mjs';
import { endTree } from '../host/process-tree.mjs';
import { broken } from './run-proof.mjs';

const MINUTE_MS = 60_000;
/** Proofs that run at the same time; suites mostly wait, for a lease, a deadline or a process that starts. */
const LANES = 2;
/** Exit code of a run that was interrupted. */
const INTERRUPTED = 130;

/** Runs something later; returns a function that cancels it. */
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
 * Runs a proof as a separate process, with its own servers, so that it leaves nothing for the next one. After `boundMs` it is
 * ended with its descendants. Its output goes to the file `output`, or is printed at once.
 */
const runApart = async (name, { command, boundMs, folder, later, children, output }) => {
  const file = path.join(folder, `${name}.json`);
  const out = output === undefined ? 'inherit' : openSync(output, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...command, name], {
    env: { ...process.env, PROOF_RESULT: file },
    stdio: ['ignore', out, out],
  });
  if (output !== undefined) closeSync(out);
  children.add(child);
  let isLate = false;
  const callOff = later(boundMs, () => {
    isLate = true;
    endTree(child.pid);
  });
  const how = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  children.delete(child);
  callOff();
  const seconds = (performance.now() - startedAt) / 1_000;
  if (isLate) return broken(name, `not done after ${(boundMs / MINUTE_MS).toFixed(0)} minutes, ended`, seconds);
  return readResult(file) ?? broken(name, `it ended (${how}) without a result`, seconds);
};

/**
 * Runs proofs, each by `command` and its name: first those that measure, one after the other, then the others two at a time, whose
 * output is printed when each ends. Proofs do not affect each other. Results are in the order of `proofs`.
 */
export const runProofs = async ({ proofs, command, say, later = runLater }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-proofs-'));
  const children = new Set();
  const results = {};
  const run = async (name, output) => {
    const { minutes } = proofs[name];
    say(`\nproof:${name}, at most ${minutes} minutes`);
    results[name] = await runApart(name, { command, boundMs: minutes * MINUTE_MS, folder, later, children, output });
    if (output !== undefined) say(`\nproof:${name} has ended and printed:\n${readFileSync(output, 'utf8')}`);
  };
  onInterrupt(() => {
    for (const child of children) endTree(child.pid);
    process.exit(INTERRUPTED);
  });
  try {
    const names = Object.keys(proofs);
    for (const name of names.filter((one) => proofs[one].isMeasured)) await run(name);
    const waiting = names.filter((one) => !proofs[one].isMeasured);
    const runLane = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        await run(name, path.join(folder, `${name}.log`));
      }
    };
    await Promise.all(Array.from({ length: LANES }, runLane));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return Object.keys(proofs).map((name) => results[name]);
};
