import { afterEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { IDEMPOTENCY_RETENTION_MS } from '../bounds.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const HOUR_MS = 3_600_000;
let fixture: GatewayFixture;
afterEach(() => fixture.close());

describe('a key stands for its first answer', () => {
  it.each([
    ['a day, where results are kept for longer', 30 * IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_RETENTION_MS],
    ['as long as results are kept, where that is less', HOUR_MS, HOUR_MS],
  ])('for %s', async (_what, retentionMs, standsMs) => {
    fixture = await startGatewayFixture({ retentionMs });
    await fixture.startWorker();
    const { key } = await fixture.addAccount();
    const isReplayed = async (): Promise<boolean> => {
      const headers = { 'x-api-key': key, 'idempotency-key': 'k' };
      const answer = await supertest(fixture.url)
        .post('/scrape/web')
        .set(headers)
        .send({ url: 'https://example.com/' });
      expect(answer.status).toBe(200);
      return answer.headers['idempotency-replayed'] === 'true';
    };
    expect(await isReplayed()).toBe(false);
    fixture.advance(standsMs / 2);
    expect(await isReplayed()).toBe(true);
    fixture.advance(standsMs / 2);
    expect(await isReplayed()).toBe(false);
  });
});
