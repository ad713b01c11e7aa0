import { Piscina } from 'piscina';
import type { Converted, ConvertInput, ConvertOptions, ConvertTask } from './convert-task.js';
import { createThreadGate } from './thread-gate.js';

/** A conversion that takes longer is cut off and its thread replaced. */
export const CONVERT_TIMEOUT_MS = 20_000;
/** Conversions waiting for a thread; the job slots bound it in practice. */
export const MAX_WAITING = 1_000;

export type ConvertResult =
  | ({ readonly outcome: 'converted' } & Converted)
  | { readonly outcome: 'too_heavy'; readonly limit: 'time' | 'memory' };

export interface PageConverter {
  convert(input: ConvertInput, options: ConvertOptions, signal: AbortSignal): Promise<ConvertResult>;
  close(): Promise<void>;
}

export interface PageConverterOptions {
  readonly threads: number;
  /** Heap of one conversion thread; a document that needs more fails alone. */
  readonly heapMb: number;
  readonly timeoutMs?: number;
  /** Task module. Default: the one beside this file. */
  readonly taskFile?: URL;
}

/** As this file itself, from the sources (whose types Node strips) or built. */
const TASK_FILE = new URL(`./convert-task${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

const isHeapExhausted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Page conversion in worker threads with limits on time and memory. */
export const createPageConverter = (options: PageConverterOptions): PageConverter => {
  const pool = new Piscina<ConvertTask, Converted>({
    filename: (options.taskFile ?? TASK_FILE).href,
    // All from the start: a thread that comes later would look like a leak.
    minThreads: options.threads,
    maxThreads: options.threads,
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMb,
    },
  });
  // The pool's own queue would count the wait for a slow page against the page that waits.
  const gate = createThreadGate({ places: options.threads, maxWaiting: MAX_WAITING });
  const run = async (task: ConvertTask, signal: AbortSignal): Promise<ConvertResult> => {
    signal.throwIfAborted();
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    // Not AbortSignal.timeout: that one would keep the page in memory until its time is up.
    const timer = setTimeout(onAbort, options.timeoutMs ?? CONVERT_TIMEOUT_MS);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return { outcome: 'converted', ...(await pool.run(task, { signal: stop.signal })) };
    } catch (error) {
      signal.throwIfAborted();
      if (stop.signal.aborted) return { outcome: 'too_heavy', limit: 'time' };
      if (isHeapExhausted(error)) return { outcome: 'too_heavy', limit: 'memory' };
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
  return {
    convert: async (input, convertOptions, signal) => {
      await gate.enter(signal);
      try {
        return await run({ input, options: convertOptions }, signal);
      } finally {
        gate.leave();
      }
    },
    close: () => pool.destroy(),
  };
};
