import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ScraperReading } from '@quarry/scrapers/scraper';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import type { Figure } from '../gate.js';

type Hashes = Readonly<Record<string, string>>;

interface Labels {
  readonly salt: string;
  /** Tiles as a page's own markup shows them, by page; salted hashes. Absent ones are hashes of nothing. */
  readonly pages: Readonly<Record<string, readonly Hashes[]>>;
  /** Products as people see them, and as they are told to search engines. */
  readonly products: Readonly<Record<string, Hashes>>;
}

// safe because the file is part of the project
export const LABELS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'labels/retailer-labels.json'), 'utf8'),
) as Labels;

export const fold = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value).replace(/\s+/g, ' ').trim() : '';

export const hash = (page: string, value: unknown): string =>
  createHash('sha256')
    .update(`${LABELS.salt}\0${page}\0${fold(value)}`)
    .digest('hex')
    .slice(0, 16);

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
  if (!site) throw new Error('the operation is not there');
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

/** A page without what it carries for its own scripts. */
export const withoutState = (text: string): string =>
  text.replace(/<script[^>]*id="__NEXT_DATA__"[^>]*>[\s\S]*?<\/script>/, '');
