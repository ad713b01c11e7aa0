import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FaultPoint } from '@quarry/observability';
import supertest from 'supertest';
import { createBatchScene } from '../../../test/batch-scene.js';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';
import { IDEMPOTENCY_LEASE_MS, KEPT_VIOLATIONS_MAX_BYTES } from '../../bounds.js';
import { startMortalGateway, type MortalGateway } from '../../../test/two-gateways.js';

const PATH = '/scrape/batch/web';
const requests = Array.from({ length: 10 }, (_item, index) => ({ url: `https://example.com/${index}` }));

let fixture: GatewayFixture;
let mortal: MortalGateway | undefined;
let key: string;
let accountId: string;

const submit = (idempotencyKey: string, body: object | string = { requests }, url = fixture.url) =>
  supertest(url)
    .post(PATH)
    .set({ 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey })
    .send(body)
    .then((answer) => answer);
const jobs = () => fixture.store.batches.list(accountId, { limit: 100 });
const held = async () => (await fixture.store.accounts.period(accountId))?.held;

beforeAll(async () => {
  fixture = await startGatewayFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});
afterEach(async () => {
  await mortal?.close();
  mortal = undefined;
});

describe('batches under an Idempotency-Key', () => {
  it('50 parallel identical ones: one job, one hold, 50 equal answers', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit('once')));
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(await held()).toBe(100);
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: { jobId: job?.id, status: 'ok' } });
      expect(headers).toMatchObject({ 'x-request-id': job?.id, 'x-credits-charged': '0' });
    }
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('spelt otherwise get the same job; with other items or another receiver they are a conflict', async () => {
    const first = await submit('spelling');
    const pretty = JSON.stringify({ requests }, undefined, 2).replace('"requests"', String.raw`"re\u0071uests"`);
    expect((await submit('spelling', pretty)).body).toEqual(first.body);
    for (const body of [
      { requests: requests.slice(1) },
      { requests: requests.toReversed() },
      { requests, webhook: { url: 'https://hooks.example/' } },
      { requests: 'all' },
    ]) {
      expectError(await submit('spelling', body), 409, 'idempotency_conflict');
    }
  });

  it('keep a 422, and no 402', async () => {
    const [bad, again] = [await submit('bad', { requests: [{}] }), await submit('bad', { requests: [{}] })];
    expectError(bad, 422, 'validation_failed');
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([bad.body, 'true']);
    const poor = await fixture.addAccount({ credits: 99 });
    key = poor.key;
    expectError(await submit('poor'), 402, 'credits_exhausted');
    await fixture.store.accounts.grant(poor.account.id, 1, randomUUID());
    expect((await submit('poor')).status).toBe(200);
  });

  it('of many mistakes keep the first, and say how many there were', async () => {
    const body = { requests: Array.from({ length: 10_000 }, () => ({})) };
    const first = await submit('many', body);
    expectError(first, 422, 'validation_failed');
    expect(first.body.errors).toHaveLength(10_000);
    const [again, once] = [await submit('many', body), await submit('many', body)];
    expectError(again, 422, 'validation_failed');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(once.text).toBe(again.text);
    // What is sent is what is kept.
    expect(again.text.length).toBeLessThan(KEPT_VIOLATIONS_MAX_BYTES + 1_000);
    const { errors, errorsCount, message } = again.body as { errors: unknown[]; errorsCount: number; message: string };
    expect(errorsCount).toBe(10_000);
    expect(errors).toEqual((first.body.errors as unknown[]).slice(0, errors.length));
    expect(message).toContain(`the first ${errors.length} of 10,000 violations`);
    expectError(await submit('many', { requests: [{}] }), 409, 'idempotency_conflict');
  });

  it('keep no refusal of a receiver, which the operator may come to allow', async () => {
    const body = { requests, webhook: { url: 'http://127.0.0.1:9000/hook' } };
    for (const answer of [await submit('hook', body), await submit('hook', body)]) {
      expectError(answer, 422, 'validation_failed');
      expect(answer.headers['idempotency-replayed']).toBeUndefined();
    }
  });

  it('give the first answer when the job has ended, and while it runs', async () => {
    const first = await submit('later');
    await createBatchScene(fixture).run(String(first.body.jobId));
    expect((await submit('later')).body).toEqual(first.body);
  });
});

describe('a gateway that dies at', () => {
  it.each<[FaultPoint]>([['gateway.idempotency_begun'], ['gateway.batch_held'], ['gateway.batch_items_stored']])(
    '%s: the next call makes the job, and what wakes up makes no second one',
    async (point) => {
      const dying = await startMortalGateway(fixture, point);
      mortal = dying;
      const lost = submit('dead', undefined, dying.url).catch((error: unknown) => error);
      await dying.died;
      fixture.advance(IDEMPOTENCY_LEASE_MS);
      const answer = await submit('dead');
      expect(answer.status).toBe(200);
      dying.wake();
      await lost;
      expect((await jobs()).map(({ id, state }) => [id, state])).toEqual([[answer.body.jobId, 'pending']]);
      expect(await held()).toBe(100);
    },
  );

  it('gateway.batch_activated: the next call is told of its job', async () => {
    const dying = await startMortalGateway(fixture, 'gateway.batch_activated');
    mortal = dying;
    const lost = submit('told', undefined, dying.url).catch((error: unknown) => error);
    await dying.died;
    fixture.advance(IDEMPOTENCY_LEASE_MS);
    const [job] = await jobs();
    const answer = await submit('told');
    expect(answer.body).toEqual({ jobId: job?.id, status: 'ok' });
    expect(answer.headers['idempotency-replayed']).toBe('true');
    dying.wake();
    await lost;
    expect(await jobs()).toHaveLength(1);
    expect(await held()).toBe(100);
  });
});

describe('without a key, what fails', () => {
  it.each<[FaultPoint]>([['gateway.batch_held'], ['gateway.batch_items_stored']])(
    'at %s leaves neither job nor hold',
    async (point) => {
      let isArmed = true;
      const failing = await startGatewayFixture({
        faultPoint: async (passed) => {
          if (passed !== point || !isArmed) return;
          isArmed = false;
          throw new Error('a fault was armed here');
        },
      });
      try {
        const made = await failing.addAccount();
        const call = () => supertest(failing.url).post(PATH).set('x-api-key', made.key).send({ requests });
        expectError(await call(), 500, 'internal_error');
        expect(await failing.store.batches.list(made.account.id, { limit: 10 })).toEqual([]);
        expect(await failing.store.accounts.period(made.account.id)).toMatchObject({ held: 0, charged: 0 });
        expect((await call()).status).toBe(200);
      } finally {
        await failing.close();
      }
    },
  );

  it('after the job was activated changes nothing about the answer', async () => {
    const failing = await startGatewayFixture({
      faultPoint: async (passed) => {
        if (passed === 'gateway.batch_activated') throw new Error('a fault was armed here');
      },
    });
    try {
      const made = await failing.addAccount();
      const answer = await supertest(failing.url).post(PATH).set('x-api-key', made.key).send({ requests });
      expect(answer.status).toBe(200);
      expect(await failing.store.batches.list(made.account.id, { limit: 10 })).toHaveLength(1);
    } finally {
      await failing.close();
    }
  });
});
