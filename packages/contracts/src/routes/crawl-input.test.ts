import { describe, expect, it } from '@jest/globals';
import { CRAWL_LIMIT_MAX, validateCrawl, type CrawlParams } from './crawl-input.js';
import { crawlItemParams, crawlPlanOf, type CrawlPage } from './crawl-plan.js';

const URL = 'https://site.example/docs/';
const checked = (body: object = {}): CrawlParams => {
  const result = validateCrawl({ url: URL, ...body });
  if (!result.ok) throw new Error(JSON.stringify(result.violations));
  return result.params;
};
const pageOf = (body: object, depth = 0): CrawlPage => {
  const plan = crawlPlanOf(checked(body), { jsRendering: false }, undefined);
  return crawlItemParams(plan, { url: URL, depth, isFirst: depth === 0 })['crawl'] as CrawlPage;
};

describe('validateCrawl', () => {
  it('needs a page to begin with, and has defaults for the rest', () => {
    expect(checked()).toEqual({
      ...{ url: URL, limit: 1_000, maxDepth: 10, include: [], exclude: [], sitemap: 'include', robots: 'obey' },
      ...{ crawlEntireDomain: false, includeSubdomains: false, allowExternal: false, ignoreQueryParameters: false },
      ...{ delay: 0, maxConcurrency: 8 },
    });
  });

  it.each([
    [{ url: undefined }, ['url required']],
    [{ limit: CRAWL_LIMIT_MAX + 1, maxDepth: -1, delay: 30_001 }, ['delay range', 'limit range', 'maxDepth range']],
    [{ include: 'x', exclude: ['x'.repeat(257)] }, ['exclude.0 maxLength', 'include array']],
    [{ sitemap: 'none', robots: false, depth: 3 }, ['depth unknown', 'robots string', 'sitemap enum']],
    [{ scrape: [], webhook: { url: 'x' }, maxCredits: 0 }, ['maxCredits range', 'scrape object', 'webhook.url url']],
  ])('%# tells everything that is wrong at once', (body, violations) => {
    const result = validateCrawl({ url: URL, ...body });
    const found = result.ok ? [] : result.violations.map(({ field, rule }) => `${field} ${rule}`);
    expect(found.toSorted()).toEqual(violations);
  });
});

describe('a page of a crawl', () => {
  it('is followed up to the depth, and the first alone reads sitemaps', () => {
    expect(pageOf({ maxDepth: 1 })).toMatchObject({ depth: 0, isFollowed: true, hasSitemaps: true });
    expect(pageOf({ maxDepth: 1 }, 1)).toMatchObject({ depth: 1, isFollowed: false, hasSitemaps: false });
    expect(pageOf({ sitemap: 'only' })).toMatchObject({ isFollowed: false, hasSitemaps: true });
    expect(pageOf({ sitemap: 'skip' })).toMatchObject({ isFollowed: true, hasSitemaps: false });
  });

  it('is fetched alone where the crawl has a delay', () => {
    expect(crawlPlanOf(checked({ delay: 5, maxConcurrency: 9 }), {}, 7)).toMatchObject({
      ...{ maxConcurrency: 1, delayMs: 5, creditsPerDay: 7 },
    });
    expect(crawlPlanOf(checked({ maxConcurrency: 9 }), {}, undefined)).toMatchObject({ maxConcurrency: 9 });
  });
});
