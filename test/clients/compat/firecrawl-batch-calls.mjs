/** Calls about batches of @mendable/firecrawl-js, unchanged. `other`: a client of another account. */
export const batchCalls = ({ client, other, site }) => {
  const urls = [`${site}/shop/1`, `${site}/shop/2`, `${site}/status/404`, `${site}/block/1`, 'http://'];
  let jobId;
  const described = ({ status, completed, total, creditsUsed: credits, data }) => ({
    ...{ status, completed, total, credits },
    pages: data.map(({ metadata }) => `${metadata.statusCode} ${metadata.sourceURL}`).toSorted(),
    isText: data.every(({ markdown }) => markdown),
  });
  const ended = async (id) => {
    const job = await client.getBatchScrapeStatus(id);
    if (job.status !== 'scraping') return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return ended(id);
  };
  const batch = async () => {
    const started = await client.startBatchScrape(urls, {
      options: { formats: ['markdown'] },
      ignoreInvalidURLs: true,
    });
    jobId = started.id;
    return { invalid: started.invalidURLs, ...described(await ended(jobId)) };
  };
  const batchByPages = async () => {
    const { data, next } = await client.getBatchScrapeStatus(jobId, { autoPaginate: false });
    return { pages: data.length, next };
  };
  const batchErrors = async () => {
    const { errors, robotsBlocked: robots } = await client.getBatchScrapeErrors(jobId);
    return { errors: errors.map(({ url, code }) => [url, code]), robots };
  };
  const batchCancelled = async () => {
    const options = { timeout: 1_000 };
    const { id } = await other.startBatchScrape(
      Array.from({ length: 3 }, () => `${site}/hang/1`),
      { options },
    );
    const isCancelled = await other.cancelBatchScrape(id);
    return { isCancelled, ...described(await other.getBatchScrapeStatus(id)) };
  };

  return {
    batch,
    'batch by pages': batchByPages,
    'batch errors': batchErrors,
    'batch cancelled': batchCancelled,
    'batch of another': () => other.getBatchScrapeStatus(jobId),
    'cancel of another': () => other.cancelBatchScrape(jobId),
    'batch appended': () => client.startBatchScrape(urls, { appendToId: jobId }),
  };
};
