import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchItem } from '@quarry/store';
import request from 'supertest';
import { createBatchScene, failWith, type ItemEnd } from '../../test/batch-scene.js';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { LOOK_MIN_MS } from './bounds.js';

const HOUR_MS = 3_600_000;
const SITE = 'https://shop.example';
const SCRAPE = { jsRendering: false, outputFormat: ['markdown'] };
const CRAWL = { type: 'crawl', params: { url: `${SITE}/`, scrape: SCRAPE } };
const requests = ['/a', '/b', '/c'].map((path) => ({ url: `${SITE}${path}` }));
const BATCH = { type: 'batch', operation: 'scrape/web', params: { requests, defaults: SCRAPE } };

/** What the target has at a path: its page as markdown, a status, or `fail` and `duplicate`. */
type Pages = Readonly<Record<string, string | number>>;
type Shown = Readonly<Record<string, unknown>>;

let gateway: GatewayFixture;
let caller: Awaited<ReturnType<GatewayFixture['addAccount']>>;
beforeAll(async () => {
  gateway = await startGatewayFixture();
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  caller = await gateway.addAccount();
});

const get = (path: string) => request(gateway.url).get(path).set('x-api-key', caller.key);
const post = (body: object) => request(gateway.url).post('/schedules').set('x-api-key', caller.key).send(body);
const dataOf = ({ body }: { body: unknown }): Shown => (body as { data: Shown }).data;
const add = async (body: object): Promise<string> => {
  const answer = await post({ intervalSeconds: 3_600, changeTracking: { markdown: true }, ...body });
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
  return String(dataOf(answer)['id']);
};

const endWith =
  (pages: Pages) =>
  ({ params }: BatchItem): ItemEnd => {
    const path = new URL((params as { url: string }).url).pathname;
    const page = pages[path];
    if (page === 'fail') return failWith();
    if (page === 'duplicate') return failWith({ verdict: 'duplicate', error: 'duplicate_page' });
    const answer = typeof page === 'number' ? { statusCode: page } : { statusCode: 200, markdown: page };
    return { state: 'ok', verdict: 'ok', chargedCredits: 1, answer };
  };

/** Lets the hour pass and the job run: a crawl finds the pages other than its first. Returns the run. */
const runNext = async (id: string, pages: Pages, limitsHit: readonly string[] = []): Promise<Shown> => {
  gateway.advance(HOUR_MS);
  await gateway.gateway.sweepOnce();
  const [job] = await gateway.store.batches.list(caller.account.id, { limit: 1 });
  const scene = createBatchScene(gateway);
  const found = Object.keys(pages).filter((path) => path !== '/');
  await (job?.crawl === undefined
    ? scene.run(job?.id ?? '', endWith(pages))
    : scene.crawl(
        job.id,
        found.map((path) => `${SITE}${path}`),
        endWith(pages),
        limitsHit,
      ));
  gateway.advance(LOOK_MIN_MS);
  await gateway.gateway.sweepOnce();
  const [run] = dataOf(await get(`/schedules/${id}`))['runs'] as Shown[];
  expect(run).toMatchObject({ status: 'ok', jobId: job?.id });
  return run ?? {};
};

describe('a schedule of crawls', () => {
  it('makes one crawl for each due time, whose end is the end of the run', async () => {
    const id = await add({ target: CRAWL });
    expect(dataOf(await get(`/schedules/${id}`))).toMatchObject({
      target: { type: 'crawl', operation: 'scrape/web', params: CRAWL.params },
    });
    const run = await runNext(id, { '/': '# Shop\n', '/a': '# A\n', '/b': 'fail' });
    expect(run).toMatchObject({ creditsCharged: 2, message: '2 of 3 pages succeeded.', change: { status: 'first' } });
    expect(await gateway.store.batches.list(caller.account.id, { limit: 10 })).toHaveLength(1);
    expect((await get('/user/me/usage')).body).toMatchObject({ data: { availableCredits: 998, heldCredits: 0 } });
    expect((await get(`/crawl/web/${String(run['jobId'])}`)).body).toMatchObject({ data: { status: 'done' } });
  });

  it.each([
    [{ ...CRAWL, params: {} }, { markdown: true }, ['changeTracking.markdown', 'target.params.url']],
    [{ ...CRAWL, operation: 'map/web' }, undefined, ['target.operation']],
    [{ ...CRAWL, params: { ...CRAWL.params, scrape: { wait: -1 } } }, undefined, ['target.params.scrape.wait']],
    [{ ...CRAWL, params: { ...CRAWL.params, depth: 1 } }, { fields: ['title'] }, ['target.params.depth']],
    [CRAWL, { links: true }, ['changeTracking.links']],
    [{ type: 'operation', params: {} }, undefined, ['target.operation']],
    [
      { ...BATCH, params: { requests: [...requests, { outputFormat: ['text'] }], defaults: SCRAPE } },
      { markdown: true },
      ['changeTracking.markdown'],
    ],
  ])('%# refuses what the crawl, or the comparison, would be refused for', async (target, changeTracking, fields) => {
    const answer = await post({ intervalSeconds: 3_600, target, changeTracking });
    expectError(answer, 422, 'validation_failed');
    const named = (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field);
    expect(named).toEqual(expect.arrayContaining([fields[0]]));
    // What a schedule says of itself is checked first, then its target.
    expect(fields).toEqual(expect.arrayContaining(named));
  });

  it('refuses an address that no crawl may begin with', async () => {
    const params = { ...CRAWL.params, url: 'http://127.0.0.1/' };
    expectError(await post({ intervalSeconds: 3_600, target: { ...CRAWL, params } }), 422, 'target_forbidden');
  });
});

