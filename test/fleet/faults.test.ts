import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allProcesses,
  ApiClient,
  fleetParts,
  inParallel,
  startFleet,
  startTargetSite,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';

describe.each(fleetParts())('on $name', (parts) => {
  let site: TargetSite;
  let fleet: Fleet;
  let api: ApiClient;

  beforeAll(async () => {
    site = await startTargetSite();
    fleet = await startFleet({ env: { ...(await parts.prepare()), EGRESS_ALLOW: site.host } });
    api = new ApiClient(fleet);
  }, 180_000);

  afterAll(async () => {
    await fleet.stop();
    await site.close();
  }, 60_000);

  const killWorker = (): number[] => {
    const workers = fleet.processes('browser-scrape');
    for (const { pid } of workers) process.kill(pid, 'SIGKILL');
    return workers.map(({ pid }) => pid);
  };

  const gone = async (isGone: () => boolean, timeoutMs: number): Promise<boolean> => {
    const giveUpAt = Date.now() + timeoutMs;
    while (!isGone() && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 50));
    return isGone();
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
      expect(await gone(() => !allProcesses().some(({ pid }) => old.has(pid)), 10_000)).toBe(true);
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
    it('the next one serves, every hold and every lease comes back', async () => {
      const before = await api.usage();
      const cut = inParallel(16, 16, (index) =>
        api.scrape({ url: `${site.url}/slow/${2000 + index}`, jsRendering: false }).then(
          () => 'answered',
          () => 'cut off',
        ),
      );
      await site.reached('/slow/2015', 1);
      for (const { pid } of fleet.processes('gateway')) process.kill(pid, 'SIGKILL');
      expect(new Set(await cut)).toEqual(new Set(['cut off']));
      const usage = async (): Promise<Awaited<ReturnType<ApiClient['usage']>> | null> => api.usage().catch(() => null);
      let after = await usage();
      await gone(() => {
        void usage().then((now) => (after = now));
        return after !== null && after.heldCredits === 0 && after.availableConcurrency === 64;
      }, 30_000);
      expect(after).toMatchObject({ heldCredits: 0, availableConcurrency: 64 });
      expect(before.availableCredits - (after?.availableCredits ?? 0)).toBeLessThanOrEqual(16);
      expect((await api.scrape({ url: `${site.url}/page/after`, jsRendering: false })).status).toBe(200);
    }, 90_000);
  });
});
