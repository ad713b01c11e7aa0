import { isCrawl, type BatchView } from '../../api/batches.js';

/** Path of the batches of an operation: `scrape/web` as `/scrape/batch/web`, `enginea/serp` as `/scrape/batch/enginea/serp`. */
export const batchPath = (operation: string): string => `/scrape/batch/${operation.replace(/^scrape\//, '')}`;

/** Path of crawls, which are jobs as batches are. */
export const CRAWL_PATH = '/crawl/web';

/** The page of a job. */
export const jobPage = (job: Pick<BatchView, 'resultsUrl'>): '/crawls/$jobId' | '/batches/$jobId' =>
  isCrawl(job) ? '/crawls/$jobId' : '/batches/$jobId';

/** Path of a job of the API. */
export const jobPath = (job: Pick<BatchView, 'jobId' | 'operation' | 'resultsUrl'>): string =>
  `${isCrawl(job) ? CRAWL_PATH : batchPath(job.operation)}/${encodeURIComponent(job.jobId)}`;
