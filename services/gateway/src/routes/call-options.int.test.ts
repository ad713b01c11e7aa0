import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@quarry/contracts';
import { TOKEN_LIFE_MS } from '@quarry/tokens';
import supertest from 'supertest';
import { ASYNC_MIN_AGE_MS } from '../bounds.js';
import { createAsyncRecovery } from '../sweeper/recover-async.js';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { until } from '../../test/until.js';

const TARGET = 'https://example.com/page';
const NEVER = new Promise<never>(() => undefined);

let fixture: GatewayFixture;
let apiKey: string;
let accountId: string;
/** Bodies that the worker ran. */
let runs: string[];

const post = (body: object = {}, headers: Record<string, string> = {}) =>
  supertest(fixture.url)
    .post('/scrape/web')
    .set({ 'x-api-key': apiKey, ...headers })
    .send({ url: TARGET, ...body });
const ASYNC = { prefer: 'respond-async' };
const rowOf = (id: string) => fixture.store.requests.get(id);
const ended = (id: string) =>
  until(async () => {
    const row = await rowOf(id);
    return row !== null && row.state !== 'open';
  });
const charged = async () => (await fixture.store.accounts.period(accountId))?.charged;
const violationsOf = (answer: supertest.Response): string[] =>
  (answer.body as { errors: { field: string; rule: string }[] }).errors.map(({ field, rule }) => `${field} ${rule}`);

beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker(['browser-scrape', 'serp']);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  apiKey = made.key;
  accountId = made.account.id;
  runs = [];
  fixture.behave(async ({ id }) => {
    runs.push(id);
    return okEnd({ content: `<p>${id}</p>` });
  });
});

describe('timeout', () => {
  it('ends the call as a timeout of the target, free of charge', async () => {
    fixture.behave(() => NEVER);
    const startedAt = performance.now();
    const answer = await post({ timeout: 1_000 });
    expectError(answer, 504, 'target_timeout');
    expect(answer.body.message).toContain('its timeout of 1000 ms');
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    const row = await rowOf(String(answer.headers['x-request-id']));
    expect(row).toMatchObject({ state: 'expired', verdict: 'page_timeout', chargedCredits: 0 });
    expect(await fixture.inUse(accountId)).toBe(0);
  });

  it('is the deadline of the row, which the worker keeps to', async () => {
    const answer = await post({ timeout: 5_000 });
    const row = await rowOf(String(answer.headers['x-request-id']));
    expect((row?.deadlineAtMs ?? 0) - (row?.createdAtMs ?? 0)).toBeLessThanOrEqual(5_000);
  });

  it('is a parameter of every operation', () => {
    const lacking = OPERATIONS.filter(({ input }) => !Object.hasOwn(input.fields, 'timeout'));
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });

  it.each([999, 300_001, 1_000.5])('of %s is refused', async (timeout) => {
    const answer = await post({ timeout });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors[0].field).toBe('timeout');
  });
});

