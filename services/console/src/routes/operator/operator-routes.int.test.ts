import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAddress, openConsoleScene, PASSWORD, type ConsoleScene, type Person } from '../../../test/console-scene.js';
import { createFakeFleet } from '../../../test/fake-fleet.js';

let scene: ConsoleScene;
let operator: Person;
const fleet = createFakeFleet();
beforeAll(async () => {
  scene = await openConsoleScene({ fleet });
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
      { name: 'serp', waiting: 2, active: 1, oldestWaitMs: 30, slots: 4, state: 'open', batches: 0, openItems: 0 },
      { name: 'sites', batches: 0, openItems: 0 },
    ]);
    expect(body.queues[0].openItems).toBeGreaterThan(0);
  });

  it('changes the plan of an account: concurrency at once, credits and length from the next period on', async () => {
    const person = await scene.signUp();
    const change = (body: object) => operator.call('PATCH', `/api/operator/accounts/${person.accountId}`, body);
    const { body } = await change({ creditsPerPeriod: 9_000, periodDays: 7, concurrency: 7, renew: false });
    expect(body).toMatchObject({
      ...{ concurrency: 7, isDisabled: false, plan: { creditsPerPeriod: 9_000, periodDays: 7, renew: false } },
      credits: { granted: 500, available: 500 },
    });
    expect((await change({})).status).toBe(400);
    for (const wrong of [
      { creditsPerPeriod: -1 },
      { concurrency: 0.5 },
      { periodDays: 0 },
      { periodDays: 1e9 },
      { concurrency: 1e9 },
    ]) {
      expect((await change(wrong)).status).toBe(422);
    }
    const line = scene.lines.find((text) => text.includes('concurrency 7'));
    const { userId } = (await scene.records.get('user', operator.email))?.data as { userId: string };
    expect(JSON.parse(line ?? '')).toMatchObject({
      ...{ message: 'operator action', userId, accountId: person.accountId },
      action: 'account creditsPerPeriod 9000, periodDays 7, renew false, concurrency 7',
    });
  });

  it('is made by no request', async () => {
    const person = await scene.signUp();
    const bodies = [{ isOperator: true }, { user: { isOperator: true } }];
    for (const body of bodies)
      await person.call('PUT', '/api/session/account', { accountId: person.accountId, ...body });
    expect((await person.call('GET', '/api/session')).body.user.isOperator).toBe(false);
  });
});

describe('the switch of sign-up', () => {
  const set = (signUp: string) => operator.call('PUT', '/api/operator/sign-up', { signUp });
  const signUp = () =>
    scene
      .call('POST', '/api/sign-up', { email: `${randomUUID()}@example.com`, password: PASSWORD })
      .set('x-forwarded-for', newAddress());

  it('closes it for every console at once, whatever the setting says, until the setting decides again', async () => {
    expect((await operator.call('GET', '/api/operator/sign-up')).body).toEqual({ signUp: 'open', default: 'open' });
    const { body } = await set('closed');
    expect(body).toEqual({
      ...{ signUp: 'closed', default: 'open', changedBy: operator.email, changedAt: expect.any(String) },
    });
    expect((await signUp()).body.error).toBe('sign_up_closed');
    expect((await scene.call('GET', '/api/session')).body.signUp).toBe('closed');
    expect((await set('open')).body.signUp).toBe('open');
    expect((await signUp()).status).toBe(201);
    await set('closed');
    expect((await set('default')).body).toEqual({ signUp: 'open', default: 'open' });
    expect((await signUp()).status).toBe(201);
    expect((await set('ajar')).status).toBe(422);
  });

  it('may be moved by many at once: the record is whole, and the last one counts', async () => {
    const answers = await Promise.all(['open', 'closed', 'open', 'closed', 'default', 'open', 'closed'].map(set));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await set('closed');
    expect((await operator.call('GET', '/api/operator/sign-up')).body.signUp).toBe('closed');
    await set('default');
  });
});

describe('the fleet', () => {
  it('is paused, drained and resumed by queue, under the name of the operator, and logged', async () => {
    const { calls } = fleet;
    for (const state of ['paused', 'draining', 'open']) {
      expect((await operator.call('PUT', '/api/operator/queues/serp', { state })).body).toEqual({
        name: 'serp',
        state,
      });
    }
    expect(calls).toEqual(['paused', 'draining', 'open'].map((state) => ['serp', state, operator.email]));
    expect((await operator.call('PUT', '/api/operator/queues/none', { state: 'open' })).status).toBe(404);
    expect((await operator.call('PUT', '/api/operator/queues/serp', { state: 'closed' })).status).toBe(422);
    expect(calls).toHaveLength(3);
    expect(scene.lines.filter((line) => line.includes('"queue draining"'))).toHaveLength(1);
  });

  it('shows its processes, and its exits with what they did and which of them rest', async () => {
    const { body } = await operator.call('GET', '/api/operator/fleet');
    expect(body.processes).toMatchObject([{ id: 'w-2' }, { id: 'w-1' }]);
    expect(body.processes[1]).toEqual({
      ...{ id: 'w-1', service: 'serp', host: 'one', pid: 7, build: 'b1', memoryBytes: 9, activeJobs: 1, slots: 4 },
      ...{ startedAt: '1970-01-01T00:00:00.000Z', seenAt: expect.any(String) },
    });
    const none = { served: 0, blocked: 0, failed: 0 };
    expect(body.exits).toEqual([
      {
        ...{ name: 'direct', workers: 2, downWorkers: 0, restingSites: 0 },
        ...{ lastHour: { served: 3, blocked: 1, failed: 0 }, lastDay: { served: 30, blocked: 2, failed: 1 } },
      },
      {
        ...{ name: 'residential:0', workers: 2, downWorkers: 1, restingSites: 2, lastHour: none, lastDay: none },
        downUntil: '1970-01-01T00:01:00.000Z',
      },
    ]);
  });

  it('says so while Redis is away, and nothing is changed', async () => {
    const away = () => Promise.reject(new Error('Redis: away'));
    const lost = { queues: async () => ({}), setQueue: away, processes: away, exits: away };
    const own = await openConsoleScene({ fleet: lost });
    try {
      const root = await own.signUpOperator();
      expect((await root.call('GET', '/api/operator/fleet')).status).toBe(503);
      expect((await root.call('PUT', '/api/operator/queues/serp', { state: 'paused' })).status).toBe(503);
      expect((await root.call('GET', '/api/operator/queues')).body.queues).toHaveLength(3);
    } finally {
      await own.close();
    }
  });
});
