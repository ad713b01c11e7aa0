/** Calls about crawls of @mendable/firecrawl-js, unchanged. `other`, `crawler`: clients of other accounts. */
export const crawlCalls = ({ client, other, crawler, crawlSite }) => {
  let jobId;
  const crawled = (options) => client.crawl(crawlSite, { pollInterval: 1, ...options });

  const crawl = async () => {
    // Without a calendar that has no end.
    const job = await crawled({ excludePaths: ['^/calendar/'], maxDiscoveryDepth: 9 });
    jobId = job.id;
    const { status, creditsUsed: credits, data } = job;
    const pages = data.filter(({ metadata }) => metadata.statusCode === 200);
    const titles = pages.map(({ metadata }) => metadata.title).toSorted();
    return { status, credits, titles, isText: pages.every(({ markdown }) => markdown) };
  };
  const crawlByPages = async () => {
    const { status, next } = await client.getCrawlStatus(jobId, { autoPaginate: false });
    return { status, next };
  };
  const crawlErrors = async () => {
    const { errors, robotsBlocked: robots } = await client.getCrawlErrors(jobId);
    return { errors: errors.map(({ url, code }) => [url, code]), robots };
  };
  const crawlBounded = async () => {
    const job = await crawled({
      ...{ includePaths: ['^/article/[0-9]$'], excludePaths: ['/3$'], sitemap: 'skip', maxConcurrency: 2 },
    });
    const { data } = await crawled({ limit: 2 });
    const paths = job.data.map(({ metadata }) => metadata.sourceURL.replace(crawlSite, '')).toSorted();
    return { paths, few: data.length };
  };
  const crawlCancelled = async () => {
    const { id } = await crawler.startCrawl(crawlSite, { delay: 1 });
    const { crawls } = await crawler.getActiveCrawls();
    const isCancelled = await crawler.cancelCrawl(id);
    const { status } = await crawler.getCrawlStatus(id);
    return { active: crawls.map(({ url }) => url), isCancelled, status };
  };

  return {
    crawl,
    'crawl by pages': crawlByPages,
    'crawl errors': crawlErrors,
    'crawl bounded': crawlBounded,
    'crawl cancelled': crawlCancelled,
    'crawl with prompt': () => client.startCrawl(crawlSite, { prompt: 'x' }),
    'crawl of no paths': () => client.startCrawl(crawlSite, { includePaths: ['('] }),
    'crawl params': () => client.crawlParamsPreview(crawlSite, 'x'),
    'crawl of another': () => other.getCrawlStatus(jobId),
  };
};
