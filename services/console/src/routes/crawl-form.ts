import {
  crawlParametersOf,
  isPlainObject,
  operationOf,
  validateCrawl,
  validateParams,
  type ValidateOptions,
} from '@quarry/contracts';
import type { Violation } from '@quarry/contracts/errors';
import { describeOperation, type OperationView } from './describe-operation.js';

/** Pages of a crawl are calls of this operation. */
const PAGE = operationOf('scrape/web');

/** What the form of a crawl is called, where operations have their ids. */
export const CRAWL_FORM = 'crawl/web';

/** A crawl as a form of it needs it, shaped like an operation. */
export const describeCrawl = (): OperationView => {
  const parameters = crawlParametersOf(PAGE);
  // safe because it is the schema of an object
  const names = Object.keys(parameters['properties'] as object);
  return {
    ...describeOperation(PAGE),
    ...{ id: CRAWL_FORM, path: `/${CRAWL_FORM}`, title: 'Crawl a site', isBatchable: false, isReparsable: false },
    summary: 'Fetches a page and every page of its site that links and sitemaps lead to',
    parameters,
    groups: [
      { title: 'Parameters', names: names.filter((name) => name !== 'webhook') },
      { title: 'Call', names: ['webhook'] },
    ],
    rules: [],
    example: { url: 'https://example.com/docs/', limit: 100, scrape: { jsRendering: false } },
  };
};

export interface CrawlPrice {
  /** Null while something is wrong. */
  readonly maxCredits: number | null;
  /** Of one page, at most. */
  readonly pageCredits?: number;
  readonly errors?: readonly Violation[];
}

const ofScrape = ({ field, rule, message }: Violation): Violation => ({
  ...{ field: `scrape.${field}`, rule },
  message: message.startsWith(field) ? `scrape.${message}` : message,
});

/** What a crawl may cost at most: as many of its pages as `limit` says, or `maxCredits` if that is less. */
export const priceCrawl = (params: unknown, options: ValidateOptions): CrawlPrice => {
  const body = isPlainObject(params) ? params : {};
  const crawl = validateCrawl(body);
  const scrape = isPlainObject(body['scrape']) ? body['scrape'] : {};
  const url = crawl.ok ? crawl.params.url : 'https://site.example/';
  const page = validateParams(PAGE, { ...scrape, url }, options);
  if (!crawl.ok || !page.ok) {
    const errors = [...(crawl.ok ? [] : crawl.violations), ...(page.ok ? [] : page.violations.map(ofScrape))];
    return { maxCredits: null, errors };
  }
  const { limit, maxCredits = Infinity } = crawl.params;
  const pageCredits = PAGE.holdCredits(page.params);
  return { maxCredits: Math.min(limit * pageCredits, maxCredits), pageCredits };
};
