import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestRow } from '@quarry/store';
import { proofSize, recordProof } from '@quarry/testkit';
import supertest, { type Response } from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const TARGET = 'https://example.com/page';
const BODY = { url: TARGET, extractLinks: true };

let fixture: GatewayFixture;
let accountId: string;
let apiKey: string;
let key: string;

const post = (body: object = BODY, headers: Record<string, string> = {}) =>
  supertest(fixture.url)
    .post('/scrape/web')
    .set({ 'x-api-key': apiKey, 'idempotency-key': key, ...headers })
    .send(body);
const rows = (): Promise<RequestRow[]> => fixture.store.requests.list(accountId, { limit: 1_000 });
const period = async () => {
  const current = await fixture.store.accounts.period(accountId);
  return { charged: current?.charged, held: current?.held };
};
const until = async <T>(read: () => Promise<T | undefined | false>): Promise<T> => {
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const isReplay = (answer: Response): boolean => answer.headers['idempotency-replayed'] === 'true';

beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  apiKey = made.key;
  accountId = made.account.id;
  key = randomUUID();
  fixture.behave(async (row) => okEnd({ content: `<p>${row.id}</p>`, markdown: `# ${row.id}`, text: row.id }));
});
afterEach(async () => {
  expect(await fixture.inUse(accountId)).toBe(0);
  expect((await period()).held).toBe(0);
});

const proof = { cases: 0, failures: 0, startedAt: performance.now() };
afterAll(() => {
  const seconds = (performance.now() - proof.startedAt) / 1000;
  recordProof({ name: 'parallel calls of one idempotency key', cases: proof.cases, failures: proof.failures, seconds });
});

describe('many calls with one key at once', () => {
  const count = 50;
  it.each(Array.from({ length: proofSize(1, 40) }, (_, round) => round))(
    'are one request, one charge and equal answers (round %d)',
    async () => {
      const calls = await Promise.all(Array.from({ length: count }, () => post()));
      proof.cases += count;
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(calls.map(({ text }) => text)).size).toBe(1);
      expect(new Set(calls.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
      expect(calls.filter(isReplay)).toHaveLength(count - 1);
      const charged = calls.map((call) => Number(call.headers['x-credits-charged']));
      expect(charged.reduce((sum, credits) => sum + credits)).toBe(1);
      expect(await rows()).toHaveLength(1);
      expect(await period()).toEqual({ charged: 1, held: 0 });
    },
  );

  it('hold one place and one hold between them, and wait beyond the limit of places', async () => {
    const small = await fixture.addAccount({ concurrency: 1, credits: 10 });
    apiKey = small.key;
    accountId = small.account.id;
    const { passed, open } = gate();
    const begun = gate();
    fixture.behave(async () => {
      begun.open();
      await passed;
      return okEnd();
    });
    const calls = Array.from({ length: 10 }, () => post().then((answer) => answer));
    await begun.passed;
    expect([await fixture.inUse(accountId), (await period()).held]).toEqual([1, 10]);
    open();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await period()).toEqual({ charged: 1, held: 0 });
  });
});

