import { createThreadPool, taskFileBeside } from '@quarry/worker-runtime';
import type { Converted, ConvertInput, ConvertOptions, ConvertTask } from './convert-task.js';

/** A conversion that takes longer is cut off and its thread replaced. */
export const CONVERT_TIMEOUT_MS = 20_000;

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

/** Page conversion in worker threads with limits on time and memory. */
export const createPageConverter = (options: PageConverterOptions): PageConverter => {
  const { timeoutMs = CONVERT_TIMEOUT_MS, taskFile = taskFileBeside(import.meta.url, 'convert-task') } = options;
  const pool = createThreadPool<ConvertTask, Converted>({ ...options, timeoutMs, taskFile });
  return {
    convert: async (input, convertOptions, signal) => {
      const result = await pool.run({ input, options: convertOptions }, signal);
      return result.outcome === 'done' ? { outcome: 'converted', ...result.value } : result;
    },
    close: () => pool.close(),
  };
};
