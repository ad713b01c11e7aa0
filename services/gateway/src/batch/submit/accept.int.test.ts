import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CONTRACT_VERSION, type Violation } from '@quarry/contracts';
import supertest from 'supertest';
import { MAX_BATCH_BODY_BYTES, MAX_BATCH_ITEM_BYTES, MAX_BODY_BYTES } from '../../bounds.js';
import { expectError } from '../../../test/expect-error.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';
import { until } from '../../../test/until.js';

const PATH = '/scrape/batch/web';
const urls = (count: number) =>
  Array.from({ length: count }, (_item, index) => ({ url: `https://example.com/${index}` }));

let fixture: GatewayFixture;
let key: string;
let accountId: string;

const api = () => supertest(fixture.url);
const submit = (body: object | string, apiKey = key) =>
  api().post(PATH).set('x-api-key', apiKey).set('content-type', 'application/json').send(body);
const period = async () => {
  const found = await fixture.store.accounts.period(accountId);
  return { held: found?.held, charged: found?.charged, available: found?.available };
};
const jobs = () => fixture.store.batches.list(accountId, { limit: 100 });
const nothingKept = async () => {
  expect(await jobs()).toEqual([]);
  expect(await period()).toEqual({ held: 0, charged: 0, available: 1_000 });
};
const violationsOf = (answer: supertest.Response): string[] =>
  (answer.body as { errors: Violation[] }).errors.map(({ field, rule }) => `${field} ${rule}`);

beforeAll(async () => {
  fixture = await startGatewayFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});

describe('a batch that is fine', () => {
  it('is accepted as a job with a hold of the sum, and nothing charged', async () => {
    const requests = [
      { url: 'https://a.example/1', jsRendering: false },
      { url: 'https://B.example:8080/2', proxyType: 'residential', jsRendering: true },
    ];
    const answer = await submit({ requests });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ jobId: answer.headers['x-request-id'], status: 'ok' });
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '984' });
    expect(await period()).toEqual({ held: 16, charged: 0, available: 984 });
    const [job] = await jobs();
    expect(job).toMatchObject({
      state: 'pending',
      requestsCount: 2,
      heldCredits: 16,
      contractVersion: CONTRACT_VERSION,
    });
    const items = await fixture.store.batches.openItems(String(job?.id), { afterIndex: -1, limit: 10 });
    expect(items.map(({ index, site }) => ({ index, site }))).toEqual([
      { index: 0, site: 'a.example' },
      { index: 1, site: 'b.example:8080' },
    ]);
    const item = await fixture.store.items.get(String(items[1]?.id));
    expect(item?.query).toEqual(requests[1]);
    expect(item?.params).toMatchObject({ ...requests[1], outputFormat: ['html'], blockAds: true });
  });

  it('shows what it holds in the usage of the account', async () => {
    await submit({ requests: urls(3) });
    const usage = await api().get('/user/me/usage').set('x-api-key', key);
    expect(usage.body.data).toMatchObject({ heldCredits: 30, availableCredits: 970 });
  });

  it('keeps its webhook with the default events', async () => {
    await submit({ requests: urls(1), webhook: { url: 'https://hooks.example/in' } });
    expect((await jobs())[0]?.webhook).toEqual({ url: 'https://hooks.example/in', events: ['batch.completed'] });
  });

  it('takes addresses that workers will refuse: they are errors of their items', async () => {
    expect((await submit({ requests: [{ url: 'http://127.0.0.1/' }, { url: 'ftp://a.example/' }] })).status).toBe(200);
  });

  it('uses no place of the account’s concurrency', async () => {
    const { key: lone } = await fixture.addAccount({ concurrency: 0 });
    expect((await submit({ requests: urls(2) }, lone)).status).toBe(200);
  });

  it('is read while another account sends large ones slowly', async () => {
    const slow = await fixture.addAccount();
    const headers = {
      'x-api-key': slow.key,
      'content-type': 'application/json',
      'content-length': MAX_BATCH_BODY_BYTES,
    };
    const sending = [1, 2, 3].map(() => {
      const call = request(`${fixture.url}${PATH}`, { method: 'POST', headers });
      call.on('error', () => undefined);
      call.write('{"requests":[');
      return call;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await submit({ requests: urls(1) })).status).toBe(200);
    for (const call of sending) call.destroy();
  });

  it('is undone when its caller is gone before it was accepted', async () => {
    const [reached, left] = [gate(), gate()];
    const stalled = await startGatewayFixture({
      faultPoint: async (point) => {
        if (point !== 'gateway.batch_items_stored') return;
        reached.open();
        await left.passed;
      },
    });
    try {
      const { account, key: own } = await stalled.addAccount();
      const headers = { 'x-api-key': own, 'content-type': 'application/json' };
      const body = JSON.stringify({ requests: urls(2) });
      const caller = new AbortController();
      const call = fetch(`${stalled.url}${PATH}`, { method: 'POST', headers, body, signal: caller.signal });
      const isCut = expect(call).rejects.toThrow();
      await reached.passed;
      const heldBy = async () => (await stalled.store.accounts.period(account.id))?.held;
      expect(await heldBy()).toBe(20);
      caller.abort();
      await isCut;
      await until(async () => stalled.lines.some((line) => line.includes('"isAborted":true')));
      left.open();
      await until(async () => (await heldBy()) === 0);
      expect(await stalled.store.batches.list(account.id, { limit: 1 })).toEqual([]);
    } finally {
      await stalled.close();
    }
  });
});

