import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '@quarry/store';
import {
  ApiClient,
  openFaultsFolder,
  poll,
  startFleet,
  startTargetSite,
  type FaultsFolder,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';
import { makeBucket, newBucketName, s3ServersOf, type TestBucket } from '../../packages/files/test/s3-servers.js';

const POINT = 'fanout.results_sent';
const TIMEOUT_MS = 60_000;
const servers = s3ServersOf(process.env);

type Shown = Readonly<Record<string, unknown>>;

if (servers.length === 0)
  describe('deliveries to a bucket', () => it.skip('need servers in TEST_S3_ENDPOINTS', () => {}));

describe.each(servers)('the results of a batch, through the whole fleet, for a bucket on $name', (server) => {
  let site: TargetSite;
  let faults: FaultsFolder;
  let fleet: Fleet;
  let api: ApiClient;
  let store: Store;
  let made: TestBucket;

  beforeAll(async () => {
    site = await startTargetSite();
    faults = openFaultsFolder();
    made = await makeBucket(server);
    const env = { EGRESS_ALLOW: [site.host, new URL(server.endpoint).host].join(','), RESTART_DELAY_MAX_MS: '200' };
    fleet = await startFleet({
      services: ['gateway', 'browser-scrape', 'batch-fanout'],
      env: { ...faults.env, ...env },
    });
    api = new ApiClient(fleet);
    store = await openStore({ mongodbUri: fleet.cliEnv['MONGODB_URI'], dataDir: fleet.dataDir });
  }, 180_000);

  afterAll(async () => {
    await store.close();
    await fleet.stop();
    await site.close();
    await made.drop();
    faults.close();
  }, 60_000);

  const submit = async (bucket: string): Promise<string> => {
    const { accessKeyId, secretAccessKey } = server.credentials;
    const answer = await api.send('POST', '/scrape/batch/web', {
      requests: ['one', 'two'].map((name) => ({ url: `${site.url}/page/${name}`, outputFormat: ['markdown'] })),
      defaults: { jsRendering: false },
      delivery: {
        bucket,
        region: server.region,
        endpoint: server.endpoint,
        prefix: 'out/',
        accessKeyId,
        secretAccessKey,
      },
    });
    expect(answer.status).toBe(200);
    return String(answer.body['jobId']);
  };
  const deliveryOf = async (jobId: string): Promise<Shown> => {
    const { body } = await api.send('GET', `/scrape/batch/web/${jobId}`);
    return (body['data'] as { delivery: Shown }).delivery;
  };
  const reach = (jobId: string, isReached: (delivery: Shown) => boolean): Promise<Shown> =>
    poll(() => deliveryOf(jobId), isReached, { timeoutMs: TIMEOUT_MS, everyMs: 200 });
  /** Makes the next try due, as if the pause, or the lease of a dead process, were over. */
  const passTime = async (jobId: string): Promise<void> => {
    const write = async (): Promise<boolean> => {
      const record = await store.records.get('job-delivery', jobId);
      if (record === null) throw new Error('the delivery is gone');
      const { version, data, expiresAtMs } = record;
      const due = { ...(data as object), nextAttemptAtMs: 0 };
      return (await store.records.replace('job-delivery', jobId, version, { data: due, expiresAtMs })) !== null;
    };
    await poll(write, (isWritten) => isWritten, { timeoutMs: TIMEOUT_MS });
  };
  /** Status of each row of the file in the bucket. */
  const rowsIn = async (bucket: TestBucket, jobId: string): Promise<string[]> => {
    const lines = (await bucket.read(`out/batch-${jobId}.ndjson`)).trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as { result: { status: string } }).result.status);
  };

  it(
    'arrive whole although the process that delivers them is killed before it can say so',
    async () => {
      faults.arm(POINT, 'kill');
      const jobId = await submit(made.bucket);
      expect(await faults.struck(POINT, TIMEOUT_MS)).toBe(true);
      expect(await deliveryOf(jobId)).toMatchObject({ status: 'pending', attempts: 1 });
      await passTime(jobId);
      const delivered = await reach(jobId, ({ status }) => status === 'delivered');
      expect(delivered).toMatchObject({ attempts: 2, keys: [`out/batch-${jobId}.ndjson`] });
      expect(await rowsIn(made, jobId)).toEqual(['ok', 'ok']);
      expect(await made.keys()).toHaveLength(1);
      expect(await made.uploads()).toEqual([]);
      expect(JSON.stringify(await store.records.get('job-delivery', jobId))).not.toContain('sealedKeys');
    },
    3 * TIMEOUT_MS,
  );

  it(
    'wait for a bucket that refuses them, and arrive once it takes them',
    async () => {
      const bucket = newBucketName();
      const jobId = await submit(bucket);
      const waiting = await reach(jobId, ({ lastError }) => lastError !== undefined);
      expect(waiting).toMatchObject({
        status: 'pending',
        lastError: 'NoSuchBucket',
        nextAttemptAt: expect.any(String),
      });
      const late = await makeBucket(server, bucket);
      await passTime(jobId);
      expect(await reach(jobId, ({ status }) => status === 'delivered')).not.toHaveProperty('lastError');
      expect(await rowsIn(late, jobId)).toEqual(['ok', 'ok']);
      await late.drop();
    },
    3 * TIMEOUT_MS,
  );
});
