import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createBatchScene, failWith } from '../../test/batch-scene.js';
import { createReceiverSeals } from '@quarry/tokens';
import { FIXTURE_SECRET, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { COMPAT_PAGE_ROWS } from '../bounds.js';

const PATH = '/v2/batch/scrape';
const BASE_URL = 'http://127.0.0.1:3000';

interface Page {
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly creditsUsed: number;
  readonly next?: string;
  readonly data: readonly {
    readonly markdown?: string;
    readonly warning?: string;
    readonly metadata: { sourceURL: string };
  }[];
}

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let account: Awaited<ReturnType<GatewayFixture['addAccount']>>;

const api = () => supertest(fixture.url);
const post = (body: object, headers: Record<string, string> = {}) =>
  api()
    .post(PATH)
    .set({ authorization: `Bearer ${account.key}`, ...headers })
    .send(body);
const get = (path: string, key = account.key) =>
  api().get(path.replace(BASE_URL, '')).set('authorization', `Bearer ${key}`);
const large = (letter: string, chars: number) => ({ a: letter.repeat(chars), b: letter.repeat(chars), c: letter.repeat(chars) }); // oxfmt-ignore
const urls = (count: number): string[] =>
  Array.from({ length: count }, (_item, index) => `https://example.com/${index}`);
const start = async (body: object): Promise<string> => ((await post(body)).body as { id: string }).id;
const pageOf = async (path: string): Promise<Page> => (await get(path)).body as Page;
const available = async (): Promise<number | undefined> =>
  (await fixture.store.accounts.period(account.account.id))?.available;
const page = (text: string) =>
  ({ state: 'ok', verdict: 'ok', chargedCredits: 1, answer: { markdown: text, content: text } }) as const;

beforeAll(async () => {
  fixture = await startGatewayFixture({ credits: 10_000 });
  scene = createBatchScene(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  account = await fixture.addAccount();
});

describe('a batch in the words of another API', () => {
  it('is a job of ours, whose addresses that are none are left out', async () => {
    const answer = await post({ urls: ['https://example.com/0', 'http://', 7], timeout: 20_000, origin: 'client' });
    const { id, ...rest } = answer.body as { id: string };
    expect(rest).toEqual({ success: true, url: `${BASE_URL}${PATH}/${id}`, invalidURLs: ['http://', '7'] });
    const { body } = await api().get(`/scrape/batch/web/${id}`).set('x-api-key', account.key);
    expect(body).toMatchObject({ status: 'ok', data: { status: 'pending', requestsCount: 1 } });
  });

  it('is read in pages that follow each other while it runs, each document once', async () => {
    const count = COMPAT_PAGE_ROWS + 3;
    const id = await start({ urls: urls(count) });
    expect(await pageOf(`${PATH}/${id}`)).toMatchObject({ status: 'scraping', total: count, completed: 0, data: [] });
    await scene.endSome(id, 2, ({ index }) => page(`text ${index}`));
    await scene.publish(id);
    const early = await pageOf(`${PATH}/${id}`);
    expect([early.status, early.completed, early.data.length]).toEqual(['scraping', 2, 2]);
    expect(early).not.toHaveProperty('next');
    await scene.run(id, ({ index }) => (index === 5 ? failWith() : page(`text ${index}`)));
    const seen = [];
    let next: string | undefined = `${PATH}/${id}`;
    const sizes = [];
    while (next !== undefined) {
      const read: Page = await pageOf(next);
      sizes.push(read.data.length);
      seen.push(...read.data.map(({ markdown, metadata }) => `${metadata.sourceURL} ${markdown}`));
      next = read.next;
    }
    expect(sizes).toEqual([COMPAT_PAGE_ROWS - 1, 3]);
    expect(seen.toSorted()).toEqual(
      urls(count)
        .flatMap((url, index) => (index === 5 ? [] : [`${url} text ${index}`]))
        .toSorted(),
    );
    expect(await pageOf(`${PATH}/${id}`)).toMatchObject({ status: 'completed', creditsUsed: count - 1 });
  });

  it('tells what failed, and what robots.txt disallows', async () => {
    const id = await start({ urls: urls(3) });
    const ends = [page('x'), failWith(), failWith({ error: 'robots_disallowed' })];
    await scene.run(id, ({ index }) => ends[index] ?? page('x'));
    const { body } = await get(`${PATH}/${id}/errors`);
    expect(body).toMatchObject({ success: true, robotsBlocked: ['https://example.com/2'] });
    const { errors } = body as { errors: { url: string; code: string; error: string }[] };
    expect(errors.map(({ url, code }) => `${url} ${code}`).toSorted()).toEqual([
      'https://example.com/1 target_blocked',
      'https://example.com/2 robots_disallowed',
    ]);
    expect(errors[0]?.error).toMatch(/\w/);
  });

  it('says of a document that is no longer stored where it was', async () => {
    const id = await start({ urls: urls(1) });
    await scene.run(id, () => page('x'));
    const [item] = await fixture.store.batches.results(id, { afterSeq: 0, limit: 1 });
    await fixture.files.removeRequest(account.account.id, item?.id ?? '');
    const { data } = await pageOf(`${PATH}/${id}`);
    expect(data).toMatchObject([
      { warning: expect.stringMatching(/no longer stored/), metadata: { sourceURL: urls(1)[0] } },
    ]);
  });

  it('is cancelled free of charge, and cannot be once it is over', async () => {
    const before = await available();
    const id = await start({ urls: urls(4) });
    const cancel = () => api().delete(`${PATH}/${id}`).set('authorization', `Bearer ${account.key}`);
    expect((await cancel()).body).toEqual({ success: true, status: 'cancelled' });
    await scene.cancelOpen(id);
    expect(await pageOf(`${PATH}/${id}`)).toMatchObject({ status: 'cancelled', creditsUsed: 0, data: [] });
    expect(await available()).toBe(before);
    const done = await start({ urls: urls(1) });
    await scene.run(done, () => page('x'));
    const late = await api().delete(`${PATH}/${done}`).set('authorization', `Bearer ${account.key}`);
    expect(late.body).toEqual({ success: true, status: 'completed' });
  });

  it('is unknown to other accounts', async () => {
    const id = await start({ urls: urls(1) });
    const other = await fixture.addAccount();
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}/errors`, `${PATH}/x`]) {
      const { status, body } = await get(path, other.key);
      expect([status, (body as { code: string }).code]).toEqual([404, 'job_not_found']);
    }
    const { status } = await api().delete(`${PATH}/${id}`).set('authorization', `Bearer ${other.key}`);
    expect(status).toBe(404);
    expect(await pageOf(`${PATH}/${id}`)).toMatchObject({ status: 'scraping' });
  });

  it('starts once under the key of idempotency of the clients, whose refusals are told again in their words', async () => {
    const key = { 'x-idempotency-key': 'one' };
    const [first, again] = [await post({ urls: urls(2) }, key), await post({ urls: urls(2) }, key)];
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const bad = { urls: ['https://example.com/', 'no address'], ignoreInvalidURLs: false, timeout: 1 };
    const refused = [await post(bad, { 'x-idempotency-key': 'two' }), await post(bad, { 'x-idempotency-key': 'two' })];
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([400, { success: false, code: 'validation_failed', error: expect.any(String) }]);
      for (const wrong of [/ timeout: timeout /, / urls\.1: urls\.1 /]) {
        expect((body as { error: string }).error).toMatch(wrong);
      }
    }
  });

  it('keeps of its webhook what the receiver expects, the headers encrypted', async () => {
    const webhook = { url: 'https://a.example/', headers: { 'x-token': 'seeded' }, metadata: { order: 7 } };
    const id = await start({ urls: urls(1), webhook });
    const kept = (await fixture.store.batches.get(id))?.webhook;
    expect(kept).toEqual({
      ...{ url: 'https://a.example/', format: 'firecrawl', metadata: '{"order":7}', sealedHeaders: expect.any(String) },
      events: ['batch.started', 'batch.page', 'batch.completed', 'batch.stopped'],
    });
    const scope = { accountId: account.account.id, requestId: id };
    const seals = createReceiverSeals({ secret: FIXTURE_SECRET });
    expect(seals?.open(scope, kept?.sealedHeaders ?? '')).toEqual({ 'x-token': 'seeded' });
    const other = await start({ urls: urls(1), webhook: 'https://a.example/' });
    expect((await fixture.store.batches.get(other))?.webhook).not.toHaveProperty('sealedHeaders');
    const { body } = await api().get(`/scrape/batch/web/${id}`).set('x-api-key', account.key);
    expect(JSON.stringify(body)).not.toMatch(/seal|seeded/);
  });

  it('has its receiver again where its failed pages are submitted again', async () => {
    const receiver = { url: 'https://a.example/', headers: { 'x-token': 'seeded' }, events: ['page'] };
    const id = await start({ urls: urls(1), webhook: receiver });
    await scene.run(id, () => failWith());
    const again = await api().post(`/scrape/batch/web/${id}/retry-failed`).set('x-api-key', account.key).send({});
    const requestId = String((again.body as { jobId: string }).jobId);
    const kept = (await fixture.store.batches.get(requestId))?.webhook;
    expect(kept).toMatchObject({ format: 'firecrawl', events: ['batch.page'] });
    const seals = createReceiverSeals({ secret: FIXTURE_SECRET });
    const scope = { accountId: account.account.id, requestId };
    expect(seals?.open(scope, kept?.sealedHeaders ?? '')).toEqual({ 'x-token': 'seeded' });
  });

  it('is another call under the same key where its receiver expects something else', async () => {
    const key = { 'x-idempotency-key': 'receivers' };
    const webhookOf = (order: number) => ({ url: 'https://a.example/', metadata: { order } });
    const answers = [1, 1, 2].map((order) => ({ urls: urls(1), webhook: webhookOf(order) }));
    const statuses = [];
    for (const body of answers) statuses.push((await post(body, key)).status);
    expect(statuses).toEqual([200, 200, 409]);
  });

  it.each([
    [{ urls: [] }, /must be a list/],
    [{ urls: ['ftp://a.example/'] }, /None of the urls/],
    [{ urls: urls(1), maxConcurrency: 2 }, /does not support maxConcurrency/],
    [{ urls: urls(1), appendToId: 'x' }, /does not support appendToId/],
    [{ urls: urls(1), formats: ['summary'] }, /format summary/],
    [
      { urls: urls(1), webhook: { url: 'https://a.example/', events: ['action'] } },
      /event "action".*started, page, completed, failed/,
    ],
    [
      { urls: urls(1), webhook: { url: 'https://a.example/', headers: { host: 'b' } } },
      /webhook.*header of the connection/,
    ],
    [{ urls: urls(1), webhook: { url: 'https://a.example/', headers: { a: 'b'.repeat(8_193) } } }, /webhook\.headers/],
    [{ urls: urls(1), webhook: { url: 'https://a.example/', headers: large('x', 8_000) } }, /16384 bytes/],
    [{ urls: urls(1), webhook: { url: 'https://a.example/', metadata: large('x', 8_000) } }, /metadata.*16384 bytes/],
    [{ urls: urls(1), webhook: { url: 'https://a.example/', metadata: 'x' } }, /metadata must be an object/],
    [{ urls: urls(1), webhook: 'http://10.0.0.1/' }, /webhook/],
  ])('is refused with %j, free of charge', async (body, message) => {
    const before = await available();
    const answer = await post(body);
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([400, expect.stringMatching(message)]);
    expect(await available()).toBe(before);
  });

  it('is refused to a key that may not scrape, which may read it all the same', async () => {
    const id = await start({ urls: urls(1) });
    const limits = { operations: ['enginea'] };
    const made = await fixture.store.keys.create({ accountId: account.account.id, name: 'limited', limits });
    const limited = made?.plainKey ?? '';
    const answer = await api()
      .post(PATH)
      .set('x-api-key', limited)
      .send({ urls: urls(1) });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([403, 'forbidden']);
    expect((await get(`${PATH}/${id}`, limited)).status).toBe(200);
  });

  it('is refused without its credits as a native one, with 402', async () => {
    account = await fixture.addAccount({ credits: 1 });
    expect((await post({ urls: urls(2) })).status).toBe(402);
    expect(
      (
        await api()
          .post(PATH)
          .send({ urls: urls(1) })
      ).status,
    ).toBe(401);
  });
});
