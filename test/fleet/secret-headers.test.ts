import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFiles } from '../../packages/files/src/open-files.js';
import { ApiClient, fleetParts, runCli, SHARED_ADDRESS, sharedFleet, type SharedFleet } from '@quarry/testkit';
import { connectMongo } from '../../packages/store/src/mongo/mongo-engine.js';
import { leaksIn } from '../fuzz/secret-forms.js';

const BATCH = '/scrape/batch/web';
const MAX_FILE_BYTES = 50_000_000;
const COLLECTIONS = ['requests', 'batch_items', 'batches', 'periods', 'idempotency_keys', 'webhook_deliveries'];

const seed = (name: string): string => `seeded${name}${randomBytes(9).toString('hex')}`;

/** A target that keeps `/held/...` waiting and records request headers. */
const createTarget = () => {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const waiting: ServerResponse[] = [];
  let isOpen = false;
  const answer = (response: ServerResponse): unknown =>
    response.setHeader('content-type', 'text/html').end('<p>Stone.');
  const server: Server = createServer(({ url: path = '/', headers }, response) => {
    asked.push({ path, headers });
    if (path.startsWith('/failing')) return void response.writeHead(500).end();
    if (path.startsWith('/held') && !isOpen) return void waiting.push(response);
    answer(response);
  });
  return {
    asked,
    listen: async (): Promise<string> => {
      await once(server.listen(0, SHARED_ADDRESS), 'listening');
      return `http://${SHARED_ADDRESS}:${(server.address() as AddressInfo).port}`;
    },
    release: (): void => {
      isOpen = true;
      for (const response of waiting.splice(0)) answer(response);
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 25));
};

const readFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

/** The raw data of the store: the files of SQLite, or the account's documents of MongoDB. */
const readStore = async ({ dataDir, cliEnv, accountId }: SharedFleet): Promise<string> => {
  const uri = cliEnv['MONGODB_URI'];
  if (uri === undefined) {
    return ['', '-wal'].map((suffix) => readFileSync(join(dataDir, `quarry.sqlite${suffix}`), 'latin1')).join('\n');
  }
  const connection = await connectMongo({ uri });
  try {
    const found = COLLECTIONS.map(async (name) => connection.db?.collection(name).find({ accountId }).toArray());
    return JSON.stringify(await Promise.all(found));
  } finally {
    await connection.close();
  }
};

const readFiles = async ({ dataDir, cliEnv, accountId }: SharedFleet): Promise<string> => {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = cliEnv;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = cliEnv;
  const s3 = bucket ? { bucket, endpoint, region, accessKeyId, secretAccessKey } : undefined;
  const files = await openFiles({ dataDir, s3, maxFileBytes: MAX_FILE_BYTES });
  const texts: string[] = [];
  for await (const keys of files.list()) {
    const own = keys.filter((key) => key.accountId === accountId);
    texts.push(...(await Promise.all(own.map(async (key) => String(await files.read(key, MAX_FILE_BYTES))))));
  }
  await files.close();
  return texts.join('\n');
};

