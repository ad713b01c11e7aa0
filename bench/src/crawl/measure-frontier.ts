import { ApiClient, startCrawlSite } from '@quarry/testkit';
import { cpuByRole, memoryByRole, readJob } from '../batch/fleet-jobs.js';
import { withFleets, type SiteFleet } from '../peers/fleet-subject.js';
import { CRAWL_ROUTE, startCrawl, warmUpCrawl } from './crawl-subjects.js';
import { FRONTIER, MARKS, tableOf } from './frontier-size.js';
import type { Said } from './measure-crawls.js';

/** Links of a page to further ones: so many addresses wait for each page that is fetched. */
const CHILDREN = Number(process.env['BENCH_FRONTIER_LINKS'] ?? 20);
/**
 * Most that a process may need more with the last address than at the first mark. An address with its digest in a map takes 250
 * bytes or more: a process that keeps the frontier of 200,000 in memory is beyond this bound, the garbage of a busy one is not.
 */
const MAX_GROWTH_MB = 45;
/** Most CPU of the leader per page in the last part of the growth, as a multiple of that in the part before the second mark. */
const MAX_LEADER_FACTOR = 2;
const LEADER = 'batch-fanout';
const SCRAPE = { outputFormat: ['text'], jsRendering: false };
const LOOK_MS = 250;
/** Memory at a mark is the median of the last samples. */
const SAMPLES = 8;

interface Mark {
  readonly known: number;
  readonly fetched: number;
  readonly seconds: number;
  readonly memoryMb: Readonly<Record<string, number>>;
  readonly cpuMs: ReadonlyMap<string, number>;
}

type Samples = readonly Readonly<Record<string, number>>[];

const medianByRole = (samples: Samples): Record<string, number> => {
  const middle = (role: string): number =>
    samples.map((one) => one[role] ?? 0).toSorted((a, b) => a - b)[samples.length >> 1] ?? 0;
  return Object.fromEntries(Object.keys(samples[0] ?? {}).map((role) => [role, middle(role)]));
};

/** Crawls until the last address is known, and looks at the processes at each mark. */
const watchGrowth = async (site: SiteFleet): Promise<Mark[]> => {
  const api = new ApiClient(site.fleet);
  const readMemory = memoryByRole(site.fleet);
  const startedAt = performance.now();
  const jobId = await startCrawl(site, { limit: FRONTIER, scrape: SCRAPE });
  const marks: Mark[] = [];
  let samples: Samples = [];
  while (marks.length < MARKS.length) {
    const { discoveredCount: known, responsesCount: fetched, status } = await readJob(api, CRAWL_ROUTE, jobId);
    if (status === 'done') throw new Error(`the crawl ended with ${known} addresses`);
    samples = [...samples, readMemory()].slice(-SAMPLES);
    if (known >= (MARKS[marks.length] ?? 0)) {
      const seconds = (performance.now() - startedAt) / 1_000;
      marks.push({ known, fetched, seconds, memoryMb: medianByRole(samples), cpuMs: cpuByRole(site.fleet) });
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
  const growing = roles.filter((role) => (last.memoryMb[role] ?? 0) - (first.memoryMb[role] ?? 0) > MAX_GROWTH_MB);
  const factor = cpuBetween(LEADER, before, last) / cpuBetween(LEADER, first, second);
  const isFlat = growing.length === 0 && factor <= MAX_LEADER_FACTOR;
  const memory =
    growing.length === 0 ? `no process grows by more than ${MAX_GROWTH_MB} MB` : `${growing.join(' and ')} grow`;
  const verdict = `${name}: ${memory}; the leader needs ${factor.toFixed(2)} of its CPU per page (${isFlat ? 'flat' : 'grows'}).`;
  return { text: `${tableOf([heads, ...rows])}\n\n${verdict}`, isFlat };
};

export const measureFrontier = async (checkouts: ReadonlyMap<string, string>): Promise<Said> => {
  const site = await startCrawlSite({ articles: FRONTIER, facetValues: 0, hasTraps: false, children: CHILDREN });
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
