import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { BATCH_READS_AT_ONCE } from '../../bounds.js';
import { createBatchScene, failWith } from '../../../test/batch-scene.js';
import { startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';
/** More than the buffers of a connection take, so that an answer which nobody reads stays on its way. */
const LARGE = 20;

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGatewayFixture({ credits: 1_000_000 });
});
afterAll(() => fixture.close());

const largeItem = (index: number) => ({
  url: `https://example.com/${index}`,
  jsRendering: true,
  jsScenario: Array.from({ length: 50 }, () => ({ evaluate: 'x'.repeat(9_000) })),
});

/** A job, its account's key, and results of 450 kB each. */
const endedJob = async (length: number) => {
  const { key } = await fixture.addAccount();
  const requests = Array.from({ length }, (_item, index) => largeItem(index));
  const made = await supertest(fixture.url).post(PATH).set('x-api-key', key).send({ requests });
  const { jobId } = made.body as { jobId: string };
  await createBatchScene(fixture).run(jobId, () => failWith());
  return { key, jobId };
};

/** Asks, and reads nothing but the head of the answer. */
const askIdly = (url: string, key: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asked = httpGet(url, { headers: { 'x-api-key': key }, agent: false }, (answer) => {
      answer.on('error', () => undefined);
      resolve(answer.pause());
    });
    asked.on('error', reject);
  });

describe('reading results', () => {
  it('holds few pages of one account at once, and none of those who left', async () => {
    const { key, jobId } = await endedJob(LARGE);
    const url = `${fixture.url}${PATH}/${jobId}/results`;
    const idle = await Promise.all(Array.from({ length: BATCH_READS_AT_ONCE }, () => askIdly(url, key)));
    let isAnswered = false;
    const next = supertest(fixture.url)
      .get(`${PATH}/${jobId}/results?limit=1`)
      .set('x-api-key', key)
      .then((answer) => ((isAnswered = true), answer));
    const other = await endedJob(1);
    expect((await supertest(url.replace(jobId, other.jobId)).get('').set('x-api-key', other.key)).status).toBe(200);
    expect((await supertest(fixture.url).get(`${PATH}/${jobId}`).set('x-api-key', key)).status).toBe(200);
    expect(isAnswered).toBe(false);
    idle[0]?.destroy();
    expect((await next).status).toBe(200);
    for (const answer of idle) answer.destroy();
  });
});
