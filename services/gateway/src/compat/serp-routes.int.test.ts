import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

let fixture: GatewayFixture;
let account: Awaited<ReturnType<GatewayFixture['addAccount']>>;
beforeAll(async () => {
  fixture = await startGatewayFixture({ credits: 9 });
  account = await fixture.addAccount();
});
afterAll(() => fixture.close());

const get = (path: string, key = account.key) =>
  supertest(fixture.url).get(`${path}${path.includes('?') ? '&' : '?'}api_key=${key}`);
const told = ({ status, body }: supertest.Response) => [status, (body as { error?: string }).error];
const available = async (): Promise<number | undefined> =>
  (await fixture.store.accounts.period(account.account.id))?.available;

/** A request of the account that has ended. */
const addRequest = async (operation: string): Promise<string> => {
  const id = randomUUID();
  const row = {
    id,
    accountId: account.account.id,
    operation,
    params: { q: 'tea' },
    contractVersion: 1,
    holdCredits: 0,
  };
  await fixture.store.requests.admit({ ...row, deadlineAtMs: Date.now() + 60_000 });
  await fixture.store.requests.begin(id, 1);
  await fixture.store.requests.finish(id, {
    ...{ state: 'failed', verdict: 'blocked', error: 'target_blocked', chargedCredits: 0 },
  });
  return id;
};

describe('a search in the words of another API', () => {
  it.each([
    ['without its key', '/search.json?q=tea', 'nobody', 401, /API key/],
    ['with two keys', '/search?q=tea&api_key=a', undefined, 401, /API key/],
    ['of an engine that there is none of', '/search?q=tea&engine=naver', undefined, 400, /this engine/],
    ['with a wrong value', '/search?q=tea&start=x', undefined, 400, /start must be/],
    ['without a query', '/search?engine=bing', undefined, 400, /q is required/],
    ['beyond the credits', '/search?q=tea', undefined, 429, /10 credits and 9 are available/],
  ])('is refused %s, free of charge', async (_name, path, key, status, message) => {
    expect(told(await get(path, key))).toEqual([status, expect.stringMatching(message)]);
    expect(await available()).toBe(9);
  });

  it('is refused as the limits of its key say', async () => {
    const limits = { operations: ['scrape'] };
    const made = await fixture.store.keys.create({ accountId: account.account.id, name: 'limited', limits });
    const limited = made?.plainKey ?? '';
    expect(told(await get('/search?q=tea', limited))).toEqual([
      403,
      expect.stringMatching(/may not call enginea\/serp/),
    ]);
    expect((await get('/account', limited)).status).toBe(200);
  });

  it('is a GET', async () => {
    const answer = await supertest(fixture.url).post(`/search?api_key=${account.key}`).send({ q: 'tea' });
    expect(told(answer)).toEqual([405, expect.any(String)]);
  });
});

describe('the archive of searches', () => {
  it('has those of the account, also one that failed, and nothing else', async () => {
    const [search, page] = [await addRequest('engineb/serp'), await addRequest('scrape/web')];
    expect((await get(`/searches/${search}.json`)).body).toMatchObject({
      search_metadata: { id: search, status: 'Error' },
      search_parameters: { engine: 'bing', q: 'tea' },
      error: expect.stringMatching(/refused/),
    });
    const other = await fixture.addAccount();
    for (const [id, key] of [[page], [`${search}.html`], [randomUUID()], ['x'], [search, other.key]] as const) {
      expect(told(await get(`/searches/${id}`, key))).toEqual([404, expect.stringMatching(/No such search/)]);
    }
  });
});
