import type { WebScrapeParams } from '@quarry/contracts';

/** Parameters as admission leaves them: defaults applied. */
export const webParams = (given: Partial<WebScrapeParams> = {}): WebScrapeParams => ({
  url: 'http://site.test/page',
  outputFormat: ['html'],
  wait: 0,
  extractLinks: false,
  extractEmails: false,
  screenshot: false,
  pdf: false,
  blockAds: true,
  blockResources: true,
  removeBase64Images: false,
  onlyMainContent: false,
  failOn4xx: false,
  dropLinks: false,
  dropImages: false,
  tokenCount: false,
  ...given,
});
