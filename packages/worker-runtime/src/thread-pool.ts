import { createFairPlaces } from '@quarry/egress';
import { Piscina } from 'piscina';

/** Tasks waiting for a thread; in practice the job slots bound them. */
export const MAX_WAITING = 1_000;

export type TaskResult<Result> =
  | { readonly outcome: 'done'; readonly value: Result }
  | { readonly outcome: 'too_heavy'; readonly limit: 'time' | 'memory' };

export interface ThreadPool<Task, Result> {
  /** Rejects with the signal's reason, or with what the task throws. Threads are shared fairly among `sharer`s. */
  run(task: Task, signal: AbortSignal, sharer?: string): Promise<TaskResult<Result>>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions<Task = unknown> {
  readonly threads: number;
  /** Heap of one thread; a task that needs more fails alone. */
  readonly heapMb: number;
  /** A task that takes longer is cut off and its thread replaced. */
  readonly timeoutMs: number;
  /** Module whose default export runs a task. */
  readonly taskFile: URL;
  /** Makes what is sent to the thread, once one is free; `moved` buffers are not copied. Default: the task itself. */
  readonly pack?: (task: Task) => { readonly task: Task; readonly moved: ArrayBuffer[] };
  /** Calls `end` after the delay, unless the returned function is called first. Default: a timer of the process. */
  readonly startTimer?: StartTimer | undefined;
}

export type StartTimer = (end: () => void, delayMs: number) => () => void;

// Not AbortSignal.timeout, which would keep the page in memory until the time is up.
const startProcessTimer: StartTimer = (end, delayMs) => {
  const timer = setTimeout(end, delayMs);
  return () => clearTimeout(timer);
};

const isHeapExhausted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** CPU work in worker threads with limits on time and memory. */
export const createThreadPool = <Task, Result>(options: ThreadPoolOptions<Task>): ThreadPool<Task, Result> => {
  const pool = new Piscina<Task, Result>({
    filename: options.taskFile.href,
    // All threads from the start: one that is started later would look like a leak.
    minThreads: options.threads,
    maxThreads: options.threads,
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMb,
    },
  });
  const { startTimer = startProcessTimer, pack = (task) => ({ task, moved: [] }) } = options;
  // With the pool's own queue, the wait for a thread would count as the task's time.
  const places = createFairPlaces({ places: options.threads, maxWaiting: MAX_WAITING });
  const runInThread = async (task: Task, signal: AbortSignal): Promise<TaskResult<Result>> => {
    signal.throwIfAborted();
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    const stopTimer = startTimer(onAbort, options.timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const { task: sent, moved } = pack(task);
      return { outcome: 'done', value: await pool.run(sent, { signal: stop.signal, transferList: moved }) };
    } catch (error) {
      signal.throwIfAborted();
      if (stop.signal.aborted) return { outcome: 'too_heavy', limit: 'time' };
      if (isHeapExhausted(error)) return { outcome: 'too_heavy', limit: 'memory' };
      throw error;
    } finally {
      stopTimer();
      signal.removeEventListener('abort', onAbort);
    }
  };
  return {
    run: async (task, signal, sharer) => {
      // Callers expect the signal's reason, of whatever type.
      if (!(await places.take(sharer, signal))) throw signal.reason as Error;
      try {
        return await runInThread(task, signal);
      } finally {
        places.leave(sharer);
      }
    },
    close: () => pool.destroy(),
  };
};

/** URL of a task module beside `moduleUrl`: a source file, whose types Node strips, or a built one. */
export const taskFileBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
