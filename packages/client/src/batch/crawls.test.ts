import { afterEach, expect, it } from '@jest/globals';
import { collect, startScriptedService, type ScriptedService } from '../../test/scripted-service.js';
import { QuarryClient } from '../client.js';

const JOB = '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11';

let service: ScriptedService | undefined;
afterEach(() => service?.close());

it('a crawl is a job of its own path, whose results have the address and the depth of each page', async () => {
  const query = { url: 'https://a/', depth: 0 };
  const data = { status: 'done', requestsCount: 1, responsesCount: 1 };
  service = await startScriptedService(({ method, url }) => {
    if (method === 'POST') return { body: { jobId: JOB, status: 'ok' } };
    if (!url.includes('/results')) return { body: { jobId: JOB, status: 'ok', data } };
    const result = { id: 'i', index: 0, status: 'ok', json: 'https://a/files/a/i/result.json' };
    return { body: { page: 0, limit: 100, total: 1, results: [{ query, result }] } };
  });
  const client = new QuarryClient({ apiKey: 'qk_test', baseUrl: service.url });
  const crawl = await client.crawls.start({ url: 'https://a/', limit: 5, scrape: { jsRendering: false } });
  const [start] = service.heard;
  expect([start?.method, start?.url, JSON.parse(start?.body ?? '')]).toEqual([
    'POST',
    '/crawl/web',
    { url: 'https://a/', limit: 5, scrape: { jsRendering: false } },
  ]);
  expect(crawl.id).toBe(JOB);
  const items = await collect(crawl.results());
  expect(items.map((item) => item.query)).toEqual([query]);
  expect(service.heard.slice(1).every(({ url }) => url.startsWith(`/crawl/web/${JOB}`))).toBe(true);
});
