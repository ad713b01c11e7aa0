import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ERRORS, QUEUE_NAMES } from '@quarry/contracts';
import type { KeyLimits } from '@quarry/store';
import { createConsoleTokens } from '@quarry/tokens';
import supertest from 'supertest';
import { createBatchScene, failWith } from '../test/batch-scene.js';
import { expectError } from '../test/expect-error.js';
import { okEnd } from '../test/fake-worker.js';
import { FIXTURE_SECRET, gate, startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

const TARGET = 'https://example.com/page';
const MIDNIGHT_MS = Date.UTC(2026, 4, 2);
const NOW_MS = MIDNIGHT_MS - 3_600_000;
/** A call that holds one credit. */
const CHEAP = { url: TARGET, jsRendering: false };

let fixture: GatewayFixture;
let accountId: string;

const api = () => supertest(fixture.url);
const newKey = async (limits: KeyLimits): Promise<string> => {
  const made = await fixture.store.keys.create({ accountId, name: 'limited', limits });
  return made?.plainKey ?? '';
};
const scrape = (key: string, body: object = CHEAP) => api().post('/scrape/web').set('x-api-key', key).send(body);
const submit = (key: string, count: number) =>
  api()
    .post('/scrape/batch/web')
    .set('x-api-key', key)
    .send({ requests: Array.from({ length: count }, () => CHEAP) });

beforeAll(async () => {
  fixture = await startGatewayFixture({ clock: () => NOW_MS });
  await fixture.startWorker(QUEUE_NAMES);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  accountId = (await fixture.addAccount()).account.id;
  fixture.behave(async ({ operation }) => okEnd({}, operation === 'reparse' ? 0 : 1));
});

describe('the credits of a key in a day', () => {
  it('are refused beyond its limit, with what is left and when more is', async () => {
    const key = await newKey({ creditsPerDay: 3 });
    expect((await scrape(key)).status).toBe(200);
    const answer = await scrape(key, { url: TARGET, jsRendering: false, proxyType: 'residential' });
    expectError(answer, 402, 'credits_exhausted');
    expect(answer.body).toMatchObject({
      reason: 'key_credits_per_day',
      message: 'This request needs 5 credits, and this API key may spend 3 a day.',
    });
    expect(answer.headers).not.toHaveProperty('retry-after');
    const batch = await submit(key, 3);
    expectError(batch, 402, 'credits_exhausted');
    expect(batch.body).toMatchObject({
      reason: 'key_credits_per_day',
      retryAfterSeconds: 3_600,
      message:
        'This batch needs 3 credits, and this API key may spend 3 a day, of which 2 are left until 2026-05-02 00:00 UTC.',
    });
    expect(batch.headers['retry-after']).toBe('3600');
    expect(await fixture.store.accounts.period(accountId)).toMatchObject({ charged: 1, held: 0 });
    expect(await fixture.inUse(accountId)).toBe(0);
  });

  it('hold for calls side by side, whether waited for or not, and for batches', async () => {
    const key = await newKey({ creditsPerDay: 5 });
    const submitted = await submit(key, 2);
    expect(submitted.status).toBe(200);
    const calls = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? scrape(key) : scrape(key).set('prefer', 'respond-async'),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 402)).toHaveLength(5);
    // What its items give back may be spent again.
    await createBatchScene(fixture).run(String(submitted.body.jobId), () => failWith());
    expect((await submit(key, 3)).status).toBe(402);
    expect((await submit(key, 2)).status).toBe(200);
  });

  it('do not stop what is free', async () => {
    const key = await newKey({ creditsPerDay: 1 });
    const first = await scrape(key, { ...CHEAP, maxAge: 60 });
    expect(first.status).toBe(200);
    expect((await scrape(key)).status).toBe(402);
    expect((await scrape(key, { ...CHEAP, maxAge: 60 })).headers['x-cache']).toBe('hit');
    const reparse = await api().post(`/requests/${first.headers['x-request-id']}/reparse`).set('x-api-key', key);
    expect(reparse.status).toBe(200);
  });
});

