import { openStore, type Store } from '@quarry/store';
import {
  freePort,
  keepService,
  openFaultsFolder,
  startFleet,
  startTargetSite,
  startTestRedis,
  type FaultsFolder,
  type Fleet,
  type FleetParts,
  type FleetService,
  type KeptService,
  type TargetSite,
  type TestRedis,
} from '@quarry/testkit';
import { PatientClient } from './patient-client.js';
import type { DesignedTargets } from './designed-items.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** Loopback has many addresses: each counts as a site. */
const SITE_ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
/** Jobs that one worker runs at once. */
export const SLOTS = 16;
const CREDITS = 1_000_000;
const SERVICES: readonly FleetService[] = ['gateway', 'browser-scrape', 'batch-fanout'];
const CONCURRENCY = 64;

export interface BatchScene {
  readonly name: string;
  readonly fleet: Fleet;
  readonly store: Store;
  readonly sites: readonly TargetSite[];
  readonly targets: DesignedTargets;
  readonly receiver: WebhookReceiver;
  readonly redis: TestRedis;
  readonly faults: FaultsFolder;
  readonly gateways: readonly string[];
  /** The test's own account, so that its books are its own too. */
  account(name: string): Promise<PatientClient>;
  /** Replicas of a service when none has ended. */
  replicas(service: FleetService): number;
  /** Replicas of a service that run now. */
  pids(service: FleetService): number[];
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Services that run twice. Default: all. */
  readonly doubled?: readonly FleetService[];
}

/** What a scene has started, to be ended in reverse order, also when its start fails. */
class Started {
  readonly #ends: (() => unknown)[] = [];

  onEnd(end: () => unknown): void {
    this.#ends.unshift(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}

const startSites = async (started: Started): Promise<TargetSite[]> => {
  const sites = await Promise.all(SITE_ADDRESSES.map((address) => startTargetSite(0, address)));
  started.onEnd(() => Promise.all(sites.map((site) => site.close())));
  return sites;
};

const openAccount = async (store: Store, name: string, gateways: readonly string[]): Promise<PatientClient> => {
  const plan = { creditsPerPeriod: CREDITS, periodDays: 30, renew: true };
  const { id } = await store.accounts.create({ id: name, name, plan, concurrency: CONCURRENCY });
  const made = await store.keys.create({ accountId: id, name: 'test' });
  if (made === null) throw new Error('no key was made');
  return new PatientClient(gateways, made.plainKey);
};

const start = async (
  parts: FleetParts,
  { env, doubled = SERVICES }: SceneOptions,
  started: Started,
): Promise<BatchScene> => {
  const sites = await startSites(started);
  const redis = await startTestRedis();
  started.onEnd(() => redis.close());
  const receiver = await startWebhookReceiver();
  started.onEnd(() => receiver.close());
  const faults = openFaultsFolder();
  started.onEnd(() => faults.close());
  const refusing = `127.0.0.1:${await freePort()}`;
  const chosen = await parts.prepare();
  const fleet = await startFleet({
    services: SERVICES,
    env: {
      ...chosen,
      ...faults.env,
      EGRESS_ALLOW: [...sites.map(({ host }) => host), refusing, receiver.host].join(','),
      REDIS_URL: redis.url,
      RESTART_DELAY_MAX_MS: '200',
      SLOTS: String(SLOTS),
      BROWSER_CONTEXTS: '2',
      ...env,
    },
  });
  started.onEnd(() => fleet.stop());
  const store = await openStore({ dataDir: fleet.dataDir, mongodbUri: chosen['MONGODB_URI'] });
  started.onEnd(() => store.close());
  const kept = new Map<FleetService, KeptService>();
  started.onEnd(() => Promise.all([...kept.values()].map((service) => service.stop())));
  for (const service of doubled) kept.set(service, await keepService(fleet, service));
  const second = kept.get('gateway');
  const gateways = [fleet.baseUrl, ...(second ? [second.baseUrl] : [])];
  return {
    name: parts.name,
    ...{ fleet, store, sites, receiver, redis, faults, gateways },
    targets: { sites: sites.map(({ url }) => url), refusing: `http://${refusing}` },
    account: (name) => openAccount(store, name, gateways),
    replicas: (service) => (kept.has(service) ? 2 : 1),
    pids: (service) => {
      const pid = kept.get(service)?.pid();
      return [...fleet.processes(service).map((one) => one.pid), ...(pid === undefined ? [] : [pid])];
    },
    close: () => started.end(),
  };
};

/** A whole fleet as processes, each service twice and restarted when it ends, between sites with designed responses. */
export const startBatchScene = async (parts: FleetParts, options: SceneOptions = {}): Promise<BatchScene> => {
  const started = new Started();
  try {
    return await start(parts, options, started);
  } catch (error) {
    await started.end();
    throw error;
  }
};
