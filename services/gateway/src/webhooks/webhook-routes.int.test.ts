import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildOpenApi } from '@quarry/contracts';
import type { WebhookDelivery } from '@quarry/store';
import { createWebhookSecrets } from '@quarry/webhooks';
import request from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { NO_WEBHOOK_SECRET } from '../admission/secret-headers.js';

const BASE_URL = 'http://127.0.0.1:3000';
const PATH = '/webhooks/deliveries';
const EVENTS = ['batch.started', 'batch.progress', 'batch.completed'] as const;

let gateway: GatewayFixture;
let caller: Awaited<ReturnType<GatewayFixture['addAccount']>>;
beforeAll(async () => {
  gateway = await startGatewayFixture();
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  caller = await gateway.addAccount();
});

const get = (path: string, key = caller.key) => request(gateway.url).get(path).set('x-api-key', key);
const post = (path: string, key = caller.key) => request(gateway.url).post(path).set('x-api-key', key);

/** A job of one item that has ended: its events are written. */
const endJob = async (): Promise<WebhookDelivery[]> => {
  const { batches, items, webhooks } = gateway.store;
  const [jobId, itemId, owner] = [randomUUID(), randomUUID(), randomUUID()];
  const deadlineAtMs = Date.now() + 3_600_000;
  await batches.admit({
    ...{ id: jobId, accountId: caller.account.id, operation: 'scrape/web', contractVersion: 1 },
    ...{ requestsCount: 1, holdCredits: 1, deadlineAtMs },
    webhook: { url: 'https://receiver.example/hook', events: EVENTS },
  });
  const item = { id: itemId, index: 0, site: 'shop.example', query: {}, params: {}, holdCredits: 1 };
  await batches.addItems(jobId, [item]);
  await batches.activate(jobId);
  await batches.lease({ owner, leaseMs: 60_000, limit: 1_000 });
  await batches.handOver(jobId, owner, { itemIds: [itemId], deadlineAtMs });
  await items.finish(itemId, { state: 'ok', verdict: 'ok', chargedCredits: 1 }, 1);
  await batches.publish(jobId, owner, 10);
  return webhooks.list(caller.account.id, { limit: 10, jobId });
};

interface Page {
  readonly deliveries: readonly { readonly id: string; readonly state: string }[];
  readonly nextPage?: string;
}
const pageOf = (answer: { body: unknown }): Page => (answer.body as { data: Page }).data;

describe('GET /webhooks/deliveries', () => {
  it('shows what became of each, as the contract says', async () => {
    const made = await endJob();
    const [claimed] = await gateway.store.webhooks.claim({ leaseMs: 1_000, limit: 1 });
    await gateway.store.webhooks.finish(claimed?.id ?? '', 1, { state: 'dead', error: 'status', statusCode: 410 });
    const answer = await get(PATH);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '0', 'cache-control': 'no-store' });
    const { deliveries } = pageOf(answer);
    expect(deliveries.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    const dead = deliveries.find(({ state }) => state === 'dead');
    expect(dead).toEqual({
      ...{ id: claimed?.id, event: claimed?.event, jobId: claimed?.jobId, url: 'https://receiver.example/hook' },
      ...{ state: 'dead', attempts: 1, lastStatusCode: 410, lastError: 'status' },
      createdAt: new Date(claimed?.createdAtMs ?? 0).toISOString(),
      lastAttemptAt: new Date(claimed?.lastAttemptAtMs ?? 0).toISOString(),
    });
    expect(deliveries.find(({ state }) => state === 'pending')).toMatchObject({
      attempts: 0,
      nextAttemptAt: expect.any(String),
    });
    const document = JSON.stringify(buildOpenApi({ baseUrl: BASE_URL }));
    for (const name of deliveries.flatMap((delivery) => Object.keys(delivery))) expect(document).toContain(`"${name}"`);
  });

  it('leads through all of them, newest first, each once', async () => {
    const made = [...(await endJob()), ...(await endJob()), ...(await endJob())].map(({ id }) => id);
    const seen: string[] = [];
    let next: string | undefined = `${BASE_URL}${PATH}?limit=2`;
    let pages = 0;
    while (next !== undefined) {
      expect(next.startsWith(`${BASE_URL}${PATH}?`)).toBe(true);
      const page = pageOf(await get(next.slice(BASE_URL.length)));
      seen.push(...page.deliveries.map(({ id }) => id));
      next = page.nextPage;
      pages += 1;
    }
    expect(pages).toBe(Math.ceil(made.length / 2));
    expect(new Set(seen).size).toBe(made.length);
    expect([...seen].sort()).toEqual([...made].sort());
    expect(seen).toEqual((await gateway.store.webhooks.list(caller.account.id, { limit: 100 })).map(({ id }) => id));
  });

  it('narrows to a job and a state, and keeps to them on the next page', async () => {
    const [[first], second] = [await endJob(), await endJob()];
    const { jobId = '' } = second[0] ?? {};
    expect(first?.jobId).not.toBe(jobId);
    const page = pageOf(await get(`${PATH}?jobId=${jobId.toUpperCase()}&state=pending&limit=2`));
    expect(page.deliveries).toHaveLength(2);
    const rest = pageOf(await get((page.nextPage ?? '').slice(BASE_URL.length)));
    const ids = [...page.deliveries, ...rest.deliveries].map(({ id }) => id);
    expect(ids.sort()).toEqual(second.map(({ id }) => id).sort());
    expect(rest.nextPage).toBeUndefined();
    expect(pageOf(await get(`${PATH}?state=dead`)).deliveries).toEqual([]);
  });

  it('shows nothing of another account', async () => {
    await endJob();
    const { key } = await gateway.addAccount();
    expect(pageOf(await get(PATH, key)).deliveries).toEqual([]);
  });

  it('names everything that is wrong with the query', async () => {
    const answer = await get(`${PATH}?state=lost&limit=0&cursor=x&page=2`);
    expectError(answer, 422, 'validation_failed');
    const { errors } = answer.body as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field).sort()).toEqual(['cursor', 'limit', 'page', 'state']);
  });
});

