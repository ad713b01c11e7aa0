import { ApiClient, type CrawlSite } from '@quarry/testkit';
import { measureFleet, untilDone } from '../batch/fleet-jobs.js';
import type { Figures, Subject } from '../peers/figures.js';
import { WIDTH, type SiteFleet } from '../peers/fleet-subject.js';
import { scriptSubject } from '../peers/peer-subjects.js';

export const CRAWL_ROUTE = '/crawl/web';
/** Links from the first page to the last. */
const MAX_DEPTH = 100;
const WARM_UP_PAGES = 200;
const SCRAPE = { outputFormat: ['html', 'markdown'], extractLinks: true, jsRendering: false };

export interface CrawlToStart {
  readonly limit: number;
  readonly scrape?: object;
}

/** Starts a crawl of the fleet's site, by links alone and without regard to robots.txt. Returns its job. */
export const startCrawl = async (
  { fleet, site }: SiteFleet,
  { limit, scrape = SCRAPE }: CrawlToStart,
): Promise<string> => {
  const asked = { url: `${site}/`, limit, maxDepth: MAX_DEPTH, maxConcurrency: WIDTH, scrape };
  const { body } = await new ApiClient(fleet).send('POST', CRAWL_ROUTE, {
    ...asked,
    sitemap: 'skip',
    robots: 'ignore',
  });
  const { jobId } = body;
  if (typeof jobId !== 'string') throw new Error(`not accepted: ${JSON.stringify(body).slice(0, 500)}`);
  return jobId;
};

const sum = (parts: Iterable<number>): number => [...parts].reduce((total, one) => total + one, 0);

const measureCrawl = async (site: SiteFleet, pages: number, limit: number): Promise<Figures> => {
  const { made: counts, ...used } = await measureFleet(site.fleet, pages, async () => {
    const jobId = await startCrawl(site, { limit });
    return untilDone(new ApiClient(site.fleet), CRAWL_ROUTE, jobId);
  });
  const { responsesCount, failedCount, creditsCharged } = counts;
  if (responsesCount !== pages || failedCount > 0 || creditsCharged !== pages) {
    throw new Error(`of ${pages} pages: ${responsesCount} crawled, ${failedCount} failed, ${creditsCharged} charged`);
  }
  return {
    cpuMs: sum(Object.values(used.cpuMs)),
    perSecond: pages / used.seconds,
    memoryMb: sum(Object.values(used.peakMb)),
  };
};

/** A crawl of all pages of the fleet's site; its limit would let it find more. */
const fleetSubject = (fleet: SiteFleet): Subject => ({
  name: `${fleet.name}, crawl`,
  measure: (pages) => measureCrawl(fleet, pages, 2 * pages),
});

/** Fails unless the subject asks the site for every page, and for nothing else. */
const checked = (subject: Subject, site: CrawlSite): Subject => ({
  name: subject.name,
  measure: async (pages) => {
    const before = site.asked.length;
    const figures = await subject.measure(pages);
    const asked = new Set(site.asked.slice(before));
    if (asked.size === pages && site.titles.length === pages) return figures;
    throw new Error(`${subject.name} asked for ${asked.size} addresses of a site of ${site.titles.length} pages`);
  },
});

export const warmUpCrawl = (fleet: SiteFleet, pages: number): Promise<unknown> => {
  const most = Math.min(WARM_UP_PAGES, pages);
  return measureCrawl(fleet, most, most);
};

/** Crawls of the site by the fleets, and by Crawlee. */
export const crawlSubjects = (fleets: readonly SiteFleet[], site: CrawlSite): Subject[] => {
  const peer = { script: 'crawl/crawlee-crawl', site: site.url, width: WIDTH };
  const subjects = [
    ...fleets.map(fleetSubject),
    scriptSubject('Crawlee: CheerioCrawler, enqueueLinks, turndown', peer),
  ];
  return subjects.map((subject) => checked(subject, site));
};
