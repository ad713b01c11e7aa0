import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { allProcesses, ApiClient, fleetParts, startFleet, startTargetSite, type FleetProcess } from '@quarry/testkit';

const alive = (family: readonly FleetProcess[]): FleetProcess[] => {
  const known = new Map(family.map((entry) => [entry.pid, entry.commandLine]));
  return allProcesses().filter(({ pid, commandLine }) => known.get(pid) === commandLine);
};

const untilGone = async (family: readonly FleetProcess[]): Promise<FleetProcess[]> => {
  const giveUpAt = Date.now() + 20_000;
  while (alive(family).length > 0 && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 100));
  return alive(family);
};

describe.each(fleetParts())('the life of a local fleet, on $name', (parts) => {
  it('stops without an orphan and finds its data again', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quarry-life-'));
    const site = await startTargetSite();
    try {
      const env = { ...(await parts.prepare()), EGRESS_ALLOW: site.host };
      const first = await startFleet({ dataDir, env });
      const api = new ApiClient(first);
      const scraped = await api.scrape({ url: `${site.url}/js`, outputFormat: ['text'] });
      expect(scraped.status).toBe(200);
      const left = (await api.usage()).availableCredits;
      expect(left).toBe(1_000_000 - 10);
      const family = first.processes();
      expect(family.length).toBeGreaterThanOrEqual(4);
      expect(await first.stop()).toBe(0);
      expect(await untilGone(family)).toEqual([]);

      const second = await startFleet({ dataDir, env });
      expect(second.apiKey).toBe(first.apiKey);
      expect((await new ApiClient(second).usage()).availableCredits).toBe(left);
      const stored = scraped.body.requestMetadata?.json?.replace(first.baseUrl, second.baseUrl) ?? '';
      expect((await new ApiClient(second).send('GET', stored)).body['text']).toBe(scraped.body['text']);

      // The runner itself dies: nothing may stay behind.
      const orphans = second.processes();
      process.kill(second.runnerPid, 'SIGKILL');
      expect(await untilGone(orphans)).toEqual([]);
    } finally {
      await site.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 240_000);
});
