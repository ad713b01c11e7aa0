import { ApiClient, startCrawlSite } from '@quarry/testkit';
import { cpuByRole, readJob } from '../batch/fleet-jobs.js';
import { withFleets, type SiteFleet } from '../peers/fleet-subject.js';
import { CRAWL_ROUTE, startCrawl, warmUpCrawl } from './crawl-subjects.js';
import { FRONTIER, MARKS, tableOf } from './frontier-size.js';
import type { Said } from './measure-crawls.js';
import { growingRoles, memoryVerdict, watchMemory, type MemoryMb } from './memory-growth.js';

/** Links of a page to further ones: so many addresses wait for each page that is fetched. */
const CHILDREN = Number(process.env['BENCH_FRONTIER_LINKS'] ?? 20);
/** Most CPU of the leader per page in the last part of the growth, as a multiple of that in the part before the second mark. */
const MAX_LEADER_FACTOR = 2;
/**
 * Addresses of the site as a multiple of those that are measured. Of a site of no more than these the last mark would need the links of
 * every page: one that fails would leave the crawl to fetch the rest of the site, and to end below the mark.
 */
const SITE_FACTOR = 1.25;
/** Pages that may be fetched, as a multiple of those whose links are needed. */
const MAX_PAGES_FACTOR = 1.5;
const LEADER = 'batch-fanout';
const SCRAPE = { outputFormat: ['text'], jsRendering: false };
const LOOK_MS = 250;

interface Mark {
  readonly known: number;
  readonly fetched: number;
  readonly seconds: number;
  readonly memoryMb: MemoryMb;
  readonly cpuMs: ReadonlyMap<string, number>;
}

/** Crawls until the last address is known, and looks at the processes at each mark. */
const watchGrowth = async (site: SiteFleet): Promise<Mark[]> => {
  const api = new ApiClient(site.fleet);
  const memory = watchMemory(site.fleet);
  const startedAt = performance.now();
  const jobId = await startCrawl(site, { limit: 2 * FRONTIER, scrape: SCRAPE });
  const marks: Mark[] = [];
  while (marks.length < MARKS.length) {
    const job = await readJob(api, CRAWL_ROUTE, jobId);
    const { discoveredCount: known, responsesCount: fetched, failedCount, status } = job;
    if (status === 'done' || fetched * CHILDREN > MAX_PAGES_FACTOR * FRONTIER) {
      throw new Error(`${status} with ${known} addresses, after ${fetched} pages of which ${failedCount} failed`);
    }
    memory.sample();
    if (known >= (MARKS[marks.length] ?? 0)) {
      const seconds = (performance.now() - startedAt) / 1_000;
      marks.push({ known, fetched, seconds, memoryMb: memory.median(), cpuMs: cpuByRole(site.fleet) });
      console.log(`${site.name}: ${known} addresses, ${fetched} pages after ${seconds.toFixed(0)} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return marks;
};

/** CPU per page of a role between two marks. */
const cpuBetween = (role: string, from: Mark | undefined, to: Mark): number =>
  ((to.cpuMs.get(role) ?? 0) - (from?.cpuMs.get(role) ?? 0)) / Math.max(1, to.fetched - (from?.fetched ?? 0));

const judge = (name: string, marks: readonly Mark[]): Said => {
  const [first, second, last] = [marks.at(0), marks.at(1), marks.at(-1)];
  const before = marks.at(-2);
  if (!first || !second || !last || !before) throw new Error('nothing was measured');
  const roles = Object.keys(first.memoryMb);
  const rows = marks.map((mark, index) => [
    ...[mark.known.toLocaleString('en-US'), String(mark.fetched), mark.seconds.toFixed(0)],
    ...roles.map((role) => (mark.memoryMb[role] ?? 0).toFixed(0)),
    index === 0 ? '' : cpuBetween(LEADER, marks[index - 1], mark).toFixed(2),
  ]);
  const heads = ['addresses', 'fetched', 'after s', ...roles.map((role) => `${role}, MB`), 'leader, CPU ms per page'];
  const growing = growingRoles(first.memoryMb, last.memoryMb);
  const factor = cpuBetween(LEADER, before, last) / cpuBetween(LEADER, first, second);
  const isFlat = growing.length === 0 && factor <= MAX_LEADER_FACTOR;
  const verdict = `${name}: ${memoryVerdict(growing)}; the leader needs ${factor.toFixed(2)} of its CPU per page (${isFlat ? 'flat' : 'grows'}).`;
  return { text: `${tableOf([heads, ...rows])}\n\n${verdict}`, isFlat };
};

export const measureFrontier = async (checkouts: ReadonlyMap<string, string>): Promise<Said> => {
  const articles = SITE_FACTOR * FRONTIER;
  const site = await startCrawlSite({ articles, facetValues: 0, hasTraps: false, children: CHILDREN });
  const port = Number(new URL(site.url).port);
  const said: Said[] = [];
  try {
    // One after the other: a crawl of an earlier one would go on beside.
    for (const [name, folder] of checkouts) {
      await withFleets([{ folder, options: { name, port } }], async (fleets) => {
        for (const fleet of fleets) {
          await warmUpCrawl(fleet, MARKS[0] ?? FRONTIER);
          said.push(judge(name, await watchGrowth(fleet)));
        }
      });
    }
  } finally {
    await site.close();
  }
  const text = `${CHILDREN} further links a page.\n\n${said.map((one) => one.text).join('\n\n')}`;
  return { text, isFlat: said.every(({ isFlat }) => isFlat) };
};
