import { afterEach, describe, expect, it } from '@jest/globals';
import type { Store } from '@quarry/store';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

let fixture: GatewayFixture;
afterEach(() => fixture.close());

describe('an admission that the store tried twice', () => {
  it('and calls taken already is refused, and leaves no hold behind', async () => {
    const wrapStore = (store: Store): Store => ({
      ...store,
      requests: Object.assign(Object.create(store.requests) as Store['requests'], {
        // The answer to the first try was lost on its way.
        admit: async (input: Parameters<Store['requests']['admit']>[0]) => {
          await store.requests.admit(input);
          return store.requests.admit(input);
        },
      }),
      ping: () => store.ping(),
      close: () => store.close(),
    });
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
});
