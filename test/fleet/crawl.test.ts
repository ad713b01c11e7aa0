import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  openAccount,
  SHARED_ADDRESS,
  sharedFleet,
  startCrawlSite,
  type Answer,
  type CrawlSite,
  type SharedFleet,
} from '@quarry/testkit';

const SIZE = { articles: 15, facetValues: 2 };
/** Links to the last day of the calendar that is fetched: the first is one link away. */
const DEPTH = 5;
const PAGE = { jsRendering: false, outputFormat: ['markdown'] };
const PAUSE_MS = 100;

let site: CrawlSite;
beforeAll(async () => {
  site = await startCrawlSite(SIZE, SHARED_ADDRESS);
});
afterAll(() => site.close());

interface Row {
  readonly url: string;
  readonly error: string;
}

describe.each(fleetParts())('a crawl on $name', (parts) => {
  let fleet: SharedFleet;
  let api: ApiClient;

  beforeAll(async () => {
    fleet = await sharedFleet(parts);
  }, 180_000);
  beforeEach(async () => {
    api = new ApiClient(await openAccount(fleet));
  });

  const start = (body: Readonly<Record<string, unknown>> = {}): Promise<Answer> =>
    api.send('POST', '/crawl/web', { url: `${site.url}/`, scrape: PAGE, maxDepth: DEPTH, ...body });
  const statusOf = async (jobId: string): Promise<Record<string, unknown>> => {
    const { body } = await api.send('GET', `/crawl/web/${jobId}`);
    // safe because what is read of it is asserted
    return body['data'] as Record<string, unknown>;
  };
  const ended = async (jobId: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const data = await statusOf(jobId);
      if (data['status'] === 'done' || data['status'] === 'stopped') return data;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const rowsOf = async (jobId: string): Promise<Row[]> => {
    const { body } = await api.send('GET', `/crawl/web/${jobId}/results?limit=1000`);
    // safe because what is read of it is asserted
    const results = body['results'] as { query: { url: string }; result: Record<string, string> }[];
    return results.map(({ query, result }) => ({
      ...{ url: query.url.replace(site.url, ''), error: result['error'] ?? '' },
    }));
  };

  it('has every page once, within the bounds of the traps, each charged once', async () => {
    const { availableCredits } = await api.usage();
    const { status, body } = await start();
    expect(status).toBe(200);
    const data = await ended(String(body['jobId']));
    const rows = await rowsOf(String(body['jobId']));
    const failed = rows.filter(({ error }) => error !== '');
    const calendar = DEPTH;
    expect(data).toMatchObject({ status: 'done', creditsHeld: 0, creditsCharged: site.titles.length + calendar });
    expect(data['limitsHit']).toBeUndefined();
    expect(rows).toHaveLength(Number(data['discoveredCount']));
    expect(new Set(rows.map(({ url }) => url)).size).toBe(rows.length);
    expect([...new Set(failed.map(({ error }) => error))].toSorted()).toEqual(['duplicate_page', 'robots_disallowed']);
    expect(failed.filter(({ error }) => error === 'robots_disallowed').every(({ url }) => url.startsWith('/private/'))).toBe(true); // oxfmt-ignore
    expect(site.asked.filter((path) => path.startsWith('/private/'))).toEqual([]);
    expect(await api.usage()).toMatchObject({ availableCredits: availableCredits - site.titles.length - calendar, heldCredits: 0 }); // oxfmt-ignore
    const table = await api.send('GET', `/crawl/web/${String(body['jobId'])}/results.csv?columns=title,error`);
    const lines = String(table.body['text']).split('\r\n').slice(1, -1);
    const titles = lines.filter((line) => line.endsWith(',')).map((line) => line.slice(0, -1));
    const pages = titles.filter((title) => title !== '' && !title.startsWith('Day '));
    expect(pages.toSorted()).toEqual(site.titles.toSorted());
  });

  it('keeps to its limits and to its credits', async () => {
    const [few, poor, shallow] = await Promise.all([
      start({ limit: 5, sitemap: 'skip' }),
      start({ maxCredits: 3, sitemap: 'skip' }),
      start({ maxDepth: 9, include: ['/article/*'], exclude: ['/article/1*'], crawlEntireDomain: true }),
    ]);
    const [ofLimit, ofCredits, ofPatterns] = await Promise.all(
      [few, poor, shallow].map(({ body }) => ended(String(body['jobId']))),
    );
    expect(ofLimit).toMatchObject({ requestsCount: 5, discoveredCount: 5, limitsHit: ['limit'] });
    expect(ofCredits).toMatchObject({ creditsCharged: 3, creditsHeld: 0, limitsHit: ['maxCredits'] });
    expect(ofPatterns).toMatchObject({ status: 'done' });
    const urls = (await rowsOf(String(shallow.body['jobId']))).map(({ url }) => url);
    expect(urls.filter((url) => !/^\/$|^\/article\/(?!1)/.test(url))).toEqual([]);
    expect(urls).toContain('/article/6');
  });

  it('is stopped, and is none of the batches', async () => {
    const { body } = await start({ delay: 200 });
    const jobId = String(body['jobId']);
    const stopped = await api.send('DELETE', `/crawl/web/${jobId}`);
    expect(stopped.status).toBe(200);
    const data = await ended(jobId);
    expect(data['status']).toBe('stopped');
    expect(Number(data['responsesCount'])).toBe(Number(data['requestsCount']));
    expect(await api.usage()).toMatchObject({ heldCredits: 0 });
    expect((await api.send('GET', `/scrape/batch/web/${jobId}`)).status).toBe(404);
    const list = await api.send('GET', '/batches?limit=1');
    expect(JSON.stringify(list.body)).toContain(`/crawl/web/${jobId}/results`);
  });

  it('refuses what it cannot do, and says what to do', async () => {
    const { availableCredits } = await api.usage();
    const answer = await start({
      ...{ limit: 0, maxdepth: 3, webhook: { url: 'x' } },
      scrape: { url: 'http://a.example/', outputFormat: ['pdf'], headers: { cookie: 'a=b' }, maxAge: 5 },
    });
    expect(answer.status).toBe(422);
    const fields = (answer.body['errors'] as { field: string }[]).map(({ field }) => field).toSorted();
    expect(fields).toEqual(
      ['limit', 'maxdepth', 'scrape.headers.cookie', 'scrape.maxAge', 'scrape.outputFormat.0', 'scrape.url', 'webhook.url'], // oxfmt-ignore
    );
    const costly = await start({ maxCredits: 5, scrape: {} });
    expect([costly.status, JSON.stringify(costly.body)]).toEqual([422, expect.stringContaining('at least 10')]);
    const inner = await start({ url: 'http://10.0.0.1/' });
    expect([inner.status, inner.body['error']]).toEqual([422, 'target_forbidden']);
    expect(await api.usage()).toMatchObject({ availableCredits, heldCredits: 0 });
  });
});
