import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createDeliveries } from '@quarry/exports';
import { createBucketKeySeals } from '@quarry/tokens';
import { FIXTURE_SECRET, startGatewayFixture, type GatewayFixture } from '../../../test/gateway-fixture.js';

const PATH = '/scrape/batch/web';
const DELIVERY = {
  ...{ bucket: 'results', region: 'eu-central-1', endpoint: 'https://s3.example.com', prefix: 'out/' },
  ...{ accessKeyId: 'AKIASEEDED', secretAccessKey: 'seeded-secret', formats: ['ndjson', 'warc'] },
};

let fixture: GatewayFixture;
let key: string;
let accountId: string;
beforeAll(async () => {
  fixture = await startGatewayFixture({ credits: 1_000 });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const made = await fixture.addAccount();
  key = made.key;
  accountId = made.account.id;
});

const submit = (delivery: object, url = fixture.url) =>
  supertest(url)
    .post(PATH)
    .set('x-api-key', key)
    .send({ requests: [{ url: 'https://example.com/' }], delivery });
const status = async (jobId: string) => {
  const { body } = await supertest(fixture.url).get(`${PATH}/${jobId}`).set('x-api-key', key);
  return (body as { data: { delivery?: Record<string, unknown> } }).data;
};

describe('a batch with a delivery', () => {
  it('keeps it with its keys encrypted, and shows its state without them', async () => {
    const { body } = await submit(DELIVERY);
    const { jobId } = body as { jobId: string };
    const kept = await createDeliveries(fixture.store.records).get(jobId);
    expect(JSON.stringify(kept)).not.toMatch(/AKIASEEDED|seeded-secret/);
    const seals = createBucketKeySeals({ secret: FIXTURE_SECRET });
    expect(seals?.open({ accountId, requestId: jobId }, kept?.delivery.sealedKeys ?? '')).toEqual({
      ...{ accessKeyId: 'AKIASEEDED', secretAccessKey: 'seeded-secret' },
    });
    const data = await status(jobId);
    expect(data.delivery).toEqual({
      ...{ status: 'pending', bucket: 'results', attempts: 0 },
      keys: [`out/batch-${jobId}.ndjson`, `out/batch-${jobId}.warc.gz`],
    });
  });

  it('shows why the last try failed, and when the next one is', async () => {
    const { body } = await submit(DELIVERY);
    const { jobId } = body as { jobId: string };
    const deliveries = createDeliveries(fixture.store.records);
    const held = await deliveries.get(jobId);
    if (held === null) throw new Error('no delivery');
    await deliveries.replace(held, {
      ...held.delivery,
      state: 'failed',
      attempts: 1,
      lastError: 'refused_address',
      endedAtMs: 0,
    });
    expect((await status(jobId)).delivery).toMatchObject({
      ...{ status: 'failed', attempts: 1, lastError: 'refused_address', endedAt: '1970-01-01T00:00:00.000Z' },
    });
  });

  it.each([
    ['delivery.endpoint', { ...DELIVERY, endpoint: 'http://127.0.0.1:9000' }],
    ['delivery.bucket', { ...DELIVERY, bucket: 'A/B' }],
    ['delivery.prefix', { ...DELIVERY, prefix: 'a b' }],
    ['delivery.secretAccessKey', { ...DELIVERY, secretAccessKey: undefined }],
    ['delivery.formats.0', { ...DELIVERY, formats: ['xml'] }],
  ])('is refused for its %s, and nothing is stored', async (field, delivery) => {
    const answer = await submit(delivery);
    expect(answer.status).toBe(422);
    expect((answer.body as { errors: { field: string }[] }).errors.map((one) => one.field)).toEqual([field]);
    expect(JSON.stringify(answer.body)).not.toContain('seeded-secret');
    expect(await fixture.store.batches.list(accountId, { limit: 1 })).toEqual([]);
  });

  it('is refused where its keys cannot be encrypted', async () => {
    const other = await startGatewayFixture({ credits: 1_000, bucketKeySeals: undefined });
    const made = await other.addAccount();
    const answer = await supertest(other.url)
      .post(PATH)
      .set('x-api-key', made.key)
      .send({ requests: [{ url: 'https://example.com/' }], delivery: DELIVERY });
    await other.close();
    expect(answer.body).toMatchObject({ errors: [{ field: 'delivery', rule: 'prohibited' }] });
  });

  it('of a job without one is not shown', async () => {
    const { body } = await supertest(fixture.url)
      .post(PATH)
      .set('x-api-key', key)
      .send({ requests: [{ url: 'https://example.com/' }] });
    expect(await status((body as { jobId: string }).jobId)).not.toHaveProperty('delivery');
  });
});
