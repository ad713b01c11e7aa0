import { createRequire } from 'node:module';
import path from 'node:path';
import { batchCalls } from './firecrawl-batch-calls.mjs';
import { crawlCalls } from './firecrawl-crawl-calls.mjs';

const titleOf = ({ metadata }) => metadata?.title;

/** Calls of @mendable/firecrawl-js, unchanged; what came of each. */
export const firecrawlCalls = async (modules, { baseUrl, apiKey, otherKey, crawlKey, site, mapSite, crawlSite }) => {
  const { default: Firecrawl } = createRequire(path.join(modules, 'x.js'))('@mendable/firecrawl-js');
  const client = new Firecrawl({ apiKey, apiUrl: baseUrl });
  const stranger = new Firecrawl({ apiKey: 'nobody', apiUrl: baseUrl });
  const other = new Firecrawl({ apiKey: otherKey, apiUrl: baseUrl });
  const crawler = new Firecrawl({ apiKey: crawlKey, apiUrl: baseUrl });
  const page = `${site}/shop/1`;

  const scraped = async (url, options) => {
    const document = await client.scrape(url, options);
    const { markdown, html, rawHtml, metadata } = document;
    return {
      formats: ['markdown', 'html', 'rawHtml', 'links', 'screenshot'].filter((name) => document[name]),
      text: markdown ?? html ?? rawHtml ?? '',
      title: titleOf(document),
      statusCode: metadata.statusCode,
      sourceURL: metadata.sourceURL,
    };
  };
  const mapped = async (options) => (await client.map(mapSite, options)).links.map(({ url }) => url);
  const searched = async (options) => {
    const { web = [], images = [] } = await client.search('slate roofs', options);
    return { web: web.length, images: images.length, url: [...web, ...images][0]?.url };
  };
  const credits = async () => {
    const { remainingCredits: remaining, planCredits: plan } = await client.getCreditUsage();
    return { remaining, plan };
  };

  const calls = {
    scrape: () => scraped(page),
    'scrape formats': () => scraped(page, { formats: ['markdown', 'html', 'links'], onlyMainContent: false }),
    'scrape raw': () => scraped(page, { formats: ['rawHtml'] }),
    'scrape of nothing': () => scraped(`${site}/status/404`),
    'scrape blocked': () => scraped(`${site}/block/1`),
    'scrape inner': () => scraped('http://10.0.0.1/'),
    'scrape summary': () => scraped(page, { formats: ['summary'] }),
    'scrape with actions': () => scraped(page, { actions: [{ type: 'wait', milliseconds: 10 }] }),
    map: () => mapped(),
    'map search': () => mapped({ search: 'roof', limit: 1 }),
    search: () => searched({ limit: 3 }),
    'search images': () => searched({ sources: ['images'], limit: 2 }),
    ...batchCalls({ client, other, site }),
    ...crawlCalls({ client, other, crawler, crawlSite }),
    credits,
    stranger: () => stranger.getCreditUsage(),
  };
  const outcomes = {};
  for (const [name, call] of Object.entries(calls)) {
    outcomes[name] = await call().catch(({ name: error, status, code, message }) => ({ error, status, code, message }));
  }
  return outcomes;
};
