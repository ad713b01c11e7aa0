import { Piscina } from 'piscina';
import type { PageContent, FetchedText, ConversionRequest } from '@quarry/extract';
import type { ConvertTask } from './convert-task.js';

/** A conversion that takes longer is cut off and its thread replaced. */
export const CONVERT_TIMEOUT_MS = 20_000;
/** Heap of one conversion thread; a document that needs more fails alone. */
export const CONVERT_HEAP_MB = 512;
/** Conversions waiting for a thread; the job slots bound it in practice. */
const MAX_WAITING = 1_000;

export type ConvertResult =
  | { readonly outcome: 'converted'; readonly content: PageContent }
  | { readonly outcome: 'too_heavy'; readonly limit: 'time' | 'memory' };

export interface PageConverter {
  convert(input: FetchedText, options: ConversionRequest, signal: AbortSignal): Promise<ConvertResult>;
  close(): Promise<void>;
}

export interface PageConverterOptions {
  readonly threads: number;
  readonly timeoutMs?: number;
  readonly heapMb?: number;
  /** Compiled task module; the built one beside this file unless a test names another. */
  readonly taskFile?: URL;
}

const isHeapExhausted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Page conversion in worker threads with limits on time and memory. */
export const createPageConverter = (options: PageConverterOptions): PageConverter => {
  const pool = new Piscina<ConvertTask, PageContent>({
    filename: (options.taskFile ?? new URL('./convert-task.js', import.meta.url)).href,
    // All from the start: a thread that comes later would look like a leak.
    minThreads: options.threads,
    maxThreads: options.threads,
    maxQueue: MAX_WAITING,
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMb ?? CONVERT_HEAP_MB,
    },
  });
  return {
    async convert(input, convertOptions, signal) {
      const stop = new AbortController();
      const onAbort = (): void => stop.abort();
      // Not AbortSignal.timeout: that one would keep the page in memory until its time is up.
      const timer = setTimeout(onAbort, options.timeoutMs ?? CONVERT_TIMEOUT_MS);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const content = await pool.run({ input, options: convertOptions }, { signal: stop.signal });
        return { outcome: 'converted', content };
      } catch (error) {
        signal.throwIfAborted();
        if (stop.signal.aborted) return { outcome: 'too_heavy', limit: 'time' };
        if (isHeapExhausted(error)) return { outcome: 'too_heavy', limit: 'memory' };
        throw error;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: () => pool.destroy(),
  };
};
