import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '@quarry/store';
import {
  ApiClient,
  fleetParts,
  openFaultsFolder,
  poll,
  proofSize,
  startFleet,
  startTargetSite,
  type FaultsFolder,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';
import { makeDue, passTime } from './schedule-clock.js';

/** Where the gateway dies within a run: its request is held but not enqueued, and it is enqueued. */
const POINTS = ['gateway.credits_held', 'gateway.enqueued'] as const;
/** The same of a crawl: its credits are held, and it may run. */
const CRAWL_POINTS = ['gateway.batch_held', 'gateway.batch_activated'] as const;
const TIMEOUT_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Shown {
  readonly runs: readonly { readonly status: string; readonly requestId?: string; readonly change?: object }[];
}

// The short form needs one kind of stores: what each does with schedules is tested in its own suite.
describe.each(fleetParts().slice(0, proofSize(1, Infinity)))('on $name', (parts) => {
  let site: TargetSite;
  let faults: FaultsFolder;
  let fleet: Fleet;
  let api: ApiClient;
  let store: Store;

  beforeAll(async () => {
    site = await startTargetSite();
    faults = openFaultsFolder();
    fleet = await startFleet({
      services: ['gateway', 'browser-scrape', 'batch-fanout'],
      env: {
        ...(await parts.prepare()),
        ...faults.env,
        EGRESS_ALLOW: site.host,
        RESTART_DELAY_MAX_MS: '200',
      },
    });
    api = new ApiClient(fleet);
    store = await openStore({ mongodbUri: fleet.cliEnv['MONGODB_URI'], dataDir: fleet.dataDir });
  }, 180_000);

  afterAll(async () => {
    await store.close();
    await fleet.stop();
    await site.close();
    faults.close();
  }, 60_000);

  const runsOf = async (id: string): Promise<Shown['runs']> => {
    const answer = await api.send('GET', `/schedules/${id}`).catch(() => undefined);
    return (answer?.body['data'] as Shown | undefined)?.runs ?? [];
  };

  /** Lets a schedule fire once for each point, at which the gateway dies. Each run asks for the path once and costs a credit. */
  const fireThrough = async (points: readonly string[], target: object, path: string): Promise<void> => {
    const before = await api.usage();
    const made = await api.send('POST', '/schedules', {
      ...{ intervalSeconds: HOUR_MS / 1_000, target, changeTracking: { markdown: true } },
    });
    expect(made.status).toBe(200);
    const { id } = made.body['data'] as { id: string };
    for (const [index, point] of points.entries()) {
      faults.arm(point, 'kill');
      await makeDue(store, id);
      expect(await faults.struck(point, TIMEOUT_MS)).toBe(true);
      // The lease of the dead gateway is over.
      await passTime(store, id, (data) => data);
      const runs = await poll(
        () => runsOf(id),
        (found) => found.length > index && found[0]?.status === 'ok',
        { timeoutMs: TIMEOUT_MS, everyMs: 250 },
      );
      expect(runs).toHaveLength(index + 1);
      expect(runs[0]).toMatchObject({ creditsCharged: 1, change: { status: index === 0 ? 'first' : 'same' } });
      expect(site.hits.get(path)).toBe(index + 1);
    }
    const settled = await poll(
      () => api.usage(),
      ({ heldCredits }) => heldCredits === 0,
      { timeoutMs: TIMEOUT_MS },
    );
    expect(before.availableCredits - settled.availableCredits).toBe(points.length);
  };

  it(
    'a schedule fires once through a restart in the middle of each run',
    async () => {
      const path = '/page/scheduled';
      const params = { url: `${site.url}${path}`, jsRendering: false, outputFormat: ['markdown'] };
      await fireThrough(POINTS, { operation: 'scrape/web', params }, path);
      const log = await api.send('GET', '/requests');
      expect((log.body['data'] as { requests: object[] }).requests).toHaveLength(POINTS.length);
    },
    4 * TIMEOUT_MS,
  );

  it(
    'a schedule of crawls starts one for each due time through a restart in the middle of its start',
    async () => {
      const path = '/page/crawled';
      const scrape = { jsRendering: false, outputFormat: ['markdown'] };
      const params = { url: `${site.url}${path}`, limit: 1, sitemap: 'skip', scrape };
      await fireThrough(CRAWL_POINTS, { type: 'crawl', params }, path);
      const { body } = await api.send('GET', '/batches');
      expect((body['data'] as { batches: object[] }).batches).toHaveLength(CRAWL_POINTS.length);
    },
    4 * TIMEOUT_MS,
  );
});
