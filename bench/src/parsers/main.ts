import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { CORPUS } from './pages.js';
import type { OperationTimes } from './thread.js';

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const line = ({ id, pages }: OperationTimes): string => {
  const worst = pages.toSorted((first, second) => second.ms - first.ms)[0];
  const ratio = median(pages.map(({ ms, treeMs }) => ms / Math.max(treeMs, 0.001)));
  return [
    id.padEnd(27),
    String(pages.length).padStart(5),
    median(pages.map(({ ms }) => ms))
      .toFixed(1)
      .padStart(10),
    (worst?.ms ?? 0).toFixed(1).padStart(9),
    ratio.toFixed(2).padStart(12),
    `  ${worst?.name ?? ''}`,
  ].join('');
};

/**
 * Time of a parser per captured page, in a worker thread as in the workers, and as a share of what parse5 takes to build the
 * tree of the same page in the same run.
 */
const main = async (): Promise<number> => {
  if (!existsSync(CORPUS)) {
    console.log(`There are no captured pages at ${CORPUS}; name their folder in QUARRY_CORPUS`);
    return 0;
  }
  console.log('operation                  pages  median ms  worst ms  of parse5  worst page');
  const thread = new Worker(path.join(import.meta.dirname, 'thread.js'));
  const failed = new Promise<number>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', resolve);
  });
  thread.on('message', (times: OperationTimes) => {
    console.log(line(times));
  });
  return failed;
};

process.exitCode = await main();
