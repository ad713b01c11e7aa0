import { Worker } from 'node:worker_threads';
import type { WatchDogTask } from './watch-dog-thread.js';

/** An event loop that is blocked for this long will not recover. */
export const LOOP_STUCK_AFTER_MS = 20_000;
/** Exit code of a process whose event loop was stuck. */
export const LOOP_STUCK_EXIT_CODE = 86;
/** Checks within the bound: the process ends at most one check late. */
const LOOKS = 20;
/** If the main thread cannot be made to exit, the process is killed after this time. */
const KILL_AFTER_MS = 2_000;
/** The thread only counts and writes one line. With half of the heap its start is a third slower, and it is no smaller. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

export interface WatchDogOptions {
  /** Written in the log line that says why the process ended. */
  readonly service?: string | undefined;
  /** Default: `LOOP_STUCK_AFTER_MS`. */
  readonly stuckAfterMs?: number | undefined;
}

export interface WatchDog {
  stop(): Promise<void>;
}

/** A source file, whose types Node strips, or a built one, as this file is. */
const THREAD_FILE = new URL(`./watch-dog-thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/**
 * Starts a thread that ends the process, with a log line and `LOOP_STUCK_EXIT_CODE`, if the event loop of the calling thread is
 * blocked for `stuckAfterMs`. It does not keep the process alive.
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
  // The process can run without the thread, so its failure is no reason to end.
  thread.on('error', () => clearInterval(timer));
  return {
    stop: async () => {
      clearInterval(timer);
      await thread.terminate();
    },
  };
};
