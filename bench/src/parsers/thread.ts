import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { ENGINE_OPERATIONS } from '@quarry/scrapers/engines';
import { SITE_OPERATIONS } from '@quarry/scrapers/sites';
import { parse as parseTree } from 'parse5';
import { OPERATIONS, pagesOf, readPage, type MeasuredOperation } from './pages.js';

/** Runs of each page; the middle one counts. */
const RUNS = 5;
const WARM_UPS = 3;

/** What the pages of one operation cost, in milliseconds of wall clock within the thread. */
export interface OperationTimes {
  readonly id: string;
  readonly pages: readonly { readonly name: string; readonly ms: number; readonly treeMs: number }[];
}

const parserOf = ({ id, url }: MeasuredOperation): ((text: string) => unknown) => {
  const scraper = ENGINE_OPERATIONS.get(id) ?? SITE_OPERATIONS.get(id);
  if (!scraper) throw new Error(`there is no operation ${id}`);
  const { step } = scraper.begin({ url, keyword: 'x', placeId: 'x', itemId: '1', q: 'x' }, {});
  return (text) => scraper.read({ url, keyword: 'x' }, [{ step, text, url: url ?? '' }], {});
};

const middle = (run: () => unknown): number => {
  const times = Array.from({ length: RUNS }, () => {
    const startedAtMs = performance.now();
    run();
    return performance.now() - startedAtMs;
  });
  return times.sort((first, second) => first - second)[Math.floor(RUNS / 2)] ?? 0;
};

const measure = (operation: MeasuredOperation): OperationTimes => {
  const parse = parserOf(operation);
  const files = pagesOf(operation);
  const texts = files.map(readPage);
  for (let round = 0; round < WARM_UPS; round += 1) for (const text of texts) parse(text);
  const pages = files.map((file, index) => {
    const text = texts[index] ?? '';
    return { name: path.basename(file), ms: middle(() => parse(text)), treeMs: middle(() => parseTree(text)) };
  });
  return { id: operation.id, pages };
};

for (const operation of OPERATIONS) parentPort?.postMessage(measure(operation));
