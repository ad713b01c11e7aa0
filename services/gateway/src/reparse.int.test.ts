import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createBatchScene } from '../test/batch-scene.js';
import { expectError } from '../test/expect-error.js';
import { okEnd } from '../test/fake-worker.js';
import { startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

const TARGET = 'https://example.com/page';
const OK = { state: 'ok', verdict: 'ok', chargedCredits: 1 } as const;

let fixture: GatewayFixture;
let key: string;
let accountId: string;

const api = () => supertest(fixture.url);
const reparse = (id: string, apiKey = key) => api().post(`/requests/${id}/reparse`).set('x-api-key', apiKey);
const scrape = async (): Promise<string> => {
  const answer = await api().post('/scrape/web').set('x-api-key', key).send({ url: TARGET });
  return String(answer.headers['x-request-id']);
};

beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
  fixture.behave(async ({ operation, params }) => okEnd({ operation, params }, operation === 'reparse' ? 0 : 1));
});

describe('POST /requests/<id>/reparse', () => {
  it('is a request of its own that costs nothing', async () => {
    const id = await scrape();
    const answer = await reparse(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ operation: 'reparse', params: { requestId: id } });
    expect(answer.body.requestMetadata.id).not.toBe(id);
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '999' });
    expect(await fixture.inUse(accountId)).toBe(0);
    expect(await fixture.store.accounts.period(accountId)).toMatchObject({ charged: 1, held: 0 });
  });

  it('reads as its body says, in place of what the request asked for', async () => {
    const id = await scrape();
    const answer = await reparse(id).send({ outputFormat: ['markdown'], onlyMainContent: true });
    expect(answer.status).toBe(200);
    expect(answer.body.params).toEqual({
      requestId: id,
      params: { outputFormat: ['markdown'], onlyMainContent: true },
    });
  });

  it('names everything that is wrong with its body', async () => {
    const answer = await reparse(await scrape()).send({
      ...{ outputFormat: ['pdf'], url: 'https://b.example/', headers: {}, onlyMain: true, includeOnlyTags: ['..'] },
    });
    expectError(answer, 422, 'validation_failed');
    const { errors } = answer.body as { errors: { field: string; rule: string; message: string }[] };
    expect(errors.map(({ field, rule }) => `${field} ${rule}`).sort()).toEqual([
      'headers prohibited',
      'includeOnlyTags.0 selector',
      'onlyMain unknown',
      'outputFormat.0 enum',
      'url prohibited',
    ]);
    expect(errors.find(({ field }) => field === 'url')?.message).toContain('outputFormat');
  });

  it.each([
    ['with a dot', 'a.b'],
    ['that is long', 'x'.repeat(120)],
  ])('is refused for an unknown name %s', async (_name, name) => {
    const answer = await reparse(await scrape()).send({ outputFormat: ['markdown'], [name]: 1 });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors).toHaveLength(1);
    expect(answer.body.errors[0].rule).toBe('unknown');
  });

  it('never leaves its body out, also where the parameters of the request are no longer valid', async () => {
    const id = randomUUID();
    const params = { url: 'https://example.com/', jsRendering: false, screenshot: true };
    const admitted = { id, accountId, operation: 'scrape/web', params, contractVersion: 1, holdCredits: 1 };
    await fixture.store.requests.admit({ ...admitted, deadlineAtMs: Date.now() + 60_000 });
    await fixture.files.put({ accountId, requestId: id, name: 'result.json' }, '{}');
    await fixture.store.requests.finish(id, { ...OK, answerName: 'result.json' });
    const answer = await reparse(id).send({ outputFormat: ['markdown'] });
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.errors[0].field).toBe('screenshot');
    expect((await reparse(id)).status).toBe(200);
  });

  it('tells one wrong body from another under an Idempotency-Key', async () => {
    const id = await scrape();
    const send = (body: object) => reparse(id).set('idempotency-key', 'wrong').send(body);
    expectError(await send({ typo: 1 }), 422, 'validation_failed');
    expectError(await send({ other: 1 }), 409, 'idempotency_conflict');
    expect((await send({ typo: 1 })).headers['idempotency-replayed']).toBe('true');
  });

  it('is refused for a body that is no JSON object', async () => {
    expectError(
      await reparse(await scrape())
        .set('content-type', 'application/json')
        .send('[1]'),
      400,
      'bad_request',
    );
  });

  it('parses an item of a batch again, of the same account alone', async () => {
    const submitted = await api()
      .post('/scrape/batch/web')
      .set('x-api-key', key)
      .send({ requests: [{ url: TARGET }] });
    const { jobId } = submitted.body as { jobId: string };
    const [open] = await fixture.store.batches.openItems(jobId, { afterIndex: -1, limit: 1 });
    const id = String(open?.id);
    expectError(await reparse(id), 404, 'not_found');
    await createBatchScene(fixture).run(jobId);
    const answer = await reparse(id);
    expect(answer.body).toMatchObject({ operation: 'reparse', params: { requestId: id } });
    expect(answer.headers['x-credits-charged']).toBe('0');
    expectError(await reparse(id, (await fixture.addAccount()).key), 404, 'not_found');
  });

  it('means the documents of the first request where it is asked of a parse', async () => {
    const id = await scrape();
    const again = await reparse(id);
    const answer = await reparse(String(again.headers['x-request-id']));
    expect(answer.body).toMatchObject({ params: { requestId: id } });
  });

  it('is answered once per Idempotency-Key', async () => {
    const id = await scrape();
    const [first, second] = [
      await reparse(id).set('idempotency-key', 'once'),
      await reparse(id).set('idempotency-key', 'once'),
    ];
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('is refused under a key of another request', async () => {
    const [one, other] = [await scrape(), await scrape()];
    await reparse(one).set('idempotency-key', 'shared');
    expectError(await reparse(other).set('idempotency-key', 'shared'), 409, 'idempotency_conflict');
  });

  it('needs a key', async () => {
    expectError(await api().post(`/requests/${await scrape()}/reparse`), 401, 'unauthorized');
  });

  it('knows other methods by their absence', async () => {
    expectError(await api().get(`/requests/${randomUUID()}/reparse`).set('x-api-key', key), 405, 'method_not_allowed');
  });

  it.each([randomUUID(), 'nothing', '..%2f..', '0'.repeat(500)])('has nothing of request %s', async (id) => {
    expectError(await reparse(id), 404, 'not_found');
  });

  it("does not know another account's requests", async () => {
    const id = await scrape();
    const other = await fixture.addAccount();
    expectError(await reparse(id, other.key), 404, 'not_found');
  });

  it('has nothing of a request that failed', async () => {
    fixture.behave(async () => ({ state: 'failed', chargedCredits: 0, verdict: 'blocked', error: 'target_blocked' }));
    expectError(await reparse(await scrape()), 404, 'not_found');
  });

  it('has nothing once the files are gone', async () => {
    const id = await scrape();
    await fixture.files.removeRequest(accountId, id);
    expectError(await reparse(id), 404, 'not_found');
  });
});
