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
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startChild, stopChild } from '../child.js';
import { withFigures } from './figures.js';
import { PARTS } from './parts.js';

const PAGE = 'docs/performance.md';

const partNamed = (name: string): keyof typeof PARTS => {
  const known = Object.keys(PARTS);
  if (!known.includes(name)) throw new Error(`there is no part ${name}; choose one of ${known.join(', ')}`);
  // safe because the name is one of the table's
  return name as keyof typeof PARTS;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { old: { type: 'string' }, part: { type: 'string', default: 'peers' }, write: { type: 'boolean' } },
  });
  const name = partNamed(values.part);
  const part = PARTS[name];
  const rounds = Number(process.env['BENCH_ROUNDS'] ?? part.rounds);
  const ofRound = Number(process.env['BENCH_PEER_PAGES'] ?? part.pages);
  const checkouts = new Map([['Quarry', process.cwd()], ...(values.old ? [['old', values.old] as const] : [])]);
  const site = await startChild('batch/page-site', ['corpus']);
  const { port = 0, pages = 0, bytes = 0 } = site.said;
  try {
    const table = await part.run({ port, checkouts, rounds, pages: ofRound });
    const machine = `${availableParallelism()} cores of ${cpus()[0]?.model}`;
    const text = `${pages} captured pages of ${(bytes / 1_000).toFixed(0)} kB; ${ofRound} of them a round, rounds: ${rounds}; ${machine}.\n\n${table}`;
    console.log(`\n${text}`);
    if (values.write) writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), name, text));
  } finally {
    await stopChild(site.process);
  }
};

await main();