describe('a batch that is refused leaves nothing behind', () => {
  it('and names every violation of every item', async () => {
    const answer = await submit({
      requests: [
        { url: 'https://example.com/' },
        { outputFormat: ['pdf'], jsRendering: 'yes' },
        'https://example.com/',
        { url: 'https://example.com/', screenshot: true, jsRendering: false, color: 'red' },
      ],
      webhook: { url: 'http://10.0.0.1/in' },
      name: 'mine',
    });
    expectError(answer, 422, 'validation_failed');
    expect(violationsOf(answer).sort()).toEqual([
      'name unknown',
      'requests.1.jsRendering boolean',
      'requests.1.outputFormat.0 enum',
      'requests.1.url required',
      'requests.2 object',
      'requests.3.color unknown',
      'requests.3.screenshot requiresRendering',
      'webhook.url forbidden',
    ]);
    const messages = (answer.body as { errors: Violation[] }).errors.map(({ message }) => message);
    expect(messages).toContain('requests.1.url is required.');
    expect(messages).toContain('requests.2 must be an object.');
    await nothingKept();
  });

  it.each([
    [{}, ['requests required']],
    [{ requests: [] }, ['requests minLength']],
    [{ requests: 'all' }, ['requests array']],
    [
      { requests: [{ url: 'https://example.com/' }], webhook: { url: 'file:///etc/passwd' } },
      ['webhook.url forbidden'],
    ],
  ])('as %j', async (body, violations) => {
    const answer = await submit(body);
    expectError(answer, 422, 'validation_failed');
    expect(violationsOf(answer)).toEqual(violations);
    await nothingKept();
  });

  it('of more than 10,000 items, whatever they are', async () => {
    const answer = await submit(`{"requests":[${'1,'.repeat(10_000)}1]}`);
    expectError(answer, 422, 'validation_failed');
    expect(violationsOf(answer)).toEqual(['requests maxLength']);
  });

  it('of 10,000 bad items, each of which is told of, and no more than the bound besides', async () => {
    const answer = await submit({ requests: Array.from({ length: 10_000 }, () => ({ a: 1, b: 2, c: 3 })) });
    expectError(answer, 422, 'validation_failed');
    const fields = violationsOf(answer);
    expect(fields).toHaveLength(20_000);
    expect(new Set(fields.map((field) => field.split('.')[1])).size).toBe(10_000);
    await nothingKept();
  });

  it.each([
    ['cut off', '{"requests":[{"url":"https://example.com/"}'],
    ['broken in an item', '{"requests":[{"url":"https://example.com/"},{"url":}]}'],
    ['no object', '[1,2]'],
    ['nested too deep', `{"requests":[1],"a":${'['.repeat(200)}${']'.repeat(200)}}`],
  ])('when its JSON is %s', async (_name, body) => {
    expectError(await submit(body), 400, 'bad_request');
    expectError(await submit(body).set('idempotency-key', randomUUID()), 400, 'bad_request');
    await nothingKept();
  });

  it('with an item that nests too deep, or is too large for one request', async () => {
    const deep = `{"headers":${'['.repeat(63)}${']'.repeat(63)}}`;
    const large = JSON.stringify({ url: `https://example.com/${'x'.repeat(MAX_BATCH_ITEM_BYTES)}` });
    const answer = await submit(`{"requests":[${deep},${large}]}`);
    expect(violationsOf(answer)).toEqual(['requests.0 object', 'requests.1 maxLength']);
  });

  it('above 32 MB, or with too much besides its items', async () => {
    const large = await fetch(`${fixture.url}${PATH}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: `{"requests":[]}${' '.repeat(MAX_BATCH_BODY_BYTES)}`,
    });
    expect([large.status, ((await large.json()) as { error: string }).error]).toEqual([413, 'payload_too_large']);
    expectError(await submit(`{"requests":[1],"a":"${'x'.repeat(MAX_BODY_BYTES)}"}`), 413, 'payload_too_large');
    await nothingKept();
  });

  it('of another media type, packed, or without a valid key', async () => {
    expectError(await submit('requests=1').set('content-type', 'text/plain'), 415, 'unsupported_media_type');
    expectError(await submit('{}').set('content-encoding', 'gzip'), 415, 'unsupported_media_type');
    expectError(
      await api()
        .post(PATH)
        .send({ requests: urls(1) }),
      401,
      'unauthorized',
    );
    expectError(await submit({ requests: urls(1) }, 'qk_wrong'), 401, 'unauthorized');
  });

  it('without the credits for all of it, and says what is needed, there and cheaper', async () => {
    const answer = await submit({ requests: urls(101) });
    expectError(answer, 402, 'credits_exhausted');
    expect((answer.body as { message: string }).message).toBe(
      'This batch needs 1010 credits and 1000 are available. With jsRendering: false it needs 101.',
    );
    await nothingKept();
    expect((await submit({ requests: urls(100) })).status).toBe(200);
  });

  it('and names a cheaper way only where there is one for all kinds of its items', async () => {
    const shot = urls(60).map((item) => ({ ...item, screenshot: true }));
    const mixed = await submit({ requests: [...shot, ...urls(60)] });
    expect((mixed.body as { message: string }).message).toMatch(/With jsRendering: false it needs 660\.$/);
    const none = await submit({ requests: [...shot, ...shot] });
    expect((none.body as { message: string }).message).toMatch(/are available\.$/);
  });

  it('while the service is at its limit, before any hold', async () => {
    const busy = await startGatewayFixture({ maxQueueWaitMs: -1 });
    try {
      await busy.gateway.ready();
      busy.gateway.start();
      await until(async () => (await busy.metrics.text()).includes('queue_backlog{queue="browser-scrape"'));
      const { key: own } = await busy.addAccount();
      const answer = await supertest(busy.url)
        .post(PATH)
        .set('x-api-key', own)
        .send({ requests: urls(1) });
      expectError(answer, 503, 'overloaded');
      expect(answer.headers['retry-after']).toBe('5');
    } finally {
      await busy.close();
    }
  });
});
