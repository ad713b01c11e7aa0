import { describe, expect, it } from '@jest/globals';
import type { CrawlScope } from '@quarry/contracts';
import { crawlAddress, MAX_SEGMENT_REPEATS } from './crawl-address.js';
import { createCrawlScope } from './crawl-scope.js';

const SITE = 'https://site.example';
const SCOPE: CrawlScope = {
  ...{ root: `${SITE}/docs/start`, include: [], exclude: [], includeSubdomains: false },
  ...{ allowExternal: false, ignoreQueryParameters: false, crawlEntireDomain: true },
};
const inScope = (address: string, over: Partial<CrawlScope> = {}, pages: readonly string[] = []): boolean =>
  createCrawlScope({ ...SCOPE, ...over }, pages)(address) !== undefined;

describe('the form of an address in a crawl', () => {
  it.each([
    ['/a?b=2&a=1#x', '/a?a=1&b=2'],
    ['/a?utm_source=x&PHPSESSID=1', '/a'],
    ['/a;jsessionid=4F?x=1&sid=9', '/a?x=1'],
    ['/a?x=%20y&x=+', '/a?x=%20y&x=+'],
    ['/a/a/a', '/a/a/a'],
  ])('of %s is %s', (written, form) => {
    expect(crawlAddress(SITE + written, { ignoreQueryParameters: false })).toBe(SITE + form);
    expect(crawlAddress(SITE + form, { ignoreQueryParameters: false })).toBe(SITE + form);
  });

  it.each(['/a.JPG', '/x/y.woff2?v=1', `/${'a/'.repeat(MAX_SEGMENT_REPEATS + 1)}`])('is none of %s', (written) =>
    expect(crawlAddress(SITE + written, { ignoreQueryParameters: false })).toBeUndefined(),
  );

  it('has no query where that is to be ignored', () => {
    expect(crawlAddress(`${SITE}/a?b=1`, { ignoreQueryParameters: true })).toBe(`${SITE}/a`);
  });
});

describe('the addresses of a crawl', () => {
  it('are of its host, with and without www, or of its domain, or of all', () => {
    const [www, sub, other] = ['https://www.site.example/', 'https://blog.site.example/', 'https://other.example/'];
    const told = [`${SITE}/x`, www, sub, other];
    expect(told.map((address) => inScope(address))).toEqual([true, true, false, false]);
    expect(told.map((address) => inScope(address, { includeSubdomains: true }))).toEqual([true, true, true, false]);
    expect(told.map((address) => inScope(address, { allowExternal: true }))).toEqual([true, true, true, true]);
    expect(inScope(other, {}, [other])).toBe(true);
  });

  it('are below the folder of the first page, unless that led elsewhere or all are asked for', () => {
    const folder = { crawlEntireDomain: false };
    expect(['/docs/a', '/docs/b/c', '/docs', '/'].map((path) => inScope(SITE + path, folder))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(inScope(`${SITE}/`, folder, [`${SITE}/docs/a`])).toBe(false);
    expect(inScope(`${SITE}/`, folder, [`${SITE}/manual/`])).toBe(true);
  });

  it('match one of the patterns to include and none of those to exclude', () => {
    const rules = { include: ['/docs/*', '/faq'], exclude: ['*?print=*', '/docs/old*'] };
    const told = ['/docs/a', '/faq', '/faq/x', '/docs/a?print=1', '/docs/older'];
    expect(told.map((path) => inScope(SITE + path, rules))).toEqual([true, true, false, false, false]);
    const regexes = { include: ['regex:^/(docs|faq)'], exclude: ['url-regex:[?&]print=', '!/*a*'] };
    expect(told.map((path) => inScope(SITE + path, regexes))).toEqual([true, true, true, false, false]);
  });
});