describe('the operations of a key', () => {
  const expectForbidden = (answer: supertest.Response, operation: string, listed: string): void => {
    expectError(answer, 403, 'forbidden');
    expect(answer.body).toMatchObject({ reason: 'key_operations' });
    expect(answer.body.message).toContain(`may not call ${operation}. It may call: ${listed}.`);
  };

  it('are the only ones it may call, in every way', async () => {
    const free = await newKey({});
    const key = await newKey({ operations: ['enginea'] });
    expect((await api().get('/scrape/enginea/serp?q=a').set('x-api-key', key)).status).toBe(200);
    expectForbidden(await scrape(key), 'scrape/web', 'enginea');
    expectForbidden(await scrape(key).set('prefer', 'respond-async'), 'scrape/web', 'enginea');
    // Before the Idempotency-Key is looked at, so that no refusal is kept and nothing of another key is replayed.
    const scrapeOnce = (plainKey: string) => scrape(plainKey).set('idempotency-key', 'once');
    expectForbidden(await scrapeOnce(key), 'scrape/web', 'enginea');
    const original = await scrapeOnce(free);
    expect(original.status).toBe(200);
    expectForbidden(await scrapeOnce(key), 'scrape/web', 'enginea');
    expectForbidden(
      await api().post(`/requests/${original.headers['x-request-id']}/reparse`).set('x-api-key', key),
      'scrape/web',
      'enginea',
    );
    expectForbidden(await submit(key, 1), 'scrape/web', 'enginea');
    const { jobId } = (await submit(free, 1)).body as { jobId: string };
    await createBatchScene(fixture).run(jobId, () => failWith());
    const job = `/scrape/batch/web/${jobId}`;
    expectForbidden(await api().post(`${job}/retry-failed`).set('x-api-key', key), 'scrape/web', 'enginea');
    // Reading is not calling.
    expect((await api().get(job).set('x-api-key', key)).status).toBe(200);
  });

  it('are families or single ones, never those that only begin alike', async () => {
    expect((await scrape(await newKey({ operations: ['enginea/serp', 'scrape/web'] }))).status).toBe(200);
    expectForbidden(await scrape(await newKey({ operations: ['scrape/w', 'scr'] })), 'scrape/web', 'scrape/w, scr');
  });
});

describe('the concurrency of a key', () => {
  it('is that of its own calls, beside those of other keys', async () => {
    const held = gate();
    fixture.behave(async () => {
      await held.passed;
      return okEnd();
    });
    const [key, other] = [await newKey({ concurrency: 2 }), await newKey({})];
    const calls = await Promise.all([1, 2].map(() => scrape(key).set('prefer', 'respond-async')));
    expect(calls.map(({ status }) => status)).toEqual([202, 202]);
    const refused = await scrape(key);
    expectError(refused, ERRORS.concurrency_limit.status, 'concurrency_limit');
    expect(refused.body).toMatchObject({
      reason: 'key_concurrency',
      message:
        'This API key may have 2 requests in flight at once, and has as many. Wait for one to finish, then retry.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await scrape(other).set('prefer', 'respond-async')).status).toBe(202);
    expect((await submit(key, 3)).status).toBe(200);
    held.open();
  });
});

describe('the key of a request', () => {
  it('is on its row and its job, and "console" for people', async () => {
    const made = await fixture.store.keys.create({ accountId, name: 'plain' });
    const answer = await scrape(made?.plainKey ?? '');
    expect(await fixture.store.requests.get(String(answer.headers['x-request-id']))).toMatchObject({
      keyId: made?.key.id,
    });
    const { jobId } = (await submit(made?.plainKey ?? '', 1)).body as { jobId: string };
    expect(await fixture.store.batches.get(jobId)).toMatchObject({ keyId: made?.key.id });
    const tokens = createConsoleTokens({ secret: FIXTURE_SECRET });
    const token = tokens?.seal({ accountId, userId: 'u1' }, NOW_MS) ?? '';
    const own = await scrape(token);
    expect(await fixture.store.requests.get(String(own.headers['x-request-id']))).toMatchObject({ keyId: 'console' });
  });
});
