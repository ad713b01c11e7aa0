import type { ParsedResults } from '@quarry/extract/engines';
import { createThreadPool, taskFileBeside, type ThreadPool, type ThreadPoolOptions } from '@quarry/worker-runtime';
import type { ParseTask } from './parse-task.js';

/** A page whose parse takes longer is given up: real ones take some milliseconds. */
export const PARSE_TIMEOUT_MS = 10_000;

export type SerpParser = ThreadPool<ParseTask, ParsedResults>;

/** Parsers of results pages in worker threads with limits on time and memory. */
export const createSerpParser = (options: Pick<ThreadPoolOptions, 'threads' | 'heapMb'>): SerpParser =>
  createThreadPool({
    ...options,
    timeoutMs: PARSE_TIMEOUT_MS,
    taskFile: taskFileBeside(import.meta.url, 'parse-task'),
  });
