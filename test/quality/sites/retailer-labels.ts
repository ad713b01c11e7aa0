import type { ScraperReading } from '@quarry/scrapers/scraper';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import type { Figure } from '../gate.js';
import { readLabels } from '../labels.js';

type Hashes = Readonly<Record<string, string>>;

interface Labels {
  /** Tiles as a page's own markup shows them, by page; salted hashes. Absent ones are hashes of nothing. */
  readonly pages: Readonly<Record<string, readonly Hashes[]>>;
  /** Products as people see them, and as in the data for search engines. */
  readonly products: Readonly<Record<string, Hashes>>;
}

export const { labels: LABELS, hash: hashOf } = readLabels<Labels>('sites/labels/retailer');

export const fold = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).replace(/\s+/g, ' ').trim() : '';

export const hash = (page: string, value: unknown): string => hashOf(page, fold(value));

export const share = (right: readonly boolean[]): Figure => ({
  value: right.filter(Boolean).length / Math.max(1, right.length),
  n: right.length,
  floor: 0.98,
});

export const readRetailer = (
  operation: 'search' | 'product',
  text: string,
  params: Readonly<Record<string, unknown>> = {},
): ScraperReading => {
  const site = SITE_OPERATIONS.get(`retailer/${operation}`);
  if (!site) throw new Error('the operation is missing');
  return site.read(params, [{ step: operation, text, url: 'https://www.walmart.com/' }], {});
};

/** Best of a few runs, in milliseconds. */
export const timeOf = (run: () => unknown): number => {
  const times = Array.from({ length: 10 }, () => {
    const startedAtMs = performance.now();
    run();
    return performance.now() - startedAtMs;
  });
  return Math.min(...times);
};

/** A page without the data of its scripts. */
export const withoutState = (text: string): string =>
  text.replace(/<script[^>]*id="__NEXT_DATA__"[^>]*>[\s\S]*?<\/script>/, '');
