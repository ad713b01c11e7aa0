import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import type { LogFields } from './logs/log-fields.js';

/** Data that the thread is started with. */
export interface WatchDogTask {
  /** A counter that the main thread increments with every beat. */
  readonly beats: SharedArrayBuffer;
  readonly stuckAfterMs: number;
  readonly lookEveryMs: number;
  readonly exitCode: number;
  /** Longest wait for the process to exit; then it is killed. */
  readonly killAfterMs: number;
  readonly service: string | undefined;
}

const STANDARD_OUTPUT = 1;

const sleep = (cell: Int32Array, durationMs: number): void => {
  Atomics.wait(cell, 0, 0, durationMs);
};

/** Waits until there was no beat for too long. Time is counted in checks, so a process that was suspended is not stuck. */
const waitUntilStuck = ({ beats, stuckAfterMs, lookEveryMs }: WatchDogTask, never: Int32Array): number => {
  const counter = new Int32Array(beats);
  let seen = Atomics.load(counter, 0);
  let silentMs = 0;
  while (silentMs < stuckAfterMs) {
    sleep(never, lookEveryMs);
    const now = Atomics.load(counter, 0);
    silentMs = now === seen ? silentMs + lookEveryMs : 0;
    seen = now;
  }
  return silentMs;
};

const say = (service: string | undefined, silentMs: number): void => {
  const fields: LogFields = { silentMs };
  const line = { time: new Date().toISOString(), level: 'error', service, message: 'event loop stuck', ...fields };
  try {
    // The main thread's own streams need its event loop.
    writeSync(STANDARD_OUTPUT, `${JSON.stringify(line)}\n`);
  } catch {
    // Standard output is closed; the exit code remains.
  }
};

const endProcess = ({ exitCode, killAfterMs }: WatchDogTask, never: Int32Array): void => {
  try {
    // A thread cannot exit the process; through the inspector it makes the main thread do so.
    const session = new Session();
    session.connectToMainThread();
    session.post('Runtime.evaluate', { expression: `process.reallyExit(${exitCode})` });
    sleep(never, killAfterMs);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
};

// safe because watch-dog.ts alone starts this file
const task = workerData as WatchDogTask;
const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
say(task.service, waitUntilStuck(task, never));
endProcess(task, never);
