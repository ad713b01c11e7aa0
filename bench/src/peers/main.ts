/**
 * Measures the fleet against one site of captured pages: html, markdown and links of each page. Subjects take turns for some
 * rounds, and each figure is the median of its rounds. `--part <name>` chooses what is compared:
 *
 *   peers     (the default) single requests and batches beside a crawler and bare loops, with SQLite and files on disk
 *   growth    batches of 1,000, 10,000 and 50,000 items (BENCH_GROWTH_SIZES)
 *   stores    SQLite with files on disk beside MongoDB with S3, where their servers run
 *   replicas  one replica of each service beside two
 *   browser   rendered pages beside bare puppeteer-core
 *
 * `--old <folder>` measures another built checkout as well, `--write` puts the table into docs/performance.md. BENCH_ROUNDS and
 * BENCH_PEER_PAGES bound the time.
 */
import { parseArgs } from 'node:util';
import { startChild, stopChild } from '../child.js';
import { PARTS } from './parts.js';
import { machineName, partNamed, reportPart } from './report-part.js';

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { old: { type: 'string' }, part: { type: 'string', default: 'peers' }, write: { type: 'boolean' } },
  });
  const name = partNamed(PARTS, values.part);
  const part = PARTS[name];
  const rounds = Number(process.env['BENCH_ROUNDS'] ?? part.rounds);
  const ofRound = Number(process.env['BENCH_PEER_PAGES'] ?? part.pages);
  const checkouts = new Map([['Quarry', process.cwd()], ...(values.old ? [['old', values.old] as const] : [])]);
  const site = await startChild('batch/page-site', ['corpus']);
  const { port = 0, pages = 0, bytes = 0 } = site.said;
  try {
    const table = await part.run({ port, checkouts, rounds, pages: ofRound });
    const text = `${pages} captured pages of ${(bytes / 1_000).toFixed(0)} kB; ${ofRound} of them a round, rounds: ${rounds}; ${machineName()}.\n\n${table}`;
    reportPart(name, text, values.write === true);
  } finally {
    await stopChild(site.process);
  }
};

await main();
