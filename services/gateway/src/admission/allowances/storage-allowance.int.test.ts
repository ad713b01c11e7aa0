import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileStore } from '@quarry/files';
import supertest from 'supertest';
import { expectError } from '../../../test/expect-error.js';
import { okEnd } from '../../../test/fake-worker.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PAGE = { url: 'https://example.com/' };

let fixture: GatewayFixture;
let freeShare: number | null = 1;
let key: string;
let accountId: string;
beforeAll(async () => {
  const wrapFiles = (files: FileStore): FileStore => ({
    put: (...given) => files.put(...given),
    head: (key) => files.head(key),
    open: (...given) => files.open(...given),
    read: (...given) => files.read(...given),
    remove: (key) => files.remove(key),
    removeRequest: (...given) => files.removeRequest(...given),
    sweep: (input) => files.sweep(input),
    list: () => files.list(),
    freeShare: async () => freeShare,
    ping: () => files.ping(),
    close: () => files.close(),
  });
  fixture = await startGatewayFixture({ wrapFiles, diskLowShare: 0.05 });
  await fixture.startWorker();
  fixture.behave(async ({ operation, params }) => okEnd({ operation, params }, operation === 'reparse' ? 0 : 1));
});
afterAll(() => fixture.close());
beforeEach(async () => {
  freeShare = 1;
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});

const post = (path: string, body: object = {}) => supertest(fixture.url).post(path).set('x-api-key', key).send(body);
const usage = async () =>
  ((await supertest(fixture.url).get('/user/me/usage').set('x-api-key', key)).body as { data: object }).data;

/** Ends a request that has stored so much. */
const store = async (storedBytes: number): Promise<void> => {
  const id = randomUUID();
  const row = { id, accountId, operation: 'scrape/web', params: PAGE, contractVersion: 1 };
  await fixture.store.requests.admit({ ...row, holdCredits: 1, deadlineAtMs: fixture.clock() + 60_000 });
  await fixture.store.requests.finish(id, { state: 'ok', verdict: 'ok', chargedCredits: 0, storedBytes });
};

describe('an account whose files fill its quota', () => {
  it('is told so before any work is done, with nothing held and no place taken', async () => {
    await store(999_999);
    expect(await usage()).toMatchObject({ storedBytes: 999_999, storedBytesLimit: 1_000_000 });
    expect((await post('/scrape/web', PAGE)).status).toBe(200);
    await store(1);
    // A good key is believed for a moment, and its account with it.
    fixture.advance(1_001);
    const answer = await post('/scrape/web', PAGE);
    expectError(answer, 507, 'storage_exhausted');
    expect(answer.body).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/1,000,000 bytes; its quota is 1,000,000\. Files are deleted a day after/),
    });
    expectError(await post('/scrape/batch/web', { requests: [PAGE] }), 507, 'storage_exhausted');
    expect(await usage()).toMatchObject({ heldCredits: 0, availableConcurrency: 50 });
    expect(await fixture.store.batches.list(accountId, { limit: 10 })).toEqual([]);
  });
});

describe('a disk that is nearly full', () => {
  it('takes what is paid, and no reparse', async () => {
    const first = await post('/scrape/web', PAGE);
    const path = `/requests/${String(first.headers['x-request-id'])}/reparse`;
    freeShare = 0.049;
    const refused = await post(path);
    expect(refused.status).toBe(507);
    expect(refused.body).toMatchObject({ error: 'storage_exhausted', retryable: true });
    expect((await post('/scrape/web', PAGE)).status).toBe(200);
    for (const share of [0.05, null]) {
      freeShare = share;
      expect((await post(path)).status).toBe(200);
    }
  });
});