describe.each(fleetParts())('secret headers on $name', (parts) => {
  const secrets = { cookie: seed('Cookie'), bearer: seed('Bearer'), apiKey: seed('ApiKey'), again: seed('Again') };
  const headers = {
    Accept: 'text/html',
    Cookie: `sid=${secrets.cookie}`,
    Authorization: `Bearer ${secrets.bearer}`,
    'X-Api-Key': secrets.apiKey,
  };
  const target = createTarget();
  let fleet: SharedFleet;
  let api: ApiClient;
  let site: string;
  let jobId: string;
  let backups: string;
  let answers: Promise<readonly string[]>;

  const places = async (): Promise<Record<string, string>> => ({
    store: await readStore(fleet),
    files: await readFiles(fleet),
    logs: readFolder(join(fleet.dataDir, 'logs')),
    redis: readFolder(join(fleet.dataDir, 'redis')),
    runner: fleet.output(),
  });
  const expectClean = (texts: Readonly<Record<string, string>>): void => {
    for (const [place, text] of Object.entries(texts)) {
      expect(`${place}: ${leaksIn(text, secrets).join()}`).toBe(`${place}: `);
    }
  };
  const backUp = async (name: string): Promise<string> => {
    const folder = join(backups, name);
    expect(await runCli(['backup', folder, '--with-secret'], fleet.cliEnv)).toMatchObject({ code: 0 });
    return readFolder(folder);
  };
  const scrape = async (path: string, more: object = {}): Promise<string> => {
    const { body } = await api.send('POST', '/scrape/web', {
      url: `${site}${path}`,
      jsRendering: false,
      headers,
      ...more,
    });
    return JSON.stringify(body);
  };
  const statusOf = async (id: string) => {
    const { body } = await api.send('GET', `${BATCH}/${id}`);
    return (body['data'] as { status: string }).status;
  };

  beforeAll(async () => {
    backups = mkdtempSync(join(tmpdir(), 'quarry-header-backups-'));
    site = await target.listen();
    fleet = await sharedFleet(parts);
    api = new ApiClient(fleet);
    const calls = [scrape('/held/call'), scrape('/held/page', { jsRendering: true }), scrape('/failing/call')];
    const paths = [...Array.from({ length: 20 }, (_, index) => `/held/item-${index}`), '/failing/item', '/item'];
    const requests = paths.map((path) => ({ url: `${site}${path}`, jsRendering: false, headers }));
    jobId = String((await api.send('POST', BATCH, { requests })).body['jobId']);
    answers = Promise.all(calls);
    const isAsked = (start: string): boolean => target.asked.some(({ path }) => path.startsWith(start));
    await until(() => ['/held/call', '/held/page', '/held/item', '/failing/call'].every(isAsked));
  }, 180_000);

  afterAll(() => {
    target.close();
    rmSync(backups, { recursive: true, force: true });
  });

  it('reach the target, and lie nowhere while requests run', async () => {
    expectClean(await places());
    expect(await readStore(fleet)).toContain('[removed]');
    const paths = target.asked.filter((one) => one.headers.cookie === headers.Cookie).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/held/call', '/held/page', '/failing/call']));
    expect(paths.some((path) => path.startsWith('/held/item'))).toBe(true);
    for (const { path, headers: got } of target.asked.filter((one) => paths.includes(one.path))) {
      const sent = [got.authorization, got['x-api-key']];
      expect([path, ...sent]).toEqual([path, headers.Authorization, headers['X-Api-Key']]);
    }
    // On others a copy of the store needs that nobody else writes.
    if (parts.name === 'embedded parts') expectClean({ backup: await backUp('while they run') });
  }, 60_000);

  it('lie nowhere once they have ended, and go to no result', async () => {
    await api.send('DELETE', `${BATCH}/${jobId}`);
    target.release();
    await until(async () => ['done', 'stopped'].includes(await statusOf(jobId)));
    const told = await Promise.all(
      ['results?limit=100', 'results.ndjson?answers=true', 'results.csv'].map(async (path) => {
        const address = `${fleet.baseUrl}${BATCH}/${jobId}/${path}`;
        return (await fetch(address, { headers: { 'x-api-key': fleet.apiKey } })).text();
      }),
    );
    for (const text of told) expect(text).toContain('[removed]');
    expectClean({ ...(await places()), answers: (await answers).join('\n'), results: told.join('\n') });
    if (parts.name === 'MongoDB and S3') expect(await readStore(fleet)).not.toContain('sealedHeaders');
    else expectClean({ backup: await backUp('afterwards') });
  }, 60_000);

  it('are asked for again by retry-failed, and reach the target by it', async () => {
    const path = `${BATCH}/${jobId}/retry-failed`;
    expect(await api.send('POST', path, {})).toMatchObject({ status: 422, body: { error: 'validation_failed' } });
    const given = { cookie: `sid=${secrets.again}`, authorization: headers.Authorization, 'x-api-key': secrets.apiKey };
    const retried = await api.send('POST', path, { headers: given });
    expect(retried.status).toBe(200);
    const id = String(retried.body['jobId']);
    await until(() => target.asked.some((one) => one.headers.cookie === given.cookie));
    await api.send('DELETE', `${BATCH}/${id}`);
    await until(async () => ['done', 'stopped'].includes(await statusOf(id)));
    expectClean(await places());
  }, 60_000);

  it('lie in a folder that no other user may read', () => {
    const loose = readdirSync(fleet.dataDir).filter((name) => (statSync(join(fleet.dataDir, name)).mode & 0o077) !== 0);
    expect([statSync(fleet.dataDir).mode & 0o077, loose]).toEqual([0, []]);
  });
});