describe('Prefer: respond-async', () => {
  it('answers with the id before the request has ended, and holds its place until the end', async () => {
    const wait = gate();
    fixture.behave(async () => {
      await wait.passed;
      return okEnd();
    });
    const answer = await post({}, { prefer: 'wait=5, Respond-Async' });
    expect(answer.status).toBe(202);
    const id = String(answer.headers['x-request-id']);
    expect(answer.body).toEqual({ id, status: 'pending' });
    expect(answer.headers).toMatchObject({
      'preference-applied': 'respond-async',
      location: `http://127.0.0.1:3000/requests/${id}`,
      'x-credits-charged': '0',
    });
    expect(await rowOf(id)).toMatchObject({ state: 'open', isAsync: true });
    expect(await fixture.inUse(accountId)).toBe(1);
    wait.open();
    await ended(id);
    expect(await rowOf(id)).toMatchObject({ state: 'ok', chargedCredits: 1 });
    await until(async () => (await fixture.inUse(accountId)) === 0);
  });

  it('works for a GET as well', async () => {
    const answer = await supertest(fixture.url)
      .get('/scrape/enginea/serp?q=slate')
      .set({ 'x-api-key': apiKey, ...ASYNC });
    expect([answer.status, answer.body.status]).toEqual([202, 'pending']);
    await ended(answer.body.id);
  });

  it('is refused as any other call: what is wrong is said at once', async () => {
    expectError(await post({ wait: -1 }, ASYNC), 422, 'validation_failed');
    const poor = await fixture.addAccount({ credits: 1 });
    expectError(await post({}, { ...ASYNC, 'x-api-key': poor.key }), 402, 'credits_exhausted');
  });

  it('with an Idempotency-Key is the same request however often it is sent', async () => {
    const wait = gate();
    fixture.behave(async ({ id }) => {
      runs.push(id);
      await wait.passed;
      return okEnd({ content: id });
    });
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [await post({}, { ...ASYNC, ...key }), await post({}, { ...ASYNC, ...key })];
    expect([first.status, second.status]).toEqual([202, 202]);
    const { id } = first.body as { id: string };
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', location: first.headers['location'] });
    wait.open();
    await ended(id);
    // Once it has ended, the key leads to its response.
    const third = await post({}, key);
    expect([third.status, third.body.content, third.headers['idempotency-replayed']]).toEqual([200, id, 'true']);
    expect(runs).toEqual([id]);
  });

  it('with an Idempotency-Key gives the response once it has ended, and says pending before', async () => {
    const wait = gate();
    fixture.behave(async ({ id }) => {
      await wait.passed;
      return okEnd({ content: id });
    });
    const headers = { ...ASYNC, 'idempotency-key': randomUUID() };
    const { body: first } = await post({}, headers);
    const before = await post({}, headers);
    expect([before.status, before.headers['location']]).toEqual([202, `http://127.0.0.1:3000/requests/${first.id}`]);
    wait.open();
    await ended(first.id);
    const after = await post({}, { 'idempotency-key': headers['idempotency-key'] });
    expect([after.status, after.body.content]).toEqual([200, first.id]);
    expect(after.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-credits-charged': '0' });
    expect(await charged()).toBe(1);
  });

  it('loses nothing when the gateway dies before the job is in the queue', async () => {
    const id = randomUUID();
    const { store, queue } = fixture;
    await store.requests.admit({
      ...{ id, accountId, operation: 'scrape/web', params: { url: TARGET }, contractVersion: 1, holdCredits: 1 },
      deadlineAtMs: fixture.clock() + 60_000,
      isAsync: true,
    });
    const parts = { requests: store.requests, producer: queue.jobs, leases: queue.leases, operations: OPERATIONS };
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const recover = createAsyncRecovery({ ...parts, log, metrics: fixture.metrics });
    expect(await recover()).toBe(0);
    fixture.advance(ASYNC_MIN_AGE_MS);
    expect(await recover()).toBe(1);
    await ended(id);
    expect(await rowOf(id)).toMatchObject({ state: 'ok', attempt: 2 });
  });
});

describe('webhook', () => {
  const deliveries = () => fixture.store.webhooks.list(accountId, { limit: 10 });

  it('gets one event, written with the end of the request', async () => {
    const answer = await post({ webhook: { url: 'https://hooks.example/in' } }, ASYNC);
    await ended(answer.body.id);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ event: 'request.completed', data: { requestId: answer.body.id, status: 'ok' } });
    const listed = await supertest(fixture.url).get('/webhooks/deliveries').set('x-api-key', apiKey);
    expect(listed.body.data.deliveries).toMatchObject([{ event: 'request.completed', requestId: answer.body.id }]);
  });

  it('may not be a private address', async () => {
    const answer = await post({ webhook: { url: 'http://127.0.0.1/in' } }, ASYNC);
    expectError(answer, 422, 'validation_failed');
    expect(violationsOf(answer)).toEqual(['webhook.url forbidden']);
  });
});