describe('changeTracking of a crawl', () => {
  it('says which pages are new, gone and changed, and tells of changes alone', async () => {
    const id = await add({ name: 'Shop', target: CRAWL, webhook: { url: 'https://hooks.example/in' } });
    await runNext(id, { '/': '# Shop\n', '/a': '# A\n\n10 EUR\n', '/b': '# B\n', '/c': '# C\n' });
    const same = await runNext(id, { '/': '# Shop\n', '/a': '# A\n\n10 EUR\n', '/b': '# B\n', '/c': '# C\n' });
    expect(same).toMatchObject({ change: { status: 'same', pages: { compared: 4, unknown: 0, changed: [] } } });
    const changed = await runNext(id, { '/': '# Shop\n', '/a': '# A\n\n12 EUR\n', '/b': 404, '/d': '# D\n' });
    expect(changed).toMatchObject({
      change: {
        ...{ status: 'changed', added: 1, removed: 2, changed: 1, comparedWith: same['dueAt'] },
        pages: {
          ...{ compared: 2, unknown: 0, added: [`${SITE}/d`], removed: [`${SITE}/b`, `${SITE}/c`] },
          changed: [{ url: `${SITE}/a`, markdown: { diff: expect.stringContaining('-10 EUR\n+12 EUR') } }],
        },
      },
    });
    expect(changed['change']).not.toHaveProperty('isCut');

    const listed = dataOf(await get('/webhooks/deliveries'))['deliveries'] as { id: string }[];
    expect(listed).toHaveLength(1);
    const delivery = await gateway.store.webhooks.get(listed[0]?.id ?? '');
    expect(delivery?.data).toMatchObject({ jobId: changed['jobId'], added: 1, removed: 2, changed: 1 });
    expect(JSON.stringify(delivery?.data)).not.toMatch(/EUR|shop\.example/);
    const { text } = await get(`/schedules/${id}/changes.rss`);
    expect(text).toContain('<title>Shop: pages: 1 added, 2 removed, 1 changed</title>');
    for (const line of [`new: ${SITE}/d`, `gone: ${SITE}/b`, `changed: ${SITE}/a`, '+12 EUR']) {
      expect(text).toContain(line);
    }
  });

  it('takes no page for gone because another failed or the crawl was bounded, and none for new because it failed before', async () => {
    const id = await add({ target: CRAWL });
    await runNext(id, { '/': '# Shop\n', '/a': '# A\n', '/b': 'fail', '/c': 'duplicate' });
    // The links of a page that failed are not known.
    const failed = await runNext(id, { '/': 'fail', '/b': '# B\n', '/c': '# C\n' });
    expect(failed).toMatchObject({ change: { status: 'same', pages: { compared: 0, unknown: 2 } } });
    const bounded = await runNext(id, { '/': '# Shop\n', '/b': '# B\n' }, ['limit']);
    expect(bounded).toMatchObject({ change: { status: 'same', pages: { compared: 2, unknown: 2 } } });
    const whole = await runNext(id, { '/': '# Shop\n', '/b': '# B, new\n', '/c': '# C\n' });
    expect(whole).toMatchObject({
      change: { status: 'changed', pages: { removed: [`${SITE}/a`], changed: [{ url: `${SITE}/b` }], unknown: 0 } },
    });
  });

  it('says nothing about a run of which no page could be read', async () => {
    const id = await add({ target: CRAWL });
    await runNext(id, { '/': '# Shop\n', '/a': '# A\n' });
    expect(await runNext(id, { '/': 'fail' })).toMatchObject({ change: { status: 'unknown' } });
    expect(await runNext(id, { '/': 'duplicate' })).toMatchObject({ change: { status: 'unknown' } });
    expect(await runNext(id, { '/': '# Shop\n', '/a': '# A!\n' })).toMatchObject({
      change: { changed: 1, removed: 0 },
    });
  });
});

describe('changeTracking of a batch', () => {
  it('compares its requests by their addresses, whatever their order of end', async () => {
    const id = await add({ target: BATCH, changeTracking: { markdown: true, fields: ['statusCode'] } });
    await runNext(id, { '/a': '# A\n', '/b': '# B\n', '/c': 'fail' });
    const run = await runNext(id, { '/a': 410, '/b': '# B!\n', '/c': '# C\n' });
    expect(run).toMatchObject({
      change: {
        ...{ status: 'changed', added: 0, removed: 1, changed: 1 },
        pages: { removed: [`${SITE}/a`], changed: [{ url: `${SITE}/b`, fields: [], markdown: { added: 1 } }] },
      },
    });
    expect(await runNext(id, { '/a': '# A\n', '/b': '# B!\n', '/c': '# C\n' })).toMatchObject({
      change: { status: 'changed', added: 1, removed: 0, changed: 0, pages: { added: [`${SITE}/a`] } },
    });
  });

  it('names a changed page whose response of the run before is no longer stored', async () => {
    const id = await add({ target: BATCH });
    const first = await runNext(id, { '/a': '# A\n', '/b': '# B\n', '/c': '# C\n' });
    const items = await gateway.store.batches.results(String(first['jobId']), { afterSeq: 0, limit: 10 });
    for (const { accountId, id: itemId } of items) await gateway.files.removeRequest(accountId, itemId);
    const { change } = await runNext(id, { '/a': '# A!\n', '/b': '# B\n', '/c': '# C\n' });
    expect(change).toMatchObject({ changed: 1, isCut: true, pages: { changed: [{ url: `${SITE}/a` }] } });
    expect(JSON.stringify(change)).not.toContain('diff');
  });
});
