import { createRequire } from 'node:module';
import path from 'node:path';

/** Not calls: what a client is made with, and its versions. */
const FACTS = new Set(['constructor', 'http', 'isCloudService', 'v1', 'research', 'prepareHeaders']);

const namesOf = (client) => {
  const names = new Set();
  for (let of = client; of !== null && of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    for (const name of Object.getOwnPropertyNames(of)) if (!name.startsWith('_') && !FACTS.has(name)) names.add(name);
  }
  return [...names].toSorted();
};

const ended = (watcher) =>
  new Promise((resolve) => {
    watcher.on('done', () => resolve({ ok: true }));
    watcher.on('error', ({ error }) => resolve({ isOwn: true, message: error }));
    void watcher.start();
  }).finally(() => watcher.close());

/** Calls every public method of @mendable/firecrawl-js once; what came of each. */
export const firecrawlMethods = async (modules, { baseUrl, apiKey, site }) => {
  const { default: Firecrawl, SdkError } = createRequire(path.join(modules, 'x.js'))('@mendable/firecrawl-js');
  const client = new Firecrawl({ apiKey, apiUrl: baseUrl });
  const page = `${site}/shop/1`;
  const { id } = await client.batchScrape([page], { pollInterval: 1 });
  const ofUrls = [[page], { pollInterval: 1 }];
  const ofJob = [id, 'x', 'x'];
  const few = [page, { limit: 1, pollInterval: 1 }];
  const { id: crawlId } = await client.crawl(...few);
  const prompted = [{ prompt: 'x', urls: [page] }];
  const values = {
    ...{ batchScrape: ofUrls, batchScrapeUrls: ofUrls, startBatchScrape: ofUrls, asyncBatchScrapeUrls: ofUrls },
    ...{ crawl: few, crawlUrl: few, startCrawl: few, asyncCrawlUrl: few },
    ...{ cancelCrawl: [crawlId], getCrawlStatus: [crawlId], checkCrawlStatus: [crawlId] },
    ...{ getCrawlErrors: [crawlId], checkCrawlErrors: [crawlId], getCreditUsageHistorical: [] },
    ...{ extract: prompted, startExtract: prompted, agent: prompted, startAgent: prompted },
    ...{ search: ['slate roofs', { limit: 1 }], developerSearch: ['x'], findTools: ['x'] },
    ...{ parse: [{ data: '<p>x</p>', filename: 'x.html', contentType: 'text/html' }] },
    ...{ interact: [id, { prompt: 'x' }], crawlParamsPreview: [page, 'x'], browser: [{}], listBrowsers: [{}] },
    ...{ createMonitor: [{ name: 'x', schedule: { cron: '0 0 * * *' }, targets: [{ type: 'scrape', urls: [page] }] }] },
    ...{ updateMonitor: [id, { name: 'x' }], scrapeExecute: [id, { code: 'x' }], browserExecute: [id, { code: 'x' }] },
    ...{ feedback: [{ endpoint: 'scrape', jobId: id, rating: 'good' }], searchFeedback: [id, { rating: 'good' }] },
  };
  const takesPage = /^(?:scrape|scrapeUrl|map|mapUrl)$/;
  const outcomes = {};
  for (const name of namesOf(client)) {
    try {
      if (name === 'watcher') {
        const options = { pollInterval: 1, timeout: 20 };
        const ofBatch = await ended(client.watcher(id, { kind: 'batch', ...options }));
        outcomes[name] = ofBatch.ok ? await ended(client.watcher(crawlId, { kind: 'crawl', ...options })) : ofBatch;
        continue;
      }
      await client[name](...(values[name] ?? (takesPage.test(name) ? [page] : ofJob)));
      outcomes[name] = { ok: true };
    } catch (error) {
      const { name: kind, status, message } = error;
      outcomes[name] = { error: kind, isOwn: error instanceof SdkError, status, message: message.slice(0, 300) };
    }
  }
  return outcomes;
};
