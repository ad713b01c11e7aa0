import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openConsoleScene, type ConsoleScene, type Person } from '../../test/console-scene.js';

let scene: ConsoleScene;
let operator: Person;
beforeAll(async () => {
  scene = await openConsoleScene();
  operator = await scene.signUpOperator();
});
afterAll(() => scene.close());

const submitBatch = async (accountId: string): Promise<string> => {
  const id = randomUUID();
  const deadlineAtMs = scene.clock() + 60_000;
  await scene.store.batches.admit({
    ...{ id, accountId, operation: 'scrape/web', contractVersion: 1, requestsCount: 1, holdCredits: 1, deadlineAtMs },
  });
  const query = { url: 'https://example.com/' };
  await scene.store.batches.addItems(id, [
    { id: randomUUID(), index: 0, site: 'example.com', query, params: query, holdCredits: 1 },
  ]);
  await scene.store.batches.activate(id);
  return id;
};

describe('an operator', () => {
  it('sees all accounts with their credits', async () => {
    const person = await scene.signUp();
    const { body } = await operator.call('GET', '/api/operator/accounts');
    expect(body.accounts).toContainEqual({
      ...{ id: person.accountId, name: person.email, isDisabled: false, concurrency: 3, storedBytes: 0 },
      plan: { creditsPerPeriod: 500, periodDays: 30, renew: true },
      createdAt: expect.any(String),
      credits: { granted: 500, charged: 0, held: 0, available: 500, periodEnd: expect.any(String) },
    });
  });

  it('grants credits, the same grant once', async () => {
    const person = await scene.signUp();
    const grant = (body: object) => operator.call('POST', `/api/operator/accounts/${person.accountId}/grant`, body);
    expect((await grant({ credits: 20, grantId: 'g-1' })).body.credits.available).toBe(520);
    expect((await grant({ credits: 20, grantId: 'g-1' })).body.credits.available).toBe(520);
    expect((await grant({ credits: 20 })).body.credits.available).toBe(540);
    for (const body of [
      {},
      { credits: 0 },
      { credits: -5 },
      { credits: 1.5 },
      { credits: '20' },
      { credits: 5, grantId: 'a b' },
    ]) {
      expect((await grant(body)).status).toBe(422);
    }
  });

  it('disables an account, which stops its batches, and enables it again', async () => {
    const person = await scene.signUp();
    const batch = await submitBatch(person.accountId);
    const set = (isDisabled: boolean) =>
      operator.call('PATCH', `/api/operator/accounts/${person.accountId}`, { isDisabled });
    expect((await set(true)).body.isDisabled).toBe(true);
    expect((await scene.store.batches.get(batch))?.stopRequestedAtMs).toBeDefined();
    expect((await person.call('GET', '/api/gateway/requests')).status).toBe(403);
    expect((await set(false)).body.isDisabled).toBe(false);
    expect((await person.call('GET', '/api/gateway/requests')).status).toBe(200);
  });

  it.each(['nothing', '..', '%00'])('finds no account %s', async (id) => {
    expect((await operator.call('PATCH', `/api/operator/accounts/${id}`, { isDisabled: true })).status).toBe(404);
    expect((await operator.call('POST', `/api/operator/accounts/${id}/grant`, { credits: 1 })).status).toBe(404);
  });

  it('sees what waits, also where a queue does not respond', async () => {
    const person = await scene.signUp();
    await submitBatch(person.accountId);
    const { body } = await operator.call('GET', '/api/operator/queues');
    expect(body.queues).toEqual([
      { name: 'browser-scrape', batches: expect.any(Number), openItems: expect.any(Number) },
      { name: 'serp', waiting: 2, active: 1, oldestWaitMs: 30, slots: 4, batches: 0, openItems: 0 },
      { name: 'sites', batches: 0, openItems: 0 },
    ]);
    expect(body.queues[0].openItems).toBeGreaterThan(0);
  });

  it('is made by no request', async () => {
    const person = await scene.signUp();
    const bodies = [{ isOperator: true }, { user: { isOperator: true } }];
    for (const body of bodies)
      await person.call('PUT', '/api/session/account', { accountId: person.accountId, ...body });
    expect((await person.call('GET', '/api/session')).body.user.isOperator).toBe(false);
  });
});
