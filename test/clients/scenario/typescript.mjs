/** The scenario by the TypeScript client. */
import { QuarryClient } from 'quarry-client';
import { batchFile } from 'quarry-client/node';

export const byTypeScript = async ({ baseUrl, apiKey, pageUrl, query, items, hook, folder }) => {
  const client = new QuarryClient({ baseUrl, apiKey });
  const page = await client.scrape.web({ url: pageUrl, jsRendering: false, outputFormat: ['markdown'] });
  const found = await client.enginea.serp({ q: query });
  const submission = { requests: items, defaults: { jsRendering: false }, webhook: { url: hook } };
  const progress = () => batchFile(`${folder}/typescript.batch`);
  const rows = [];
  const keep = ({ result }) => rows.push([result.index, result.error ?? result.status]);
  const first = await client.batches.scrape.web.submit(submission, { progress: progress() });
  for await (const row of first.results({ pollIntervalMs: 100, pageSize: 2 })) {
    if (rows.length === 3) break;
    keep(row);
  }
  const other = new QuarryClient({ baseUrl, apiKey });
  const resumed = await other.batches.scrape.web.submit(submission, { progress: progress() });
  for await (const row of resumed.results({ pollIntervalMs: 100 })) keep(row);
  const { id, html } = page.requestMetadata;
  return {
    jobId: resumed.id,
    markdown: page.markdown,
    titles: found.organicResults.map(({ title }) => title),
    rows,
    html: await (await client.files.download(html)).text(),
    text: (await client.requests.reparse(id, { outputFormat: ['text'] })).text,
  };
};
