import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createBatchScene, failWith } from '../../../test/batch-scene.js';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';
const webhook = { url: 'https://hooks.example/in', events: ['batch.completed'] };

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let key: string;
let accountId: string;

const api = () => supertest(fixture.url);
const post = (path: string, body: object = {}) => api().post(`${PATH}${path}`).set('x-api-key', key).send(body);
const submit = async (count: number, more: object = {}): Promise<string> => {
  const requests = Array.from({ length: count }, (_item, index) => ({
    url: `https://example.com/${index}`,
    ...(index % 2 === 0 ? { jsRendering: false } : { proxyType: 'residential' }),
  }));
  return ((await post('', { requests, ...more })).body as { jobId: string }).jobId;
};
const messageOf = ({ body }: supertest.Response): string => (body as { message: string }).message;
const jobs = () => fixture.store.batches.list(accountId, { limit: 100 });

beforeAll(async () => {
  fixture = await startGatewayFixture({ webhookSecrets: { of: () => ['whsec_unused'] } });
  scene = createBatchScene(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});

describe('POST .../retry-failed', () => {
  it('makes a new job of exactly the failed items, at their price', async () => {
    const jobId = await submit(6, { webhook });
    await scene.run(jobId, ({ index }) =>
      index % 3 === 0 ? failWith() : { state: 'ok', verdict: 'ok', chargedCredits: 1, answer: {} },
    );
    const answer = await post(`/${jobId}/retry-failed`);
    expect(answer.body).toEqual({ jobId: answer.headers['x-request-id'], status: 'ok' });
    const retried = await fixture.store.batches.get(String(answer.body.jobId));
    expect(retried).toMatchObject({ state: 'pending', requestsCount: 2, heldCredits: 1 + 15, webhook });
    await scene.run(String(retried?.id));
    const rows = await fixture.store.batches.results(String(retried?.id), { afterSeq: 0, limit: 10 });
    expect(rows.map(({ query }) => query)).toEqual([
      { url: 'https://example.com/0', jsRendering: false },
      { url: 'https://example.com/3', proxyType: 'residential' },
    ]);
    expect(rows[1]?.params).toMatchObject({ proxyType: 'residential', blockAds: true });
  });

  it('tells another receiver where the body names one, and refuses one that may not be called', async () => {
    const jobId = await submit(1, { webhook });
    await scene.run(jobId, () => failWith());
    const other = { url: 'https://other.example/', events: ['batch.started'] };
    const answer = await post(`/${jobId}/retry-failed`, { webhook: other });
    expect((await fixture.store.batches.get(String(answer.body.jobId)))?.webhook).toEqual(other);
    expectError(await post(`/${jobId}/retry-failed`, { webhook: { url: 'http://[::1]/' } }), 422, 'validation_failed');
    expectError(await post(`/${jobId}/retry-failed`, { requests: [] }), 422, 'validation_failed');
  });

  it('is a 422 while the job runs, that no key keeps', async () => {
    const jobId = await submit(2);
    const early = await post(`/${jobId}/retry-failed`).set('idempotency-key', 'retry');
    expectError(early, 422, 'validation_failed');
    expect(messageOf(early)).toMatch(/has not ended yet/);
    await scene.run(jobId, () => failWith());
    const late = await post(`/${jobId}/retry-failed`).set('idempotency-key', 'retry');
    expect([late.status, late.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  it('is a 422 where nothing failed', async () => {
    const jobId = await submit(1);
    await scene.run(jobId);
    const answer = await post(`/${jobId}/retry-failed`);
    expectError(answer, 422, 'validation_failed');
    expect(messageOf(answer)).toMatch(/No item of this job has failed/);
    expect(answer.body.errors).toEqual([{ field: 'jobId', rule: 'prohibited', message: messageOf(answer) }]);
  });

  it('is answered once per key, and refused under the key of another job', async () => {
    const [one, two] = [await submit(1), await submit(1)];
    for (const jobId of [one, two]) await scene.run(jobId, () => failWith());
    const first = await post(`/${one}/retry-failed`).set('idempotency-key', 'once');
    const again = await post(`/${one}/retry-failed`).set('idempotency-key', 'once');
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    expect(await jobs()).toHaveLength(3);
    expectError(await post(`/${two}/retry-failed`).set('idempotency-key', 'once'), 409, 'idempotency_conflict');
  });

  it('is a 402 without the credits for it', async () => {
    const poor = await fixture.addAccount({ credits: 10 });
    [key, accountId] = [poor.key, poor.account.id];
    const jobId = ((await post('', { requests: [{ url: 'https://example.com/' }] })).body as { jobId: string }).jobId;
    await scene.run(jobId, () => failWith());
    await post('', { requests: [{ url: 'https://example.com/', jsRendering: false }] });
    const answer = await post(`/${jobId}/retry-failed`);
    expectError(answer, 402, 'credits_exhausted');
    expect(messageOf(answer)).toBe(
      'This batch needs 10 credits and 9 are available. With jsRendering: false it needs 1.',
    );
  });
});
