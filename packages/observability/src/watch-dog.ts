import { Worker } from 'node:worker_threads';
import type { WatchDogTask } from './watch-dog-thread.js';

/** An event loop that stands still for this long does not come back by itself. */
export const LOOP_STUCK_AFTER_MS = 20_000;
/** Exit code of a process whose event loop stood still. */
export const LOOP_STUCK_EXIT_CODE = 86;
/** Looks per bound: the end comes at most one look late. */
const LOOKS = 20;
/** When the main thread cannot even be broken into, the process is killed so much later. */
const KILL_AFTER_MS = 2_000;
/** The thread counts and writes one line. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

export interface WatchDogOptions {
  /** Stands in the line that tells why the process ended. */
  readonly service?: string | undefined;
  /** Default: `LOOP_STUCK_AFTER_MS`. */
  readonly stuckAfterMs?: number | undefined;
}

export interface WatchDog {
  stop(): Promise<void>;
}

/** As this file itself, from the sources (whose types Node strips) or built. */
const THREAD_FILE = new URL(`./watch-dog-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * A thread that ends the whole process, with a line of the log and `LOOP_STUCK_EXIT_CODE`, once the event loop of the
 * calling thread has not turned for `stuckAfterMs`. Keeps no process alive.
 */
export const startWatchDog = ({ service, stuckAfterMs = LOOP_STUCK_AFTER_MS }: WatchDogOptions): WatchDog => {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  const lookEveryMs = Math.max(1, Math.floor(stuckAfterMs / LOOKS));
  const task: WatchDogTask = {
    ...{ beats, stuckAfterMs, lookEveryMs, service },
    exitCode: LOOP_STUCK_EXIT_CODE,
    killAfterMs: KILL_AFTER_MS,
  };
  const timer = setInterval(() => Atomics.add(counter, 0, 1), lookEveryMs);
  timer.unref();
  const thread = new Worker(THREAD_FILE, { workerData: task, resourceLimits: THREAD_LIMITS, execArgv: [] });
  thread.unref();
  // Without it the process is no worse off than before; the failure is no reason to end.
  thread.on('error', () => clearInterval(timer));
  return {
    stop: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
};
