/**
 * Measures crawls. `--part <name>` chooses what:
 *
 *   crawl     (the default) a generated site without traps, by the fleet and by Crawlee in turns; both reach the same pages
 *   frontier  memory of each process, and CPU per page, while the frontier of one crawl grows
 *   steps     the steps of a crawl in the store alone, while its frontier grows; with `MONGODB_URI` on that server
 *   events    memory of each process, and CPU per page, while a receiver gets an event for each page of a crawl
 *
 * `--old <folder>` crawls with another built checkout as well, `--write` puts the table into docs/performance.md. BENCH_ROUNDS,
 * BENCH_CRAWL_PAGES, BENCH_FRONTIER (addresses) and BENCH_EVENT_PAGES bound the time. All parts but the first fail if something
 * grows that should not.
 */
import { parseArgs } from 'node:util';
import { machineName, partNamed, reportPart } from '../peers/report-part.js';
import { measureCrawls } from './measure-crawls.js';
import { measureFrontier } from './measure-frontier.js';
import { measurePageEvents } from './measure-page-events.js';
import { measureSteps } from './measure-steps.js';

const PARTS = {
  crawl: measureCrawls,
  frontier: measureFrontier,
  steps: measureSteps,
  events: measurePageEvents,
};

const { values } = parseArgs({
  options: { old: { type: 'string' }, part: { type: 'string', default: 'crawl' }, write: { type: 'boolean' } },
});
const name = partNamed(PARTS, values.part);
const checkouts = new Map([['Quarry', process.cwd()], ...(values.old ? [['old', values.old] as const] : [])]);
const { text, isFlat } = await PARTS[name](checkouts);
reportPart(name, `${machineName()}; ${text}`, values.write === true);
if (!isFlat) process.exitCode = 1;
