import type { ScrapedDocument, ScraperOptions, ScraperReading, Scrapers } from './scraper.js';

/** Documents to be read by the scraper of an operation. */
export interface ReadTask {
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly documents: readonly ScrapedDocument[];
  readonly options: ScraperOptions;
}

/** What a worker thread runs: the event loop of the service stays free for locks and deadlines. */
export const readTaskOf =
  (scrapers: Scrapers) =>
  ({ operation, params, documents, options }: ReadTask): ScraperReading => {
    const scraper = scrapers.get(operation);
    if (!scraper) throw new Error(`no scraper for ${operation}`);
    return scraper.read(params, documents, options);
  };
