import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allProcesses,
  ApiClient,
  fleetParts,
  inParallel,
  poll,
  startFleet,
  startTargetSite,
  type Fleet,
  type FleetOptions,
  type FleetProcess,
  type TargetSite,
} from '@quarry/testkit';

const SERVICES = ['gateway', 'browser-scrape'] as const;
const [MAIN_PARTS] = fleetParts();

const untilTrue = (isTrue: () => boolean, timeoutMs: number): Promise<boolean> =>
  poll(isTrue, (isSo) => isSo, { timeoutMs });

const alive = (family: readonly FleetProcess[]): FleetProcess[] => {
  const known = new Map(family.map((entry) => [entry.pid, entry.commandLine]));
  return allProcesses().filter(({ pid, commandLine }) => known.get(pid) === commandLine);
};

const leftOf = async (family: readonly FleetProcess[]): Promise<FleetProcess[]> => {
  await untilTrue(() => alive(family).length === 0, 20_000);
  return alive(family);
};

describe.each(fleetParts())('on $name', (parts) => {
  let site: TargetSite;
  let fleet: Fleet;
  let api: ApiClient;
  let dataDir: string;
  let options: FleetOptions;

  beforeAll(async () => {
    site = await startTargetSite();
    dataDir = await mkdtemp(join(tmpdir(), 'quarry-faults-'));
    options = { dataDir, services: SERVICES, env: { ...(await parts.prepare()), EGRESS_ALLOW: site.host } };
    fleet = await startFleet(options);
    api = new ApiClient(fleet);
  }, 180_000);

  afterAll(async () => {
    await fleet.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  const killWorker = (): number[] => {
    const workers = fleet.processes('browser-scrape');
    for (const { pid } of workers) process.kill(pid, 'SIGKILL');
    return workers.map(({ pid }) => pid);
  };

  describe('kill -9 of browser-scrape in the middle of a job', () => {
    it('the client gets its answer from the next worker, charged once', async () => {
      const before = await api.usage();
      const scrape = api.scrape({ url: `${site.url}/slow/1000`, jsRendering: false, outputFormat: ['text'] });
      await site.reached('/slow/1000', 1);
      expect(killWorker()).toHaveLength(1);
      const answer = await scrape;
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-credits-charged')).toBe('1');
      expect(await api.usage()).toMatchObject({
        availableCredits: before.availableCredits - 1,
        heldCredits: 0,
        availableConcurrency: 64,
      });
    }, 90_000);

    // What a worker leaves in its browser and in the queue does not depend on the stores.
    if (parts.name !== MAIN_PARTS?.name) return;

    it('while the browser renders: an answer, a balanced ledger, and no Chromium of the dead worker', async () => {
      await api.scrape({ url: `${site.url}/js`, jsRendering: true });
      const before = await api.usage();
      const old = new Set(fleet.processes('chromium').map(({ pid }) => pid));
      expect(old.size).toBeGreaterThan(0);
      const scrape = api.scrape({ url: `${site.url}/slow/1001`, jsRendering: true });
      await site.reached('/slow/1001', 1);
      killWorker();
      const answer = await scrape;
      expect(answer.status).toBe(200);
      expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - 10, heldCredits: 0 });
      expect(await untilTrue(() => !allProcesses().some(({ pid }) => old.has(pid)), 10_000)).toBe(true);
    }, 90_000);

    it('32 callers at once all get their answers', async () => {
      const before = await api.usage();
      const answers = inParallel(64, 32, (index) =>
        api.scrape({ url: `${site.url}/slow/${300 + index}`, jsRendering: false }),
      );
      await site.reached('/slow/320', 1);
      killWorker();
      expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200));
      expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - 64, heldCredits: 0 });
    }, 120_000);
  });

  describe('kill -9 of the gateway with requests in flight', () => {
    it('the next one serves, finds the data again, and every hold and every lease comes back', async () => {
      const scraped = await api.scrape({ url: `${site.url}/page/stored`, jsRendering: false, outputFormat: ['text'] });
      const stored = scraped.body.requestMetadata?.json ?? '';
      expect(scraped.status).toBe(200);
      const before = await api.usage();
      const paths = Array.from({ length: 16 }, (_, index) => `/held/cut/${index}`);
      const cut = inParallel(paths.length, paths.length, (index) =>
        api.scrape({ url: `${site.url}${paths[index]}`, jsRendering: false }).then(
          () => 'answered',
          () => 'cut off',
        ),
      );
      // A lease whose job no worker has yet would end only at its deadline.
      await Promise.all(paths.map((path) => site.reached(path, 1)));
      for (const { pid } of fleet.processes('gateway')) process.kill(pid, 'SIGKILL');
      expect(new Set(await cut)).toEqual(new Set(['cut off']));
      site.release('cut');
      const usage = async (): Promise<Awaited<ReturnType<ApiClient['usage']>> | null> => api.usage().catch(() => null);
      const after = await poll(usage, (now) => now?.heldCredits === 0 && now.availableConcurrency === 64, {
        timeoutMs: 30_000,
      });
      expect(after).toMatchObject({ heldCredits: 0, availableConcurrency: 64 });
      expect(before.availableCredits - (after?.availableCredits ?? 0)).toBeLessThanOrEqual(16);
      expect((await api.scrape({ url: `${site.url}/page/after`, jsRendering: false })).status).toBe(200);
      // What was stored before is there for the next one.
      expect((await api.send('GET', stored)).body['text']).toBe(scraped.body['text']);
    }, 90_000);
  });

  describe('the end', () => {
    it('leaves no orphan, and the next life finds the data again', async () => {
      // Chromium is started on one kind of stores only, as it does not depend on them.
      const jsRendering = parts.name === MAIN_PARTS?.name;
      const path = jsRendering ? '/js' : '/page/last';
      const scraped = await api.scrape({ url: `${site.url}${path}`, jsRendering, outputFormat: ['text'] });
      expect(scraped.status).toBe(200);
      const left = (await api.usage()).availableCredits;
      const family = fleet.processes();
      expect(family.length).toBeGreaterThanOrEqual(4);
      expect(await fleet.stop()).toBe(0);
      expect(await leftOf(family)).toEqual([]);

      const first = fleet;
      fleet = await startFleet(options);
      expect(fleet.apiKey).toBe(first.apiKey);
      api = new ApiClient(fleet);
      expect((await api.usage()).availableCredits).toBe(left);
      const stored = scraped.body.requestMetadata?.json?.replace(first.baseUrl, fleet.baseUrl) ?? '';
      expect((await api.send('GET', stored)).body['text']).toBe(scraped.body['text']);
    }, 180_000);

    it('of the runner, by kill -9, leaves nothing behind', async () => {
      const family = fleet.processes();
      expect(family.length).toBeGreaterThanOrEqual(3);
      process.kill(fleet.runnerPid, 'SIGKILL');
      expect(await leftOf(family)).toEqual([]);
    }, 60_000);
  });
});
