import type { SiteReading } from '@quarry/extract/sites';
import { createThreadPool, taskFileBeside, type ThreadPool, type ThreadPoolOptions } from '@quarry/worker-runtime';
import type { ReadTask } from './read-task.js';

/** Documents that take longer to read are given up: real ones take some milliseconds. */
export const READ_TIMEOUT_MS = 10_000;

export type SiteReader = ThreadPool<ReadTask, SiteReading>;

/** Readers of documents in worker threads with limits on time and memory. */
export const createSiteReader = (options: Pick<ThreadPoolOptions, 'threads' | 'heapMb'>): SiteReader =>
  createThreadPool({
    ...options,
    timeoutMs: READ_TIMEOUT_MS,
    taskFile: taskFileBeside(import.meta.url, 'read-task'),
  });
