import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createBucketKeySeals } from '@quarry/tokens';
import { makeBucket, s3ServersOf, type TestBucket } from '../../../../packages/files/test/s3-servers.js';
import { startTcpProxy, type TcpProxy } from '../../../../packages/files/test/tcp-proxy.js';
import { createResultScene, type ResultScene } from '../../test/results/result-scene.js';
import { DELIVERY_PAUSES_MS, LEFT_TICKET_MS, TRY_LEASE_MS } from './bounds.js';

const servers = s3ServersOf(process.env);
const HOUR_MS = 3_600_000;

let scene: ResultScene;
beforeEach(async () => {
  scene = await createResultScene();
});
afterEach(() => scene.close());

if (servers.length === 0)
  describe('deliveries to a bucket', () => it.skip('need servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('the results of a job, for a bucket on $name', (server) => {
  const { accessKeyId, secretAccessKey } = server.credentials;
  const keys = { accessKeyId, secretAccessKey };
  let made: TestBucket;
  let proxy: TcpProxy;
  let allow: readonly string[];
  beforeAll(async () => {
    made = await makeBucket(server);
    proxy = await startTcpProxy(server.endpoint);
    allow = [server.endpoint, proxy.url].map((url) => new URL(url).host);
  });
  afterAll(async () => {
    await proxy.close();
    await made.drop();
  });
  const target = () => ({ bucket: made.bucket, endpoint: server.endpoint });

  it('are delivered once it has ended, in every format, and the keys are forgotten', async () => {
    const jobId = await scene.makeJob(target(), keys, { formats: ['ndjson', 'csv', 'parquet', 'warc'] });
    const { deliver } = scene.start(allow);
    await deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'pending', attempts: 0 });
    await scene.finish(jobId);
    await deliver();
    const state = await scene.stateOf(jobId);
    expect(state).toMatchObject({ state: 'delivered', attempts: 1, endedAtMs: expect.any(Number) });
    expect(state.sealedKeys).toBeUndefined();
    expect(await scene.tickets()).toEqual([]);
    const name = `out/batch-${jobId}`;
    const lines = (await made.read(`${name}.ndjson`)).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { answer: { markdown: string } }).answer.markdown)).toEqual(
      Array(3).fill('# Slate'),
    );
    expect((await made.read(`${name}.csv`)).trim().split('\r\n')).toHaveLength(4);
    expect((await made.read(`${name}.parquet`)).slice(0, 4)).toBe('PAR1');
    expect((await made.read(`${name}.warc.gz`)).slice(0, 2)).toBe('\x1f\x8b');
  });

  it('wait for a bucket that is away, with growing pauses and no end', async () => {
    const jobId = await scene.makeJob({ ...target(), endpoint: proxy.url }, keys);
    await scene.finish(jobId);
    proxy.cut();
    const { deliver } = scene.start(allow);
    for (const pauseMs of [...DELIVERY_PAUSES_MS, HOUR_MS]) {
      await deliver();
      await deliver();
      scene.advance(pauseMs);
    }
    expect(await scene.stateOf(jobId)).toMatchObject({
      ...{ state: 'pending', attempts: DELIVERY_PAUSES_MS.length + 1, lastError: 'ECONNRESET' },
    });
    proxy.restore();
    await deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'delivered' });
    expect(await made.read(`out/batch-${jobId}.ndjson`)).toContain('# Slate');
  });

  const expectWaiting = async (jobId: string, lastError: string): Promise<void> => {
    await scene.finish(jobId);
    await scene.start(allow).deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'pending', lastError });
  };

  it('wait for a bucket that is not there, which its owner may mend', async () => {
    await expectWaiting(await scene.makeJob({ ...target(), bucket: `${made.bucket}-none` }, keys), 'NoSuchBucket');
  });

  // moto takes every signature.
  (server.name === 'moto' ? it.skip : it)('wait for keys that are right', async () => {
    const wrong = { accessKeyId, secretAccessKey: 'seeded' };
    await expectWaiting(await scene.makeJob(target(), wrong), 'SignatureDoesNotMatch');
  });

  it('are sent by one of two that work side by side', async () => {
    const jobId = await scene.makeJob(target(), keys);
    await scene.finish(jobId);
    await Promise.all([scene.start(allow), scene.start(allow)].map(({ deliver }) => deliver()));
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('are sent by another when one dies, which then changes nothing any more', async () => {
    const jobId = await scene.makeJob(target(), keys);
    await scene.finish(jobId);
    const faultPoint = async (): Promise<void> => {
      scene.advance(TRY_LEASE_MS - 1);
      await scene.start(allow).deliver();
      expect(await scene.stateOf(jobId)).toMatchObject({ state: 'pending', attempts: 1 });
      scene.advance(1);
      await scene.start(allow).deliver();
      throw new Error('killed');
    };
    await scene.start(allow, {}, { faultPoint }).deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});

describe('a delivery', () => {
  const keys = { accessKeyId: 'AKIASEEDED', secretAccessKey: 'seeded-secret' };

  it('goes to no private address, and is given up at once', async () => {
    const jobId = await scene.makeJob({ bucket: 'bucket', endpoint: 'http://127.0.0.1:9/' }, keys);
    await scene.finish(jobId);
    await scene.start([]).deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'failed', attempts: 1, lastError: 'refused_address' });
    expect(await scene.tickets()).toEqual([]);
  });

  it('keeps its keys encrypted in the store', async () => {
    await scene.makeJob({ bucket: 'bucket' }, keys);
    const stored = await scene.stored();
    expect(stored).toContain('job-delivery');
    expect(stored).not.toMatch(/AKIASEEDED|seeded-secret/);
  });

  it('is given up when its keys cannot be opened, and waits without a secret', async () => {
    const jobId = await scene.makeJob({ bucket: 'bucket', endpoint: 'http://127.0.0.1:9/' }, keys);
    await scene.finish(jobId);
    await scene.start([], { seals: undefined }).deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'pending', lastError: 'no_secret' });
    scene.advance(HOUR_MS);
    await scene.start([], { seals: createBucketKeySeals({ secret: 'another' }) }).deliver();
    expect(await scene.stateOf(jobId)).toMatchObject({ state: 'failed', lastError: 'keys_unreadable' });
  });

  it('of a job that was undone is removed after a while', async () => {
    const jobId = await scene.makeJob({ bucket: 'bucket' }, keys);
    const other = 'a0a0a0a0-0000-4000-8000-000000000000';
    await scene.deliveries.add(other, await scene.stateOf(jobId));
    await scene.start([]).deliver();
    expect((await scene.tickets()).sort()).toEqual([jobId, other].sort());
    scene.advance(LEFT_TICKET_MS + 1);
    await scene.start([]).deliver();
    expect(await scene.tickets()).toEqual([jobId]);
    expect(await scene.deliveries.get(other)).toBeNull();
  });
});
