import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createBatchScene, failWith } from '../../test/batch-scene.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const PATH = '/v2/crawl';
const BASE_URL = 'http://127.0.0.1:3000';
const SITE = 'https://example.com/docs';

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let account: Awaited<ReturnType<GatewayFixture['addAccount']>>;

const api = () => supertest(fixture.url);
const bearer = (key = account.key) => ({ authorization: `Bearer ${key}` });
const post = (body: object, headers: Record<string, string> = {}) =>
  api()
    .post(PATH)
    .set({ ...bearer(), ...headers })
    .send(body);
const get = (path: string, key?: string) => api().get(path).set(bearer(key));
const start = async (body: object = {}): Promise<string> =>
  ((await post({ url: SITE, ...body })).body as { id: string }).id;
const planOf = async (id: string): Promise<unknown> => (await fixture.store.batches.get(id))?.crawl?.plan;
const available = async (): Promise<number | undefined> =>
  (await fixture.store.accounts.period(account.account.id))?.available;
const page = (text: string) =>
  ({ state: 'ok', verdict: 'ok', chargedCredits: 1, answer: { markdown: text, url: SITE, statusCode: 200 } }) as const;

beforeAll(async () => {
  fixture = await startGatewayFixture({ credits: 10_000 });
  scene = createBatchScene(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  account = await fixture.addAccount();
});

describe('a crawl in the words of another API', () => {
  it('is a crawl of ours, of what begins with its address', async () => {
    const { body } = await post({ url: SITE, origin: 'client', ignoreRobotsTxt: false, deduplicateSimilarURLs: true });
    const { id, ...rest } = body as { id: string };
    expect(rest).toEqual({ success: true, url: `${BASE_URL}${PATH}/${id}` });
    const own = await api().get(`/crawl/web/${id}`).set('x-api-key', account.key);
    expect(own.body).toMatchObject({ status: 'ok', data: { status: 'pending', requestsCount: 1 } });
    expect(await planOf(id)).toMatchObject({
      ...{ limit: 10_000, maxDepth: 100, maxConcurrency: 8, sitemap: 'include', robots: 'obey', delayMs: 0 },
      scope: { root: SITE, include: [], exclude: ['!/docs*'], crawlEntireDomain: false, includeSubdomains: false },
      params: { outputFormat: ['markdown', 'json'], onlyMainContent: true },
    });
    expect((await api().get(`/v2/batch/scrape/${id}`).set(bearer())).status).toBe(404);
  });

  it('is bounded as it states', async () => {
    const id = await start({
      ...{ limit: 7, maxDiscoveryDepth: 2, includePaths: ['blog/.*', '^/faq$'], excludePaths: ['/old'] },
      ...{ allowExternalLinks: true, allowSubdomains: true, sitemap: 'skip', ignoreQueryParameters: true },
      ...{ ignoreRobotsTxt: true, delay: 0.25, maxConcurrency: 3 },
      scrapeOptions: { formats: ['html', 'links'], onlyMainContent: false, maxAge: 1_000, waitFor: 50 },
    });
    expect(await planOf(id)).toMatchObject({
      ...{ limit: 7, maxDepth: 2, maxConcurrency: 1, sitemap: 'skip', robots: 'ignore', delayMs: 250 },
      scope: {
        ...{ include: ['regex:blog/.*', 'regex:^/faq$'], exclude: ['regex:/old'], ignoreQueryParameters: true },
        ...{ allowExternal: true, includeSubdomains: true },
      },
      params: { outputFormat: ['html', 'json'], extractLinks: true, onlyMainContent: false, wait: 50 },
    });
    const all = await planOf(await start({ crawlEntireDomain: true, includePaths: ['a'], regexOnFullURL: true }));
    expect(all).toMatchObject({ scope: { include: ['url-regex:a'], exclude: [], crawlEntireDomain: true } });
  });

  it('has a webhook of the same kind as a batch', async () => {
    const id = await start({ webhook: { url: 'https://a.example/', events: ['page'], metadata: { order: 7 } } });
    const webhook = { url: 'https://a.example/', events: ['batch.page'], format: 'firecrawl', metadata: '{"order":7}' };
    expect((await fixture.store.batches.get(id))?.webhook).toEqual(webhook);
  });

  it('is read while it runs, and among those that run until it has ended', async () => {
    const id = await start({ limit: 3 });
    expect((await get(`${PATH}/${id}`)).body).toMatchObject({ status: 'scraping', total: 1, completed: 0, data: [] });
    const active = await get(`${PATH}/active`);
    expect(active.body).toMatchObject({
      success: true,
      crawls: [{ id, teamId: account.account.id, url: SITE, options: { limit: 3, sitemap: 'include' } }],
    });
    await start();
    await api().post('/v2/batch/scrape').set(bearer()).send({ urls: [SITE, `${SITE}/2`] }); // oxfmt-ignore
    expect((await get('/v2/team/queue-status')).body).toMatchObject({ jobsInQueue: 4, waitingJobsInQueue: 4, maxConcurrency: account.account.concurrency }); // oxfmt-ignore
    const stranger = await fixture.addAccount();
    expect((await get(`${PATH}/active`, stranger.key)).body).toEqual({ success: true, crawls: [] });
    expect((await get(`${PATH}/${id}`, stranger.key)).status).toBe(404);
  });

  it('shows its documents, and what failed of it but for duplicates', async () => {
    const id = await start();
    await scene.endSome(id, 1, () => page('text'));
    await scene.publish(id);
    expect((await get(`${PATH}/${id}`)).body).toMatchObject({
      ...{ status: 'scraping', completed: 1, creditsUsed: 1 },
      data: [{ markdown: 'text', metadata: { sourceURL: SITE, statusCode: 200 } }],
    });
    expect((await get(`${PATH}/${id}/errors`)).body).toEqual({ success: true, errors: [], robotsBlocked: [] });
    const failed = await start();
    await scene.endSome(failed, 1, () => failWith());
    await scene.publish(failed);
    const { body } = await get(`${PATH}/${failed}/errors`);
    expect(body).toMatchObject({ errors: [{ url: SITE, code: 'target_blocked' }] });
    const same = await start();
    await scene.endSome(same, 1, () => failWith({ verdict: 'duplicate', error: 'duplicate_page' }));
    await scene.publish(same);
    expect((await get(`${PATH}/${same}/errors`)).body).toMatchObject({ errors: [] });
  });

  it('is cancelled free of charge', async () => {
    const before = await available();
    const id = await start();
    const { body } = await api().delete(`${PATH}/${id}`).set(bearer());
    expect(body).toEqual({ success: true, status: 'cancelled' });
    await scene.cancelOpen(id);
    expect(await available()).toBe(before);
  });

  it('starts once under the key of idempotency of the clients', async () => {
    const key = { 'x-idempotency-key': 'one' };
    const [first, again] = [await post({ url: SITE }, key), await post({ url: SITE }, key)];
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it.each([
    [{ prompt: 'all about roofs' }, /does not support prompt/],
    [{ zeroDataRetention: true }, /does not support zeroDataRetention/],
    [{ robotsUserAgent: 'x' }, /does not support robotsUserAgent/],
    [{ includePaths: ['('] }, /includePaths\.0 is not a regular expression/],
    [{ excludePaths: ['(?=a)'] }, /excludePaths\.0 is not a regular expression/],
    [{ maxDiscoveryDepth: 101 }, /maxDiscoveryDepth must/],
    [{ limit: 0 }, /limit must/],
    [{ delay: 31 }, /delay must be a number of seconds from 0 to 30/],
    [{ scrapeOptions: { formats: ['summary'] } }, /format summary/],
    [{ scrapeOptions: { headers: { cookie: 'a=b' } } }, /scrapeOptions\.headers\.cookie is not allowed/],
    [{ scrapeOptions: 'markdown' }, /scrapeOptions must be an object/],
    [{ webhook: { url: 'https://a.example/', events: ['action'] } }, /event "action"/],
    [{ url: undefined }, /url/],
  ])('is refused with %j, free of charge', async (body, message) => {
    const before = await available();
    const answer = await post({ url: SITE, ...body });
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, expect.stringMatching(message)]);
    expect(await available()).toBe(before);
  });

  it('has no parameters chosen by a model', async () => {
    const answer = await api().post(`${PATH}/params-preview`).set(bearer()).send({ url: SITE, prompt: 'x' });
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([
      404,
      expect.stringMatching(/Quarry does not support this call.*language model/),
    ]);
  });

  it('is refused to those who may not start it', async () => {
    const made = await fixture.store.keys.create({ accountId: account.account.id, name: 'x', limits: { operations: ['enginea'] } }); // oxfmt-ignore
    expect(
      (
        await api()
          .post(PATH)
          .set('x-api-key', made?.plainKey ?? '')
          .send({ url: SITE })
      ).status,
    ).toBe(403);
    expect((await api().post(PATH).send({ url: SITE })).status).toBe(401);
    expect((await api().get(`${PATH}/active`)).status).toBe(401);
    const inner = await post({ url: 'http://10.0.0.1/' });
    expect([inner.status, (inner.body as { code: string }).code]).toEqual([422, 'target_forbidden']);
  });
});

it('credits by their periods are those of the account', async () => {
  const { body } = await get('/v2/team/credit-usage/historical');
  expect(body).toEqual({
    success: true,
    periods: [{ startDate: expect.any(String), endDate: expect.any(String), creditsUsed: 0 }],
  });
  expect((await get('/v2/team/credit-usage/historical?byApiKey=true')).status).toBe(400);
});

describe('the watcher of a client', () => {
  const closedWith = (path: string, protocol?: string): Promise<number | string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${fixture.url.replace('http', 'ws')}${path}`, protocol);
      let outcome: number | string = 'never opened';
      socket.addEventListener('close', ({ code }) => resolve(outcome === 'opened' ? code : outcome));
      socket.addEventListener('open', () => (outcome = 'opened'));
      socket.addEventListener('error', () => (outcome = 'failed'));
    });

  it('is sent off to the status of the job, where it names a key', async () => {
    const id = await start();
    expect(await closedWith(`${PATH}/${id}`, account.key)).toBe(1_000);
    expect(await closedWith(`/v2/batch/scrape/${id}`, account.key)).toBe(1_000);
    expect(await closedWith(`${PATH}/${id}`)).toBe('failed');
    expect(await closedWith(`/crawl/web/${id}`, account.key)).toBe('failed');
  });

  it('is no other upgrade, which is a request as any', async () => {
    const answer = await api().get('/v2/team/credit-usage').set({ ...bearer(), upgrade: 'h2c', connection: 'upgrade' }); // oxfmt-ignore
    expect(answer.status).toBe(200);
  });
});
