import {
  ApiClient,
  keepService,
  poll,
  runCli,
  settingOf,
  spawnService,
  startEngineSite,
  startFleet,
  startModelServer,
  startPrometheus,
  startSite,
  startTargetSite,
  type Fleet,
  type FleetService,
  type Prometheus,
  type TargetSite,
} from '@quarry/testkit';
import { makeBucket, s3ServersOf } from '../../../packages/files/test/s3-servers.js';
import { configOf, rulesOf } from './project-files.js';

export const SERVICES = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout', 'console'] as const;
/** Jobs that each worker runs at once: few, so that work waits. */
const SLOTS = 8;
const CONCURRENCY = 500;
const CREDITS = 10_000_000;
/** Delay of the made sites. */
export const SLOW_MS = 2_000;
/** Killed at this interval, a process never gets to listen. */
const KILL_AGAIN_MS = 50;
/** The runner starts a process again after this time at most. */
const RESTART_DELAY_MAX_MS = 1_000;
const POLL_MS = 250;

export interface OpsScene {
  readonly fleet: Fleet;
  readonly prometheus: Prometheus;
  readonly target: TargetSite;
  readonly api: ApiClient;
  /** Where a batch delivers its results: a caller's bucket. */
  readonly delivery: Readonly<Record<string, string>>;
  /** Kills every replica of a service and its restarts, until the returned function is called. */
  keepDown(service: FleetService): () => void;
  close(): Promise<void>;
}

/** What a scene has started, to be ended in reverse order. */
class Started {
  readonly #ends: (() => unknown)[] = [];

  onEnd(end: () => unknown): void {
    this.#ends.unshift(end);
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}

/** Whether two values are the same as JSON. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Polls until the value is as expected; rejects with the last value after the timeout. */
export const until = async <T>(
  what: string,
  seconds: number,
  ask: () => Promise<T>,
  isDone: (answer: T) => boolean,
): Promise<T> => {
  const answer = await poll(ask, isDone, { timeoutMs: seconds * 1_000, everyMs: POLL_MS });
  if (!isDone(answer)) throw new Error(`not within ${seconds} s: ${what}; it is ${JSON.stringify(answer)}`);
  return answer;
};

/** The value of a promise; rejects when it does not come in time. */
export const within = async <T>(what: string, seconds: number, value: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${seconds} s: ${what}`)), seconds * 1_000);
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
};

const endNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

const openAccount = async (fleet: Fleet): Promise<ApiClient> => {
  const env = { QUARRY_DATA: fleet.dataDir };
  const given = ['--credits', String(CREDITS), '--concurrency', String(CONCURRENCY), '--json'];
  const made = await runCli(['account', 'create', 'operations', ...given], env);
  const { id } = JSON.parse(made.stdout) as { id: string };
  const { key } = JSON.parse((await runCli(['key', 'create', id, '--json'], env)).stdout) as { key: string };
  return new ApiClient({ ...fleet, apiKey: key });
};

const startSites = async (started: Started) => {
  const target = await startTargetSite();
  started.onEnd(() => target.close());
  const engine = await startEngineSite();
  started.onEnd(() => engine.close());
  const shop = await startSite('storeplatform', { delayMs: SLOW_MS });
  started.onEnd(() => shop.close());
  const model = await startModelServer();
  started.onEnd(() => model.close());
  model.reply({ say: { title: 'Report plain' } });
  return { target, engine, shop, model };
};

const makeDelivery = async (started: Started): Promise<Readonly<Record<string, string>>> => {
  const [server] = s3ServersOf(process.env);
  if (server === undefined) throw new Error('TEST_S3_ENDPOINTS has no server for the bucket of a caller');
  const made = await makeBucket(server);
  started.onEnd(() => made.drop());
  const { endpoint, region, credentials } = server;
  const { accessKeyId, secretAccessKey } = credentials;
  return { bucket: made.bucket, endpoint, region, accessKeyId, secretAccessKey };
};

const start = async (program: string, started: Started): Promise<OpsScene> => {
  const { target, engine, shop, model } = await startSites(started);
  const delivery = await makeDelivery(started);
  const fleet = await startFleet({
    services: SERVICES,
    env: {
      EGRESS_ALLOW: [target.host, new URL(delivery['endpoint'] ?? '').host].join(','),
      ORIGIN_ENGINEA: engine.url,
      ORIGIN_STOREPLATFORM: shop.url,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'made',
      AI_API_KEY: 'made',
      SLOTS: String(SLOTS),
      RESTART_DELAY_MAX_MS: String(RESTART_DELAY_MAX_MS),
    },
  });
  started.onEnd(() => fleet.stop());
  // Two gateways report the same queues.
  const second = await spawnService(fleet, 'gateway');
  started.onEnd(() => second.stop());
  // The least number of replicas: a single one never leads so many jobs that another is asked for.
  const leader = await keepService(fleet, 'batch-fanout');
  started.onEnd(() => leader.stop());
  /** Processes that are restarted when they end. */
  const pidsOf = (service: FleetService): number[] => {
    const kept = service === 'batch-fanout' ? leader.pid() : undefined;
    return [...fleet.processes(service).map(({ pid }) => pid), ...(kept === undefined ? [] : [kept])];
  };
  const addressOf = (pid: number): string => `127.0.0.1:${settingOf(pid, 'HEALTH_PORT') ?? ''}`;
  const addressesOf = (service: FleetService): string[] =>
    [...pidsOf(service), ...(service === 'gateway' ? [second.pid] : [])].map(addressOf);
  const targets = new Map(SERVICES.map((service) => [service, addressesOf(service)]));
  const prometheus = await startPrometheus({ program, config: configOf(targets), rules: rulesOf() });
  started.onEnd(() => prometheus.close());
  return {
    ...{ fleet, prometheus, target, delivery },
    api: await openAccount(fleet),
    keepDown: (service) => {
      if (service === 'gateway') second.kill('SIGKILL');
      const kill = (): void => {
        for (const pid of pidsOf(service)) endNow(pid);
      };
      kill();
      const timer = setInterval(kill, KILL_AGAIN_MS);
      const release = (): void => clearInterval(timer);
      started.onEnd(release);
      return release;
    },
    close: () => started.end(),
  };
};

/** A whole fleet between made sites, a second gateway and batch-fanout, and a Prometheus that scrapes them by the project's own files. */
export const startOpsScene = async (program: string): Promise<OpsScene> => {
  const started = new Started();
  try {
    return await start(program, started);
  } catch (error) {
    await started.end();
    throw error;
  }
};
