import { afterEach, describe, expect, it } from '@jest/globals';
import type { Store } from '@quarry/store';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

let fixture: GatewayFixture;
afterEach(() => fixture.close());

/** A store whose answer to the first try of an admission is lost on its way. */
const wrapStore = (store: Store): Store => ({
  ...store,
  requests: Object.assign(Object.create(store.requests) as Store['requests'], {
    admit: async (input: Parameters<Store['requests']['admit']>[0]) => {
      await store.requests.admit(input);
      return store.requests.admit(input);
    },
  }),
  ping: () => store.ping(),
  close: () => store.close(),
});

describe('an admission that the store tried twice', () => {
  it('and calls taken already is refused, and leaves no hold behind', async () => {
    fixture = await startGatewayFixture({ wrapStore });
    const { account, key } = await fixture.addAccount();
    const body = { url: 'https://example.com/page' };
    const answer = await supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send(body);
    expectError(answer, 500, 'internal_error');
    while ((await fixture.store.accounts.period(account.id))?.held !== 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await fixture.store.accounts.period(account.id)).toMatchObject({ charged: 0, available: 1_000 });
    expect(await fixture.inUse(account.id)).toBe(0);
  });

  it('is one request where its id was chosen before, as of a run of a schedule', async () => {
    fixture = await startGatewayFixture({ wrapStore });
    await fixture.startWorker();
    const { account, key } = await fixture.addAccount();
    const target = { operation: 'scrape/web', params: { url: 'https://example.com/page' } };
    const call = supertest(fixture.url).post('/schedules').set('x-api-key', key);
    const { id } = ((await call.send({ intervalSeconds: 60, target })).body as { data: { id: string } }).data;
    fixture.advance(60_000);
    await fixture.gateway.sweepOnce();
    while ((await fixture.store.accounts.period(account.id))?.charged !== 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    fixture.advance(1_000);
    await fixture.gateway.sweepOnce();
    const shown = await supertest(fixture.url).get(`/schedules/${id}`).set('x-api-key', key);
    expect(shown.body).toMatchObject({ data: { runs: [{ status: 'ok', creditsCharged: 1 }] } });
    expect(await fixture.store.requests.list(account.id, { limit: 10 })).toHaveLength(1);
  });
});