describe('the first answer again', () => {
  it('has its status, body and id, and costs nothing', async () => {
    const first = await post();
    const again = await post();
    expect(again.text).toBe(first.text);
    expect({ status: again.status, type: again.headers['content-type'] }).toEqual({
      status: first.status,
      type: first.headers['content-type'],
    });
    expect(again.headers).toMatchObject({
      'x-request-id': first.headers['x-request-id'],
      'idempotency-replayed': 'true',
      'x-credits-charged': '0',
      'x-credits-remaining': '999',
      ratelimit: '"concurrency";r=50',
    });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(first.headers['x-credits-charged']).toBe('1');
  });

  it('can be had as a raw text', async () => {
    const first = await post(BODY, { accept: 'text/markdown' });
    const again = await post(BODY, { accept: 'text/markdown' });
    expect(isReplay(again)).toBe(true);
    expect(again.text).toBe(first.text);
    expect(again.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect((await post()).body.markdown).toBe(first.text);
  });

  it('of a refusal is its kept body', async () => {
    const bad = { url: 'nowhere', nope: 1 };
    const first = await post(bad);
    const again = await post(bad);
    expectError(again, 422, 'validation_failed');
    expect(again.text).toBe(first.text);
    expect(isReplay(again)).toBe(true);
    expect(await rows()).toEqual([]);
  });

  it('of a request that failed by what was asked is its kept body', async () => {
    const error = 'scenario_failed';
    fixture.behave(async () => ({ state: 'failed', verdict: error, error, message: 'Step 3 found no button.' }));
    const first = await post();
    expectError(first, 422, error);
    const again = await post();
    expectError(again, 422, error);
    expect(again.text).toBe(first.text);
    expect(isReplay(again)).toBe(true);
    expect(await rows()).toHaveLength(1);
  });

  it('does not mind how the body is spelled', async () => {
    const first = await post({ url: TARGET, wait: undefined, extractLinks: true, extractEmails: false });
    const again = await post({ extractEmails: false, extractLinks: true, url: TARGET });
    expect([isReplay(again), again.text]).toEqual([true, first.text]);
  });
});

describe('a key', () => {
  it('stands for one body', async () => {
    await post();
    const other = await post({ url: `${TARGET}?2` });
    expectError(other, 409, 'idempotency_conflict');
    expect(isReplay(other)).toBe(false);
    expect((await post()).status).toBe(200);
    expect(await period()).toEqual({ charged: 1, held: 0 });
  });

  it('stands for one body while the first is in flight', async () => {
    const { passed, open } = gate();
    const begun = gate();
    fixture.behave(async () => {
      begun.open();
      await passed;
      return okEnd();
    });
    const first = post().then((answer) => answer);
    await begun.passed;
    expectError(await post({ url: `${TARGET}?2` }), 409, 'idempotency_conflict');
    open();
    expect((await first).status).toBe(200);
  });

  it('belongs to its account', async () => {
    const first = await post();
    const other = await fixture.addAccount();
    const answer = await post(BODY, { 'x-api-key': other.key });
    expect(isReplay(answer)).toBe(false);
    expect(answer.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it('is asked of every POST in the same form', async () => {
    for (const bad of ['', 'two words', 'x'.repeat(256)]) {
      const answer = await post(BODY, { 'idempotency-key': bad });
      expectError(answer, 400, 'bad_request');
      expect(answer.body.message).toMatch(/1 to 255 visible ASCII/);
    }
    expect(await rows()).toEqual([]);
  });

  it('means nothing on a GET', async () => {
    const get = () =>
      supertest(fixture.url).get('/user/me/usage').set({ 'x-api-key': apiKey, 'idempotency-key': 'two words' });
    expect([(await get()).status, isReplay(await get())]).toEqual([200, false]);
  });

  it('is not used up by a body that cannot be read', async () => {
    const broken = supertest(fixture.url)
      .post('/scrape/web')
      .set({ 'x-api-key': apiKey, 'idempotency-key': key, 'content-type': 'application/json' });
    expectError(await broken.send('{"url":'), 400, 'bad_request');
    expect((await post()).status).toBe(200);
  });
});

describe('a key is free again', () => {
  it.each([
    ['blocked', 'target_blocked', 502],
    ['page_timeout', 'target_timeout', 504],
    ['internal_error', 'internal_error', 500],
  ] as const)('after %s, and the next call runs anew', async (verdict, error, status) => {
    fixture.behave(async () => ({ state: 'failed', verdict, error }));
    expectError(await post(), status, error);
    fixture.behave(async () => okEnd());
    const second = await post();
    expect([second.status, isReplay(second)]).toEqual([200, false]);
    expect(await rows()).toHaveLength(2);
  });

  it('after 402 and 429', async () => {
    const poor = await fixture.addAccount({ credits: 3, concurrency: 1 });
    apiKey = poor.key;
    accountId = poor.account.id;
    expectError(await post(), 402, 'credits_exhausted');
    await fixture.store.accounts.grant(accountId, 100, randomUUID());
    await fixture.queue.leases.take(accountId, 'other', 1, Date.now() + 60_000);
    expectError(await post(), 429, 'concurrency_limit');
    await fixture.queue.leases.release(accountId, 'other');
    const third = await post();
    expect([third.status, isReplay(third)]).toEqual([200, false]);
  });

  it('after a first call whose client left before the start', async () => {
    await fixture.stopWorkers();
    const body = JSON.stringify(BODY);
    const headers = {
      'x-api-key': apiKey,
      'idempotency-key': key,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const call = httpRequest({ port: fixture.port, path: '/scrape/web', method: 'POST', headers });
    call.on('error', () => undefined);
    call.end(body);
    await until(async () => (await rows())[0]);
    call.destroy();
    await until(async () => (await rows())[0]?.state === 'cancelled');
    await fixture.startWorker();
    const second = await post();
    expect([second.status, isReplay(second)]).toEqual([200, false]);
    expect(await period()).toEqual({ charged: 1, held: 0 });
  });

  it('for those who wait: the next of them runs', async () => {
    let runs = 0;
    fixture.behave(async () => {
      runs += 1;
      return runs < 3 ? { state: 'failed', verdict: 'blocked', error: 'target_blocked' } : okEnd();
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => post()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 502, 502]);
    expect(await period()).toEqual({ charged: 1, held: 0 });
    expect(await rows()).toHaveLength(3);
  });
});

describe('a first call that goes on without its client', () => {
  it('is answered to the next call: it had begun, and counts', async () => {
    const { passed, open } = gate();
    const begun = gate();
    fixture.behave(async () => {
      begun.open();
      await passed;
      return okEnd();
    });
    const body = JSON.stringify(BODY);
    const headers = {
      'x-api-key': apiKey,
      'idempotency-key': key,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const call = httpRequest({ port: fixture.port, path: '/scrape/web', method: 'POST', headers });
    call.on('error', () => undefined);
    call.end(body);
    await begun.passed;
    call.destroy();
    const second = post().then((answer) => answer);
    open();
    expect(isReplay(await second)).toBe(true);
    expect(await period()).toEqual({ charged: 1, held: 0 });
  });
});
