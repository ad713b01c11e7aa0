import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileStore } from '@quarry/files';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const BODY = { url: 'https://example.com/page' };
/** Long enough for what comes back in a moment, and so short that nobody waits for what does not. */
const LONG_MS = 20_000;
const SHORT_MS = 200;

let fixture: GatewayFixture;
let accountId: string;
let apiKey: string;
/** Reads of the gateway that fail from now on. */
let failuresLeft = 0;

/** Files that the gateway cannot read for a while; workers can. */
const flaky = (files: FileStore): FileStore => {
  const mayFail = async (): Promise<void> => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error('EIO: i/o error, read');
  };
  return Object.assign(Object.create(files) as FileStore, {
    read: async (...given: Parameters<FileStore['read']>) => {
      await mayFail();
      return files.read(...given);
    },
    open: async (...given: Parameters<FileStore['open']>) => {
      await mayFail();
      return files.open(...given);
    },
    head: (...given: Parameters<FileStore['head']>) => files.head(...given),
  });
};

const start = async (answerReadMs: number): Promise<GatewayFixture> => {
  const started = await startGatewayFixture({ wrapFiles: flaky, answerReadMs });
  await started.startWorker();
  return started;
};
let patient: GatewayFixture;
let impatient: GatewayFixture;
beforeAll(async () => {
  patient = await start(LONG_MS);
  impatient = await start(SHORT_MS);
});
afterAll(() => Promise.all([patient.close(), impatient.close()]));
const use = async (which: GatewayFixture): Promise<void> => {
  fixture = which;
  failuresLeft = 0;
  const made = await fixture.addAccount();
  apiKey = made.key;
  accountId = made.account.id;
  fixture.behave(async (row) => okEnd({ content: `<p>${row.id}</p>` }));
};

const post = (headers: Record<string, string> = {}) =>
  supertest(fixture.url)
    .post('/scrape/web')
    .set({ 'x-api-key': apiKey, ...headers })
    .send(BODY);
const charged = async () => (await fixture.store.accounts.period(accountId))?.charged;

describe('the answer of a charged request that cannot be read for a moment', () => {
  beforeEach(() => use(patient));

  it.each(['application/json', 'text/html'])('is sent all the same, as %s', async (accept) => {
    failuresLeft = 2;
    const answer = await post({ accept });
    expect([answer.status, answer.headers['x-credits-charged']]).toEqual([200, '1']);
    expect(answer.text).toContain('<p>');
  });

  it('is streamed once it can be opened where it is too large for one write', async () => {
    fixture.behave(async () => okEnd({ content: 'x'.repeat(300_000) }));
    failuresLeft = 1;
    const answer = await post();
    expect([answer.status, answer.body.content.length]).toEqual([200, 300_000]);
  });
});

describe('the answer of a charged request that cannot be read for long', () => {
  beforeEach(() => use(impatient));

  it('is a 503 that says where it is, and the file is free of charge', async () => {
    failuresLeft = Number.POSITIVE_INFINITY;
    const answer = await post();
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ error: 'overloaded', retryable: true, status: 'error' });
    expect(answer.headers['retry-after']).toBe('5');
    // The truth: the ledger says the same.
    expect([answer.headers['x-credits-charged'], await charged()]).toEqual(['1', 1]);
    failuresLeft = 0;
    const [url = ''] = /http:\S+\.json/.exec((answer.body as { message: string }).message) ?? [];
    const file = await supertest(fixture.url).get(new URL(url).pathname).set('x-api-key', apiKey);
    expect([file.status, file.body.requestMetadata.id]).toEqual([200, answer.headers['x-request-id']]);
    expect(await charged()).toBe(1);
  });

  it('comes by the same call again with its key, once it can be read', async () => {
    const key = { 'idempotency-key': randomUUID() };
    failuresLeft = Number.POSITIVE_INFINITY;
    const first = await post(key);
    const meanwhile = await post(key);
    expect([first.status, meanwhile.status]).toEqual([503, 503]);
    expectError(meanwhile, 503, 'overloaded');
    expect(meanwhile.headers).not.toHaveProperty('idempotency-replayed');
    failuresLeft = 0;
    const again = await post(key);
    expect(again.status).toBe(200);
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-credits-charged': '0',
      'x-request-id': first.headers['x-request-id'],
    });
    expect(await charged()).toBe(1);
    expect(await fixture.store.requests.list(accountId, { limit: 10 })).toHaveLength(1);
  });

  it('frees the place of its request, also while it is tried', async () => {
    failuresLeft = Number.POSITIVE_INFINITY;
    const answer = post().then(({ status }) => status);
    while ((await charged()) !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    while ((await fixture.inUse(accountId)) !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await answer).toBe(503);
  });
});
