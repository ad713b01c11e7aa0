import type { Scrapers } from '@quarry/scrapers/scraper';
import { runWorker } from '../run-worker.js';
import { startScraperWorker } from './start-scraper-worker.js';

export interface ScraperServiceOptions {
  readonly service: 'serp' | 'sites';
  readonly scrapers: Scrapers;
  /** Module whose default export is `readTaskOf(scrapers)`. */
  readonly taskFile: URL;
}

/** Runs a worker of scrapers as this process. */
export const runScrapers = ({ service, scrapers, taskFile }: ScraperServiceOptions): Promise<void> =>
  runWorker({
    service,
    start: (config, log) => startScraperWorker({ config, queue: service, scrapers, taskFile, log }),
  });
