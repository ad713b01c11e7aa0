import type { ReadTask, ScraperReading } from '@quarry/scrapers/scraper';
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from '../thread-pool.js';

/** Time limit for reading a document; real ones take a few milliseconds. */
export const READ_TIMEOUT_MS = 10_000;

export type ScraperReader = ThreadPool<ReadTask, ScraperReading>;

/** Readers of documents in worker threads with limits on time and memory. */
export const createScraperReader = (
  options: Pick<ThreadPoolOptions, 'threads' | 'heapMb' | 'taskFile'>,
): ScraperReader => createThreadPool({ ...options, timeoutMs: READ_TIMEOUT_MS });
