import { randomUUID } from 'node:crypto';
import { openStore, type Store } from '@quarry/store';
import { settingOf, startFleet, type Fleet } from '@quarry/testkit';
import { startChild, stopChild } from '../child.js';
import type { OperationName } from './figures.js';
import type { BenchParts } from './bench-parts.js';
import { groupsOf, type ProcessGroups } from './process-figures.js';
import { watchRedis, type RedisWatch } from './redis-figures.js';

/** As many as a replica has in the manifests. */
export const SLOTS = 16;
const CONTEXTS = 4;
const CREDITS = 1_000_000_000;
const CONCURRENCY = 5_000;

export interface BenchAccount {
  readonly id: string;
  readonly apiKey: string;
}

/** A whole fleet with one replica of each service, and its targets. */
export interface BenchScene {
  readonly parts: BenchParts;
  readonly fleet: Fleet;
  readonly redis: RedisWatch;
  /** `http://<host>` of the pages, and the bytes of the mean page of an operation. */
  readonly pages: string;
  readonly targetBytes: Readonly<Partial<Record<OperationName, number>>>;
  groups(): ProcessGroups;
  account(): Promise<BenchAccount>;
  close(): Promise<void>;
}

const openAccount = async (store: Store): Promise<BenchAccount> => {
  const plan = { creditsPerPeriod: CREDITS, periodDays: 30, renew: true };
  const { id } = await store.accounts.create({ name: `bench-${randomUUID()}`, plan, concurrency: CONCURRENCY });
  const made = await store.keys.create({ accountId: id, name: 'bench' });
  if (made === null) throw new Error('no key was made');
  return { id, apiKey: made.plainKey };
};

export const startBenchScene = async (parts: BenchParts): Promise<BenchScene> => {
  const targets = await startChild('capacity/targets', []);
  const { pages, engine, site, page20Bytes = 0, page200Bytes = 0, browserBytes = 0 } = targets.said;
  const fleet = await startFleet({
    env: {
      ...parts.env,
      EGRESS_ALLOW: `127.0.0.1:${pages}`,
      ORIGIN_ENGINEA: `http://127.0.0.1:${engine}`,
      ORIGIN_RETAILER: `http://127.0.0.1:${site}`,
      SLOTS: String(SLOTS),
      BROWSER_CONTEXTS: String(CONTEXTS),
      BATCH_SITE_CONCURRENCY: '0',
    },
  });
  const store = await openStore({ dataDir: fleet.dataDir, mongodbUri: parts.env['MONGODB_URI'] });
  const [gateway] = fleet.processes('gateway');
  const redis = watchRedis(gateway ? (settingOf(gateway.pid, 'REDIS_URL') ?? '') : '');
  return {
    ...{ parts, fleet, redis },
    pages: `http://127.0.0.1:${pages}`,
    targetBytes: { page20: page20Bytes, page200: page200Bytes, browser: browserBytes, batch20: page20Bytes },
    groups: () => groupsOf(fleet, parts.servers),
    account: () => openAccount(store),
    close: async () => {
      redis.close();
      await store.close();
      await fleet.stop();
      await stopChild(targets.process);
    },
  };
};
