export type { ReadTask } from './read-task.js';
export {
  CHEAP_FIRST,
  MAX_STEPS,
  type PageRequest,
  type ScrapedDocument,
  type ScrapedResult,
  type Scraper,
  type ScraperOptions,
  type ScraperPlan,
  type ScraperReading,
  type Scrapers,
  type TokenPlan,
} from './scraper.js';
