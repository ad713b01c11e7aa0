import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REMOVED_HEADER } from '@quarry/contracts';
import type { BatchItem, RequestRow } from '@quarry/store';
import { createHeaderSeals } from '@quarry/tokens';
import supertest from 'supertest';
import { createBatchScene, failWith } from '../test/batch-scene.js';
import { expectError } from '../test/expect-error.js';
import { okEnd } from '../test/fake-worker.js';
import { FIXTURE_SECRET, startGatewayFixture, type GatewayFixture } from '../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';
const URL = 'https://example.com/';
const HEADERS = { Accept: 'text/html', Cookie: 'sid=of-a-caller', 'X-Api-Key': 'key-of-a-caller' };
const SHOWN = { Accept: 'text/html', Cookie: REMOVED_HEADER, 'X-Api-Key': REMOVED_HEADER };
const SECRETS = { Cookie: HEADERS.Cookie, 'X-Api-Key': HEADERS['X-Api-Key'] };

const seals = createHeaderSeals({ secret: FIXTURE_SECRET });
const opened = ({ id: requestId, accountId, sealedHeaders = '' }: RequestRow) =>
  seals?.open({ accountId, requestId }, sealedHeaders);

let fixture: GatewayFixture;
let scene: ReturnType<typeof createBatchScene>;
let key: string;

const post = (path: string, body: object, url = fixture.url) =>
  supertest(url).post(path).set('x-api-key', key).send(body);
const submit = async (requests: readonly object[]): Promise<string> =>
  ((await post(PATH, { requests })).body as { jobId: string }).jobId;
const resultsOf = (jobId: string) => fixture.store.batches.results(jobId, { afterSeq: 0, limit: 10 });
const fail = async (jobId: string): Promise<readonly BatchItem[]> => {
  const seen: BatchItem[] = [];
  await scene.run(jobId, (item) => {
    seen.push(item);
    return failWith();
  });
  return seen;
};

beforeAll(async () => {
  fixture = await startGatewayFixture();
  scene = createBatchScene(fixture);
  await fixture.startWorker();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  key = (await fixture.addAccount()).key;
});

describe('secret headers of a call', () => {
  it('reach its worker sealed, and its row not at all', async () => {
    let row: RequestRow | undefined;
    fixture.behave(async (given) => {
      row = given;
      return okEnd();
    });
    const answer = await post('/scrape/web', { url: URL, headers: HEADERS });
    expect(answer.status).toBe(200);
    expect(row?.params).toMatchObject({ headers: SHOWN });
    expect(row && opened(row)).toEqual(SECRETS);
    const ended = await fixture.store.requests.get(String(answer.headers['x-request-id']));
    expect(ended).toMatchObject({ state: 'ok', params: { headers: SHOWN } });
    expect(ended).not.toHaveProperty('sealedHeaders');
  });

  it('are no part of what is stored where there are none', async () => {
    let row: RequestRow | undefined;
    fixture.behave(async (given) => {
      row = given;
      return okEnd();
    });
    await post('/scrape/web', { url: URL, headers: { Accept: 'text/html' } });
    expect(row?.params).toMatchObject({ headers: { Accept: 'text/html' } });
    expect(row).not.toHaveProperty('sealedHeaders');
  });
});

describe('secret headers of a batch', () => {
  it('reach the workers sealed, each for its own item, and no result', async () => {
    const jobId = await submit([
      { url: URL, headers: HEADERS },
      { url: URL, headers: { Cookie: 'sid=2' } },
      { url: URL },
    ]);
    const items = await fail(jobId);
    expect(items.map(opened)).toEqual([SECRETS, { Cookie: 'sid=2' }, undefined]);
    const rows = await resultsOf(jobId);
    for (const row of rows) expect(row).not.toHaveProperty('sealedHeaders');
    expect(rows.map(({ query }) => query)).toEqual([
      { url: URL, headers: SHOWN },
      { url: URL, headers: { Cookie: REMOVED_HEADER } },
      { url: URL },
    ]);
    const ask = (path: string) => supertest(fixture.url).get(`${PATH}/${jobId}/${path}`).set('x-api-key', key);
    const told = await Promise.all(['results', 'results.ndjson', 'results.csv'].map(ask));
    for (const { status, text } of told) {
      expect([status, text.includes('[removed]')]).toEqual([200, true]);
      expect(text).not.toMatch(/sid=|key-of-a-caller/);
    }
  });

  it('are asked for again by retry-failed, and sent in the places of those that were removed', async () => {
    const jobId = await submit([{ url: URL, headers: HEADERS }, { url: URL }]);
    await fail(jobId);
    const refused = await post(`${PATH}/${jobId}/retry-failed`, {});
    expectError(refused, 422, 'validation_failed');
    expect(refused.body.message).toBe(
      '1 failed item was sent with cookie, x-api-key, which is not stored after an item has ended. ' +
        'Send the values again in headers, or submit these items as a new batch.',
    );
    expect(refused.body.errors).toMatchObject([{ field: 'headers', rule: 'required' }]);
    expectError(await post(`${PATH}/${jobId}/retry-failed`, { headers: { cookie: 'a' } }), 422, 'validation_failed');
    const headers = { cookie: 'sid=new', 'x-api-key': 'new', accept: 'no place for it' };
    const retried = await post(`${PATH}/${jobId}/retry-failed`, { headers });
    expect(retried.status).toBe(200);
    const items = await fail(String(retried.body.jobId));
    expect(items.map(opened)).toEqual([{ Cookie: 'sid=new', 'X-Api-Key': 'new' }, undefined]);
    expect(items.map(({ params }) => params)).toMatchObject([{ headers: SHOWN }, { url: URL }]);
  });
});

describe('a deployment without a secret', () => {
  let bare: GatewayFixture;
  beforeAll(async () => {
    bare = await startGatewayFixture({ headerSeals: undefined });
  });
  afterAll(() => bare.close());

  it('takes no secret headers, and says who can change that', async () => {
    const account = await bare.addAccount();
    key = account.key;
    const call = await post('/scrape/web', { url: URL, headers: HEADERS }, bare.url);
    expectError(call, 422, 'validation_failed');
    const fields = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field);
    expect(fields(call.body)).toEqual(['headers.Cookie', 'headers.X-Api-Key']);
    expect(call.body.errors[0].message).toMatch(/^headers\.Cookie is not allowed\. .* QUARRY_SECRET\.$/);
    const batch = await post(PATH, { requests: [{ url: URL }, { url: URL, headers: HEADERS }] }, bare.url).set(
      ...(['idempotency-key', 'later'] as const),
    );
    expectError(batch, 422, 'validation_failed');
    expect(fields(batch.body)).toEqual(['requests.1.headers.Cookie', 'requests.1.headers.X-Api-Key']);
    const jobId = ((await post(PATH, { requests: [{ url: URL }] }, bare.url)).body as { jobId: string }).jobId;
    await createBatchScene(bare).run(jobId, () => failWith());
    const retried = await post(`${PATH}/${jobId}/retry-failed`, { headers: HEADERS }, bare.url);
    expectError(retried, 422, 'validation_failed');
    expect(fields(retried.body)).toEqual(['headers.Cookie', 'headers.X-Api-Key']);
    // Not kept under its key: the operator may set one.
    const again = await post(PATH, { requests: [{ url: URL }] }, bare.url).set('idempotency-key', 'later');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect(await bare.store.requests.list(account.account.id, { limit: 10 })).toEqual([]);
  });
});
