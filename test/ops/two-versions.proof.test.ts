import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openStore } from '@quarry/store';
import {
  ApiClient,
  fleetParts,
  inParallel,
  recordProof,
  REPOSITORY_ROOT,
  startService,
  startTargetSite,
  startTestRedis,
  type FleetService,
  type Replica,
} from '@quarry/testkit';
import { Balancer } from '../chaos/balancer.js';
import { faultsOf, readBooks, until } from './backup-scene.js';

/** A folder with an older version, installed and built; the drill is run by hand, as `docs/runbooks.md` says. */
const older = process.env['OLDER_QUARRY'];
const describeWithOlder = older === undefined ? describe.skip : describe;
const suite = older === undefined ? ' (not run: OLDER_QUARRY names no folder)' : '';

const ACCOUNT = 'shop';
const CALLERS = 6;
const ITEMS = 200;
const BATCH = '/scrape/batch/web';
/** In the order of the runbook: services that give work last. The way back is the reverse. */
const ORDER: readonly FleetService[] = ['browser-scrape', 'batch-fanout', 'gateway', 'gateway'];

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
}, 90_000);

describeWithOlder(`two versions side by side${suite}`, () => {
  it.each(fleetParts().map((parts) => [parts.name, parts] as const))(
    'on %s: an upgrade and the way back, replica by replica, fail no call and charge exactly',
    async (_, parts) => {
      const startedAt = Date.now();
      const [site, redis] = [await startTargetSite(), await startTestRedis()];
      const dataDir = await mkdtemp(join(tmpdir(), 'quarry-versions-'));
      ends.push(
        () => rm(dataDir, { recursive: true }),
        () => site.close(),
        () => redis.close(),
      );
      const env: Readonly<Record<string, string>> = {
        PATH: process.env['PATH'] ?? '',
        ...(await parts.prepare()),
        QUARRY_DATA: dataDir,
        REDIS_URL: redis.url,
        QUARRY_SECRET: 'of-two-versions-0123456789',
        EGRESS_ALLOW: site.host,
        BASE_URL: 'http://quarry.test',
        SHUTDOWN_NOTICE_MS: '1500',
        SLOTS: '16',
        BROWSER_CONTEXTS: '1',
      };
      const running: [FleetService, Replica][] = [];
      ends.push(() => Promise.all(running.map(([, replica]) => replica.stop())));
      const start = async (root: string, service: FleetService): Promise<void> => {
        running.push([service, await startService({ root, service, env })]);
      };
      for (const service of ORDER) await start(older ?? '', service);
      const store = await openStore({
        dataDir,
        mongodbUri: parts.name === 'embedded parts' ? undefined : env['MONGODB_URI'],
      });
      ends.push(() => store.close());
      const plan = { creditsPerPeriod: 1_000_000, periodDays: 30, renew: true };
      await store.accounts.create({ id: ACCOUNT, name: ACCOUNT, plan, concurrency: 32 });
      const apiKey = (await store.keys.create({ accountId: ACCOUNT, name: 'test' }))?.plainKey ?? '';
      const balancer = new Balancer(apiKey);
      ends.push(() => balancer.close());
      const gateways = (): Replica[] => running.filter(([name]) => name === 'gateway').map(([, replica]) => replica);
      await balancer.use(gateways());

      const ask = (method: string, path: string, body?: unknown) =>
        new ApiClient({ baseUrl: gateways()[0]?.baseUrl ?? '', filesUrl: '', apiKey }).send(method, path, body);
      const requests = Array.from({ length: ITEMS }, (_, index) => ({
        url: `${site.url}/slow/900?${index}`,
        jsRendering: false,
      }));
      const submitted = await ask('POST', BATCH, { requests });
      expect(submitted.status).toBe(200);
      let isOver = false;
      const statuses: (number | string)[] = [];
      const calling = inParallel(CALLERS, CALLERS, async (lane) => {
        while (!isOver) {
          const body = { url: `${site.url}/slow/${50 + lane * 10}`, jsRendering: false };
          statuses.push(
            await balancer.send(body).then(
              ({ status }) => status,
              (error: Error) => error.message,
            ),
          );
        }
      });
      const roll = async (root: string, order: readonly FleetService[]): Promise<void> => {
        for (const service of order) {
          const at = running.findIndex(([name]) => name === service);
          const [[, old] = []] = running.splice(at, 1);
          await start(root, service);
          await balancer.use([...gateways(), ...(service === 'gateway' && old ? [old] : [])]);
          expect(await old?.stop()).toBe(0);
        }
      };
      await roll(REPOSITORY_ROOT, ORDER);
      await roll(older ?? '', [...ORDER].reverse());
      isOver = true;
      await calling;
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      const path = `${BATCH}/${String(submitted.body['jobId'])}`;
      await until(
        'the batch ends',
        async () => (await store.batches.list(ACCOUNT, { limit: 1 }))[0]?.state === 'done',
        120_000,
      );
      const results = await ask('GET', `${path}/results?page=1&limit=1000`);
      // safe because the contract's own tests guard the shape
      const rows = results.body['results'] as { query: { url: string }; result: { status: string } }[];
      expect(new Set(rows.map(({ query }) => query.url)).size).toBe(ITEMS);
      expect(rows.filter(({ result }) => result.status === 'ok')).toHaveLength(ITEMS);
      await until('nothing is held', async () => (await store.accounts.period(ACCOUNT))?.held === 0);
      const books = await readBooks(store, ACCOUNT);
      expect(await faultsOf(store, books)).toEqual([]);
      expect(books.period.charged).toBe(statuses.length + ITEMS);
      const seconds = (Date.now() - startedAt) / 1_000;
      recordProof({ name: `two versions, ${parts.name}`, cases: statuses.length + ITEMS, failures: 0, seconds });
    },
    400_000,
  );
});