describe('POST /webhooks/deliveries/<id>/redeliver', () => {
  const killOne = async (): Promise<string> => {
    await endJob();
    const claimed = await gateway.store.webhooks.claim({ leaseMs: 1_000, limit: 100 });
    const { id = '', attempts = 0 } = claimed.find(({ accountId }) => accountId === caller.account.id) ?? {};
    await gateway.store.webhooks.finish(id, attempts, { state: 'dead', error: 'timeout' });
    return id;
  };

  it('makes a dead one due again, with all its tries', async () => {
    const id = await killOne();
    const answer = await post(`${PATH}/${id}/redeliver`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'ok', data: { id, state: 'pending', attempts: 0 } });
    const due = await gateway.store.webhooks.claim({ leaseMs: 1_000, limit: 100 });
    expect(due.map((delivery) => delivery.id)).toContain(id);
  });

  it('is done once under an Idempotency-Key', async () => {
    const id = await killOne();
    const again = () => post(`${PATH}/${id}/redeliver`).set('idempotency-key', 'once');
    const first = await again();
    await gateway.store.webhooks.claim({ leaseMs: 1_000, limit: 100 });
    const second = await again();
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-request-id': first.headers['x-request-id'],
    });
    expect(await gateway.store.webhooks.get(id)).toMatchObject({ attempts: 1 });
    expectError(await post(`${PATH}/another/redeliver`).set('idempotency-key', 'once'), 409, 'idempotency_conflict');
  });

  it('is a 404 for what is unknown or another account’s', async () => {
    const id = await killOne();
    const { key } = await gateway.addAccount();
    expectError(await post(`${PATH}/${id}/redeliver`, key), 404, 'not_found');
    expectError(await post(`${PATH}/nothing/redeliver`), 404, 'not_found');
    expectError(await post(`${PATH}/${'x'.repeat(129)}/redeliver`), 404, 'not_found');
    expectError(await post(`${PATH}/%20/redeliver`), 404, 'not_found');
    expect(await gateway.store.webhooks.get(id)).toMatchObject({ state: 'dead' });
  });
});

describe('GET /webhooks/secret', () => {
  it('hands out the account’s own', async () => {
    const secrets = createWebhookSecrets({ secret: 'the deployment secret of a test' });
    const [secret] = secrets?.of(caller.account.id) ?? [];
    expect((await get('/webhooks/secret')).body).toEqual({ status: 'ok', data: { secret } });
    const { key } = await gateway.addAccount();
    expect((await get('/webhooks/secret', key)).body).not.toEqual({ status: 'ok', data: { secret } });
  });

  it('hands out both while the deployment’s is being changed, and says where there is none', async () => {
    const webhookSecrets = createWebhookSecrets({
      secret: 'the next deployment secret',
      previous: 'the one before it',
    });
    const changing = await startGatewayFixture({ webhookSecrets });
    const without = await startGatewayFixture({ webhookSecrets: undefined });
    try {
      const { account, key } = await changing.addAccount();
      const answer = await request(changing.url).get('/webhooks/secret').set('x-api-key', key);
      const [secret, previousSecret] = webhookSecrets?.of(account.id) ?? [];
      expect(answer.body).toEqual({ status: 'ok', data: { secret, previousSecret } });

      const other = await without.addAccount();
      for (const [method, path] of [
        ['get', '/webhooks/secret'],
        ['post', `${PATH}/x/redeliver`],
      ] as const) {
        const refused = await request(without.url)[method](path).set('x-api-key', other.key);
        expectError(refused, 501, 'not_implemented');
        expect(refused.body).toMatchObject({ message: NO_WEBHOOK_SECRET });
      }
      const submitted = await request(without.url)
        .post('/scrape/batch/web')
        .set('x-api-key', other.key)
        .send({ requests: [{ url: 'https://shop.example/' }], webhook: { url: 'https://receiver.example/' } });
      expectError(submitted, 422, 'validation_failed');
      expect(submitted.body).toMatchObject({ errors: [{ field: 'webhook', rule: 'prohibited' }] });
    } finally {
      await changing.close();
      await without.close();
    }
  });
});

describe('every path', () => {
  it.each([
    ['get', PATH, 'GET, HEAD'],
    ['get', '/webhooks/secret', 'GET, HEAD'],
    ['post', `${PATH}/some/redeliver`, 'POST'],
  ] as const)('%s %s asks for a key and takes no other method', async (method, path, allow) => {
    expectError(await request(gateway.url)[method](path), 401, 'unauthorized');
    const refused = await request(gateway.url).put(path).set('x-api-key', caller.key);
    expectError(refused, 405, 'method_not_allowed');
    expect(refused.headers['allow']).toBe(allow);
  });
});
