import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { expectError } from '../../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

let fixture: GatewayFixture;
let key: string;
let accountId: string;
beforeAll(async () => {
  fixture = await startGatewayFixture();
  await fixture.startWorker();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});

const post = (path: string, body: object) => supertest(fixture.url).post(path).set('x-api-key', key).send(body);
const usage = async () =>
  ((await supertest(fixture.url).get('/user/me/usage').set('x-api-key', key)).body as { data: object }).data;
const PAGE = { url: 'https://example.com/' };

describe('an account whose outcomes of the last hour were free', () => {
  it('is let in up to its budget and refused beyond it, with nothing held and no place taken', async () => {
    await fixture.queue.outcomes.note(accountId, { freeCredits: 499, chargedCredits: 0 });
    expect(await usage()).toMatchObject({ freeCreditsUsed: 499, freeCreditsBudget: 500 });
    expect((await post('/scrape/web', PAGE)).status).toBe(200);
    await fixture.queue.outcomes.note(accountId, { freeCredits: 1, chargedCredits: 0 });
    const answer = await post('/scrape/web', PAGE);
    expectError(answer, 429, 'free_budget_exhausted');
    expect(answer.body).toMatchObject({ retryable: true, message: expect.stringMatching(/500 credits.* is 500\./) });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(answer.headers['x-credits-charged']).toBe('0');
    expect(await usage()).toMatchObject({ heldCredits: 0, availableConcurrency: 50 });
  });

  it('sends no batch either', async () => {
    await fixture.queue.outcomes.note(accountId, { freeCredits: 500, chargedCredits: 0 });
    const answer = await post('/scrape/batch/web', { requests: [PAGE] });
    expectError(answer, 429, 'free_budget_exhausted');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(await fixture.store.batches.list(accountId, { limit: 10 })).toEqual([]);
  });

  it('has as much more as it was charged', async () => {
    await fixture.queue.outcomes.note(accountId, { freeCredits: 700, chargedCredits: 201 });
    expect(await usage()).toMatchObject({ freeCreditsUsed: 700, freeCreditsBudget: 701 });
    expect((await post('/scrape/web', PAGE)).status).toBe(200);
  });

  it('gets in again when the hour has passed', async () => {
    await fixture.queue.outcomes.note(accountId, { freeCredits: 800, chargedCredits: 0 });
    const refused = await post('/scrape/web', PAGE);
    expect(refused.status).toBe(429);
    fixture.advance(Number(refused.headers['retry-after']) * 1_000);
    expect((await post('/scrape/web', PAGE)).status).toBe(200);
    expect(await usage()).toMatchObject({ freeCreditsUsed: 0 });
  });
});
