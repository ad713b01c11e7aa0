/**
 * Measures batches: pages per second and CPU per page of all processes at 1,000, 10,000 and 50,000 items (jobs of 10,000),
 * with SQLite and files on disk, beside a got loop with the same extraction and a cheerio + turndown crawler, all in one
 * run against one loopback site. `corpus` serves captured pages, `small` our own pages of 2 KB; --json adds one JSON document.
 */
import { startFleet } from '@quarry/testkit';
import { startChild, stopChild } from '../child.js';
import { measureJobs, type JobsMeasured } from './fleet-jobs.js';

const WIDTH = 32;
/** Items that warm the workers up, so that small jobs are measured as warm as large ones. */
const WARM_UP = 1_500;
/** Enough pages to measure the crawler. */
const PEER_PAGES = Number(process.env['BENCH_PEER_PAGES'] ?? 1_000);
const PER_JOB = 10_000;
const SIZES = (process.env['BENCH_BATCH_SIZES'] ?? '1000,10000,50000').split(',').map(Number);
/** Aim: pages per CPU second over those of the crawler. */
const AIM_RATIO = 3;
/** A large job may cost at most this much more per item than a small one. */
const MAX_GROWTH = 1.1;

const total = ({ cpuMs }: JobsMeasured): number => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);

const parts = (figures: Readonly<Record<string, number>>, digits: number): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ');

const line = (name: string, perSecond: number, cpuMs: number, rest = ''): string =>
  `${name.padEnd(36)}${perSecond.toFixed(0).padStart(6)} /s${cpuMs.toFixed(2).padStart(9)} ms CPU${(1_000 / cpuMs).toFixed(1).padStart(8)} per CPU s  ${rest}`;

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const printJobs = (measured: JobsMeasured): void => {
  const { items, jobs, seconds, cpuMs, peakMb, firstPageMs, lastPageMs, failed } = measured;
  const name = `batch, ${items.toLocaleString('en-US')} items, ${jobs} ${jobs === 1 ? 'job' : 'jobs'}`;
  console.log(line(name, items / seconds, total(measured), parts(cpuMs, 2)));
  console.log(
    `  failed ${failed}; peak MB: ${parts(peakMb, 0)}; results page of 100: first ${firstPageMs.toFixed(0)} ms, last ${lastPageMs.toFixed(0)} ms`,
  );
};

const printVerdicts = (runs: readonly JobsMeasured[], crawlerMs: number, gotMs: number): void => {
  const large = runs.at(-1);
  const small = runs[0];
  if (large === undefined || small === undefined) return;
  const accepts = runs.filter(({ items }) => items >= PER_JOB).flatMap(({ acceptMs }) => acceptMs);
  if (accepts.length > 0) {
    const [middle, worst] = [percentile(accepts, 0.5), percentile(accepts, 0.95)];
    console.log(`accepting 10,000: p50 ${middle.toFixed(0)} ms, p95 ${worst.toFixed(0)} ms of ${accepts.length}`);
  }
  const growth = total(large) / total(small);
  const ratio = crawlerMs / total(large);
  console.log(
    `cost per item at ${large.items} beside ${small.items}: ${growth.toFixed(2)} (${growth <= MAX_GROWTH ? 'does not grow' : 'grows'})`,
  );
  console.log(
    `pages per CPU second: ${ratio.toFixed(2)} times the crawler's (aim >= ${AIM_RATIO}: ${ratio >= AIM_RATIO ? 'met' : 'not met'}), ${(gotMs / total(large)).toFixed(2)} of the got loop's`,
  );
};

const main = async (): Promise<void> => {
  const site = await startChild('batch/page-site', process.argv.slice(2, 3));
  const { port, pages = 0, bytes = 0 } = site.said;
  const address = `http://127.0.0.1:${port}`;
  const peer = (script: string): ReturnType<typeof startChild> =>
    startChild(`batch/${script}`, [address, String(PEER_PAGES), String(WIDTH)]);
  const fleet = await startFleet({
    env: { EGRESS_ALLOW: `127.0.0.1:${port}`, SLOTS: String(WIDTH), BATCH_SITE_CONCURRENCY: '0' },
  });
  try {
    const source = process.argv[2] === 'corpus' ? 'captured pages' : 'pages of our own';
    console.log(
      `${pages} ${source} of ${(bytes / 1_000).toFixed(0)} kB to markdown and text; SQLite and files on disk; ${WIDTH} at a time; no limit per site`,
    );
    await measureJobs(fleet, address, { jobs: 1, perJob: WARM_UP, firstPage: 0 });
    const runs: JobsMeasured[] = [];
    for (const size of SIZES) {
      const jobs = Math.ceil(size / PER_JOB);
      const measured = await measureJobs(fleet, address, { jobs, perJob: size / jobs, firstPage: 0 });
      printJobs(measured);
      runs.push(measured);
    }
    const got = await peer('got-loop');
    const crawler = await peer('crawler');
    const [gotMs, crawlerMs] = [got.said['cpuMs'] ?? 0, crawler.said['cpuMs'] ?? 0];
    console.log(line('got loop, the same extraction', got.said['perSecond'] ?? 0, gotMs));
    console.log(line('cheerio + turndown crawler', crawler.said['perSecond'] ?? 0, crawlerMs));
    printVerdicts(runs, crawlerMs, gotMs);
    if (process.argv.includes('--json')) console.log(JSON.stringify({ runs, got: got.said, crawler: crawler.said }));
    process.exitCode = runs.some(({ failed }) => failed > 0) ? 1 : 0;
  } finally {
    await fleet.stop();
    await stopChild(site.process);
  }
};

await main();
