import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REQUEST_ENDED } from '@quarry/observability';
import request from 'supertest';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { okEnd } from '../../test/fake-worker.js';

let gateway: GatewayFixture;
let key: string;
beforeAll(async () => {
  gateway = await startGatewayFixture();
  ({ key } = await gateway.addAccount());
  await gateway.startWorker();
}, 60_000);
afterAll(() => gateway.close());

const scrape = () =>
  request(gateway.url).post('/scrape/web').set('x-api-key', key).send({ url: 'https://shop.example/a?token=abc' });

const linesOf = (requestId: string): object[] =>
  gateway.lines
    .map((line) => JSON.parse(line) as { message: string; requestId?: string })
    .filter((line) => line.message === REQUEST_ENDED && line.requestId === requestId);

describe('the line about the end of a request', () => {
  it('is written once, and explains a success', async () => {
    gateway.behave(async () => ({ ...okEnd(), tier: 'http', statusCode: 200 }));
    const answer = await scrape();
    expect(answer.status).toBe(200);
    expect(linesOf(answer.headers['x-request-id'] ?? '')).toMatchObject([
      {
        ...{ operation: 'scrape/web', host: 'shop.example', verdict: 'ok', tier: 'http', credits: 1 },
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('explains a failure, without the address', async () => {
    gateway.behave(async () => ({ verdict: 'blocked', error: 'target_blocked', reason: 'http_403', tier: 'browser' }));
    const answer = await scrape();
    expect(answer.status).toBe(502);
    const lines = linesOf(answer.headers['x-request-id'] ?? '');
    expect(lines).toMatchObject([{ verdict: 'blocked', reason: 'http_403', tier: 'browser', credits: 0 }]);
    expect(JSON.stringify(lines)).not.toContain('token');
  });
});
