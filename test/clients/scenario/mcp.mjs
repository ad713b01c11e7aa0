/** The scenario by the MCP server and the official client. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const POLL_MS = 100;
const MANY_TOKENS = 50_000;

const open = async ({ program, baseUrl, apiKey }) => {
  const client = new Client({ name: 'scenario', version: '0.0.0' });
  const env = { QUARRY_URL: baseUrl, QUARRY_API_KEY: apiKey, QUARRY_MCP_MAX_CREDITS: '1000' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], env }));
  const call = async (name, args) => {
    const result = await client.callTool({ name, arguments: { maxTokens: MANY_TOKENS, ...args } });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result;
  };
  return { call, close: () => client.close() };
};

/** What stands between the last marks of page content. */
const marked = ({ content }) => {
  const all = content.map(({ text = '' }) => text).join('\n');
  return [...all.matchAll(/<untrusted-([\da-f]+)>\n([\s\S]*?)\n<\/untrusted-\1>/g)].at(-1)?.[2];
};

export const byMcp = async (given) => {
  const { pageUrl, query, items } = given;
  const session = await open(given);
  const page = await session.call('scrape_web', { url: pageUrl, jsRendering: false, outputFormat: ['markdown'] });
  const { requestId } = page.structuredContent ?? { requestId: /Request ([\w-]+)\./.exec(page.content[0].text)?.[1] };
  const found = await session.call('enginea_serp', { q: query });
  const submitted = await session.call('batch_submit', {
    ...{ tool: 'scrape_web', requests: items, maxTokens: undefined },
    defaults: { jsRendering: false },
  });
  const { jobId } = submitted.structuredContent;
  const status = async () => (await session.call('batch_status', { jobId, maxTokens: undefined })).structuredContent;
  while ((await status()).data.status !== 'done') await sleep(POLL_MS);
  const half = Math.ceil(items.length / 2);
  const rowsOf = async ({ call }, pageNumber) => {
    const { structuredContent } = await call('batch_results', { jobId, page: pageNumber, limit: half });
    return structuredContent.results.map(({ result }) => [result.index, result.error ?? result.status]);
  };
  const rows = await rowsOf(session, 1);
  const links = await session.call('file_read', { file: `quarry://requests/${requestId}/requestMetadata` });
  const html = await session.call('file_read', { file: JSON.parse(marked(links)).html });
  const again = await session.call('request_reparse', { requestId, params: { outputFormat: ['text'] } });
  await session.close();
  const resumed = await open(given);
  rows.push(...(await rowsOf(resumed, 2)));
  await resumed.close();
  return {
    jobId,
    markdown: marked(page),
    titles: (found.structuredContent.data ?? {}).organicResults.map(({ title }) => title),
    rows,
    html: marked(html),
    text: marked(again),
  };
};
