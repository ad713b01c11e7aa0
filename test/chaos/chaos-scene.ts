import { randomUUID } from 'node:crypto';
import { openStore, type Period, type RequestRow, type Store } from '@quarry/store';
import {
  ApiClient,
  openFaultsFolder,
  poll,
  proofSize,
  startCutter,
  startFleet,
  startTargetSite,
  startTestRedis,
  untilJournalAgrees,
  type Answer,
  type Cutter,
  type FaultsFolder,
  type Fleet,
  type FleetParts,
  type TargetSite,
  type TestRedis,
} from '@quarry/testkit';

const SETTLE_TIMEOUT_MS = 120_000;
const RETRY_PAUSE_MS = 100;
const PAGE_ROWS = 200;
/** Jobs that one worker runs at once. */
export const SLOTS = proofSize(8, 32);
/** The runner detects a frozen process in three checks. */
const HEALTH_CHECK_MS = 1_500;

/** The books of the demo account once nothing is in flight. */
export interface Books {
  readonly period: Period;
  readonly rows: readonly RequestRow[];
}

/** A gateway and a worker whose stores a test can break: Redis by its process, store and files by proxies to them. */
export interface ChaosScene {
  readonly name: string;
  readonly fleet: Fleet;
  readonly api: ApiClient;
  readonly site: TargetSite;
  readonly redis: TestRedis;
  readonly faults: FaultsFolder;
  /** Proxies to MongoDB and to S3, where the fleet uses them. */
  readonly ways: { readonly store?: Cutter; readonly files?: Cutter };
  /** A scrape of the test's own site. */
  scrape(path: string, options?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** The same as a patient client: retries with its Idempotency-Key until it gets a final response. */
  persist(path: string, timeoutMs: number): Promise<Answer>;
  /** Waits until no credit is held and no lease taken, then reads the books and checks that they add up. */
  books(): Promise<Books>;
  /** Waits until no request is open; removes leases whose holders have died. */
  forgetPlaces(): Promise<void>;
  close(): Promise<void>;
}

interface Ways {
  readonly env: Readonly<Record<string, string>>;
  readonly store?: Cutter;
  readonly files?: Cutter;
}

/** Routes the addresses of the stores through cutters. */
const throughCutters = async (env: Readonly<Record<string, string>>): Promise<Ways> => {
  const { MONGODB_URI, S3_ENDPOINT } = env;
  if (MONGODB_URI === undefined || S3_ENDPOINT === undefined) return { env };
  const mongo = new URL(MONGODB_URI);
  const [store, files] = await Promise.all([startCutter(mongo.host), startCutter(new URL(S3_ENDPOINT).host)]);
  mongo.host = store.host;
  mongo.searchParams.set('directConnection', 'true');
  return {
    env: {
      ...env,
      MONGODB_URI: mongo.href,
      S3_ENDPOINT: `http://${files.host}`,
    },
    store,
    files,
  };
};

const allRows = async (store: Store, accountId: string): Promise<RequestRow[]> => {
  const rows: RequestRow[] = [];
  for (;;) {
    const last = rows.at(-1);
    const before = last === undefined ? {} : { beforeMs: last.createdAtMs, beforeId: last.id };
    const page = await store.requests.list(accountId, { limit: PAGE_ROWS, ...before });
    rows.push(...page);
    if (page.length < PAGE_ROWS) return rows;
  }
};

const readBooks = async (store: Store): Promise<Books> => {
  const [account] = await store.accounts.list();
  if (account === undefined) throw new Error('there is no account');
  const rows = await allRows(store, account.id);
  await untilJournalAgrees(store, account.id);
  const periods = await store.accounts.periods(account.id);
  const [period] = periods;
  if (period === undefined || periods.length !== 1) throw new Error('one period is expected');
  const { granted, charged, held, expired, available } = period;
  const sum = rows.reduce((total, row) => total + row.chargedCredits, 0);
  const problems = [
    ...(granted === charged + held + expired + available ? [] : ['the period does not add up']),
    ...(charged === sum ? [] : [`the period charged ${charged} and the requests ${sum}`]),
    ...(held === 0 ? [] : [`${held} credits are still held`]),
    ...rows.filter(({ state }) => state === 'open').map(({ id }) => `request ${id} is open`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { period, rows };
};

const openRows = async (store: Store): Promise<readonly RequestRow[]> => {
  const accounts = await store.accounts.list();
  const rows = await Promise.all(accounts.map(({ id }) => allRows(store, id)));
  return rows.flat().filter(({ state }) => state === 'open');
};

const untilSettled = async (api: ApiClient, store: Store, places = 64): Promise<void> => {
  const read = () => api.usage().catch(() => undefined);
  const isSettled = (usage: Awaited<ReturnType<typeof read>>): boolean =>
    usage?.heldCredits === 0 && usage.availableConcurrency >= places;
  const usage = await poll(read, isSettled, { timeoutMs: SETTLE_TIMEOUT_MS, everyMs: RETRY_PAUSE_MS });
  if (!isSettled(usage))
    throw new Error(`nothing settles: ${JSON.stringify(usage)}, open: ${JSON.stringify(await openRows(store))}`);
};

/** Responses after which a client retries: nothing was charged, and the next try may succeed. */
const isPassing = ({ status }: Answer): boolean => status >= 500;

export const startChaosScene = async (parts: FleetParts): Promise<ChaosScene> => {
  const [site, redis] = await Promise.all([startTargetSite(), startTestRedis()]);
  const faults = openFaultsFolder();
  const { env, store: storeWay, files: filesWay } = await throughCutters(await parts.prepare());
  const fleet = await startFleet({
    services: ['gateway', 'browser-scrape'],
    env: {
      ...env,
      ...faults.env,
      EGRESS_ALLOW: site.host,
      REDIS_URL: redis.url,
      RESTART_DELAY_MAX_MS: '200',
      HEALTH_CHECK_MS: String(HEALTH_CHECK_MS),
      SLOTS: String(SLOTS),
      BROWSER_CONTEXTS: '1',
    },
  });
  const api = new ApiClient(fleet);
  const store = await openStore({ dataDir: fleet.dataDir, mongodbUri: env['MONGODB_URI'] });
  const scrape: ChaosScene['scrape'] = (path, options = {}, headers = {}) =>
    api.send('POST', '/scrape/web', { url: `${site.url}${path}`, jsRendering: false, ...options }, headers);
  return {
    name: parts.name,
    ...{ fleet, api, site, redis, faults, scrape },
    ways: { ...(storeWay ? { store: storeWay } : {}), ...(filesWay ? { files: filesWay } : {}) },
    persist: async (path, timeoutMs) => {
      const headers = { 'idempotency-key': randomUUID() };
      const answer = await poll(
        () => scrape(path, {}, headers).catch(() => undefined),
        (last) => last !== undefined && !isPassing(last),
        { timeoutMs, everyMs: RETRY_PAUSE_MS },
      );
      if (answer === undefined || isPassing(answer))
        throw new Error(`no answer in time, last ${answer?.status ?? 'cut off'}`);
      return answer;
    },
    forgetPlaces: async () => {
      await untilSettled(api, store, 0);
      await redis.command('FLUSHALL');
    },
    books: async () => {
      await untilSettled(api, store);
      return readBooks(store);
    },
    close: async () => {
      await store.close();
      await fleet.stop();
      await Promise.all([site.close(), redis.close(), storeWay?.close(), filesWay?.close()]);
      faults.close();
    },
  };
};
