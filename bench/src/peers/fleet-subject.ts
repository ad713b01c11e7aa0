import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fleet, FleetOptions, startFleet } from '@quarry/testkit';
import { cpuByRole, measureJobs, sampleMemory } from '../batch/fleet-jobs.js';
import { runLoad } from '../load.js';
import type { Figures, Subject } from './figures.js';

/** Pages at a time of batches, and of the peers. */
export const WIDTH = 32;
/** Calls at a time of the fleet's single requests. */
const SYNC_WIDTH = 16;
/** A batch has at most so many items, so a larger number is several jobs. */
const MAX_JOB_ITEMS = 10_000;
const ASKED = { outputFormat: ['html', 'markdown'], extractLinks: true, jsRendering: false };

/** A fleet that fetches the pages of one site. */
export interface SiteFleet {
  readonly name: string;
  readonly fleet: Fleet;
  /** `http://<host>` of the pages. */
  readonly site: string;
}

const sum = (parts: Iterable<number>): number => [...parts].reduce((total, one) => total + one, 0);

/** Single requests for `pages` pages, `width` at a time. Throws if one fails. */
export const loadPages = async (
  { fleet, site }: SiteFleet,
  { pages, width, asked }: { readonly pages: number; readonly width: number; readonly asked: object },
): Promise<Pick<Figures, 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms'>> => {
  const load = await runLoad({
    url: () => `${fleet.baseUrl}/scrape/web`,
    method: 'POST',
    headers: { 'x-api-key': fleet.apiKey, 'content-type': 'application/json' },
    body: (index) => JSON.stringify({ url: `${site}/p/${index}`, ...asked }),
    requests: pages,
    width,
  });
  if (load.failed > 0) throw new Error(`${load.failed} of ${pages} requests failed`);
  const at = (share: number): number => load.latenciesMs[Math.floor(load.latenciesMs.length * share)] ?? 0;
  return { perSecond: load.perSecond, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
};

const measureSync = async (site: SiteFleet, pages: number): Promise<Figures> => {
  const before = cpuByRole(site.fleet);
  const memory = sampleMemory(site.fleet);
  const load = await loadPages(site, { pages, width: SYNC_WIDTH, asked: ASKED });
  memory.stop();
  const after = cpuByRole(site.fleet);
  return {
    ...load,
    cpuMs: (sum(after.values()) - sum(before.values())) / pages,
    memoryMb: sum(Object.values(memory.peakMb)),
  };
};

const measureBatch = async ({ fleet, site }: SiteFleet, pages: number): Promise<Figures> => {
  const jobs = Math.ceil(pages / MAX_JOB_ITEMS);
  const measured = await measureJobs(fleet, site, { jobs, perJob: pages / jobs, firstPage: 0, asked: ASKED });
  if (measured.failed > 0) throw new Error(`${measured.failed} of ${pages} items failed`);
  return {
    cpuMs: sum(Object.values(measured.cpuMs)),
    perSecond: pages / measured.seconds,
    memoryMb: sum(Object.values(measured.peakMb)),
    acceptMs: Math.max(...measured.acceptMs),
  };
};

export const batchSubject = (fleet: SiteFleet): Subject => ({
  name: `${fleet.name}, batch`,
  measure: (pages) => measureBatch(fleet, pages),
});

/** A batch of its own size. */
export const sizedBatchSubject = (fleet: SiteFleet, items: number): Subject => ({
  name: `${fleet.name}, ${items.toLocaleString('en-US')} items`,
  measure: () => measureBatch(fleet, items),
});

export const syncSubject = (fleet: SiteFleet): Subject => ({
  name: `${fleet.name}, ${SYNC_WIDTH} requests at a time`,
  measure: (pages) => measureSync(fleet, pages),
});

export interface SiteFleetOptions extends Pick<FleetOptions, 'env' | 'replicas'> {
  readonly name: string;
  /** Of the site. */
  readonly port: number;
}

/** Starts the fleet of a built checkout. */
const startSiteFleet = async (
  checkout: string,
  { name, port, env, replicas = {} }: SiteFleetOptions,
): Promise<SiteFleet> => {
  const testkit = pathToFileURL(path.join(checkout, 'packages/testkit/dist/index.js')).href;
  // safe because every checkout has this function
  const { startFleet: start } = (await import(testkit)) as { startFleet: typeof startFleet };
  const host = `127.0.0.1:${port}`;
  const own = { EGRESS_ALLOW: host, SLOTS: String(WIDTH), BATCH_SITE_CONCURRENCY: '0' };
  const fleet = await start({ env: { ...own, ...env }, replicas });
  return { name, fleet, site: `http://${host}` };
};

/** Fleets are processes of their own, which would outlive a bench that is ended by a signal. Returns what undoes it. */
const stopOnSignal = (stop: () => Promise<unknown>): (() => void) => {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const onSignal = (): void => void stop().finally(() => process.exit(1));
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
};

/** Starts fleets of built checkouts, and stops them when the work has ended. */
export const withFleets = async <T>(
  starts: readonly { readonly folder: string; readonly options: SiteFleetOptions }[],
  work: (fleets: readonly SiteFleet[]) => Promise<T>,
): Promise<T> => {
  const fleets: SiteFleet[] = [];
  const stop = (): Promise<unknown> => Promise.all(fleets.map(({ fleet }) => fleet.stop()));
  const undo = stopOnSignal(stop);
  try {
    for (const { folder, options } of starts) fleets.push(await startSiteFleet(folder, options));
    return await work(fleets);
  } finally {
    undo();
    await stop();
  }
};
