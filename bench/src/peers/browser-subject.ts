import type { Subject } from './figures.js';
import { loadPages, type SiteFleet } from './fleet-subject.js';
import { measureTree } from './tree-use.js';

/** Pages open at a time, in the fleet and in the bare loop. */
export const BROWSER_WIDTH = 4;
const ASKED = { outputFormat: ['html', 'markdown'], extractLinks: true, jsRendering: true };

const mbPerPage = new Map<SiteFleet, number>();

/** Single requests that the browser renders; CPU and memory of all processes, Chromium's included. */
export const browserSubject = (fleet: SiteFleet): Subject => ({
  name: `${fleet.name}, rendered`,
  measure: async (pages) => {
    let load: Awaited<ReturnType<typeof loadPages>> | undefined;
    const used = await measureTree(fleet.fleet.runnerPid, async () => {
      load = await loadPages(fleet, { pages, width: BROWSER_WIDTH, asked: ASKED });
    });
    if (load === undefined) throw new Error('nothing was measured');
    mbPerPage.set(fleet, (used.peakMb - used.idleMb) / BROWSER_WIDTH);
    return { ...load, cpuMs: used.cpuMs / pages, memoryMb: used.peakMb };
  },
});

/** Memory of an open page in the last round: what the fleet needs at most beyond what it needs while idle. */
export const memoryLines = (fleets: readonly SiteFleet[]): string[] =>
  fleets.map((fleet) => `${fleet.name}: ${mbPerPage.get(fleet)?.toFixed(0)} MB per open page.`);