describe('maxAge', () => {
  it('gives an earlier response again, free of charge', async () => {
    const first = await post({ outputFormat: ['text', 'html'] });
    const again = await post({ maxAge: 60, timeout: 9_000, outputFormat: ['text', 'html'] });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({
      'x-cache': 'hit',
      'x-credits-charged': '0',
      'x-request-id': first.headers['x-request-id'],
    });
    expect([runs.length, await charged()]).toEqual([1, 1]);
    expect(await fixture.inUse(accountId)).toBe(0);
  });

  it('runs where parameters, account or age differ', async () => {
    await post();
    const other = await fixture.addAccount();
    const answers = [
      await post({ maxAge: 60, onlyMainContent: true }),
      await post({ maxAge: 60 }, { 'x-api-key': other.key }),
      await post({ maxAge: 60, url: `${TARGET}?2` }),
    ];
    fixture.advance(61_000);
    answers.push(await post({ maxAge: 60 }));
    expect(answers.map(({ headers }) => headers['x-cache'])).toEqual([undefined, undefined, undefined, undefined]);
    expect(runs).toHaveLength(5);
  });

  it('never gives what was fetched with credentials, nor what is no longer stored', async () => {
    const headers = { Cookie: 'session=1' };
    await post({ headers });
    await post({ headers, maxAge: 60 });
    expect(runs).toHaveLength(2);
    const stored = await post();
    await fixture.files.removeRequest(accountId, String(stored.headers['x-request-id']));
    expect((await post({ maxAge: 60 })).headers).not.toHaveProperty('x-cache');
  });

  it('gives no failure and no free page again', async () => {
    fixture.behave(async () => ({
      state: 'ok',
      verdict: 'target_4xx',
      chargedCredits: 0,
      answer: { statusCode: 404 },
    }));
    await post();
    expect((await post({ maxAge: 60 })).headers).not.toHaveProperty('x-cache');
  });

  it('answers at once, whatever else was preferred', async () => {
    await post();
    const answer = await post({ maxAge: 60 }, { ...ASYNC, 'idempotency-key': randomUUID() });
    expect([answer.status, answer.headers['x-cache']]).toEqual([200, 'hit']);
  });

  it('under an Idempotency-Key gives the same response later, also when it has become too old', async () => {
    const first = await post();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { maxAge: 60 };
    expect((await post(body, headers)).headers['x-cache']).toBe('hit');
    fixture.advance(61_000);
    const again = await post(body, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers).toMatchObject({ 'x-cache': 'hit', 'idempotency-replayed': 'true', 'x-credits-charged': '0' });
    expect([runs.length, await charged()]).toEqual([1, 1]);
  });

  it('gives no response whose page token has expired', async () => {
    const search = () =>
      supertest(fixture.url).get('/scrape/enginec/serp?q=slate&maxAge=86400').set({ 'x-api-key': apiKey });
    await search();
    expect((await search()).headers['x-cache']).toBe('hit');
    fixture.advance(TOKEN_LIFE_MS + 1);
    expect((await search()).headers).not.toHaveProperty('x-cache');
  });
});

describe('a key', () => {
  const usage = (headers: Record<string, string>) => supertest(fixture.url).get('/user/me/usage').set(headers);

  it('is accepted as a bearer token', async () => {
    expect((await usage({ authorization: `Bearer ${apiKey}` })).status).toBe(200);
    expect((await usage({ authorization: `bearer ${apiKey}`, 'x-api-key': apiKey })).status).toBe(200);
  });

  it('is none where two differ', async () => {
    const { key: other } = await fixture.addAccount();
    expectError(await usage({ authorization: `Bearer ${other}`, 'x-api-key': apiKey }), 401, 'unauthorized');
    expectError(await usage({ authorization: 'Basic abc' }), 401, 'unauthorized');
  });
});

describe('a response', () => {
  const get = (path: string, encoding: string) =>
    supertest(fixture.url).get(path).set({ 'x-api-key': apiKey, 'accept-encoding': encoding });

  it.each(['gzip', 'br'])('is compressed with %s where the caller accepts it', async (encoding) => {
    fixture.behave(async () => okEnd({ content: 'slate '.repeat(2_000) }));
    const answer = await post({}, { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['vary']).toMatch(/accept-encoding/i);
    expect(answer.body.content).toHaveLength(12_000);
  });

  it('is sent as it is where it is small, or where the caller accepts no encoding', async () => {
    expect((await get('/user/me/usage', 'gzip')).headers).not.toHaveProperty('content-encoding');
    expect((await get('/openapi.json', 'identity')).headers).not.toHaveProperty('content-encoding');
  });

  it('of a stored picture or a part of a file is sent as it is stored', async () => {
    const file = { accountId, requestId: randomUUID() };
    await fixture.files.put({ ...file, name: 'shot.webp' }, Buffer.alloc(5_000));
    await fixture.files.put({ ...file, name: 'page.txt' }, 'slate '.repeat(2_000));
    const path = `/files/${accountId}/${file.requestId}`;
    const picture = await get(`${path}/shot.webp`, 'gzip');
    expect([picture.status, picture.headers['content-encoding']]).toEqual([200, undefined]);
    const part = await get(`${path}/page.txt`, 'gzip').set('range', 'bytes=0-4999');
    expect([part.status, part.headers['content-encoding']]).toEqual([206, undefined]);
    const whole = await get(`${path}/page.txt`, 'gzip');
    expect(whole.headers['content-encoding']).toBe('gzip');
    expect(whole.headers['etag']).toMatch(/^W\//);
  });
});
