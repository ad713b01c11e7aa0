import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@quarry/store';
import type { NewBatchItem, Store } from '@quarry/store';
import { medianCost, timed, type Cost } from './timed.js';

/**
 * Measures the steps of one job in the store alone: milliseconds of the clock and of this process's CPU.
 * `node bench/dist/store/batches.js [items of the job]`; with `MONGODB_URI` on that server, else on a new SQLite file.
 */
const HOLD = 10;
const CHUNK = 1000;
const OWNER = 'bench';
const LEASE_MS = 3_600_000;

const newItem = (_: unknown, index: number): NewBatchItem => {
  const url = `https://shop-${index % 20}.example/products/category/${index}?ref=${'x'.repeat(40)}`;
  const query = { url, outputFormat: ['html', 'json'] };
  const defaults = { proxyType: 'datacenter', jsRendering: true, blockAds: true, blockResources: true, wait: 0 };
  return {
    id: randomUUID(),
    index,
    site: new URL(url).host,
    query,
    params: { ...query, ...defaults },
    holdCredits: HOLD,
  };
};

const meanOf = (costs: readonly Cost[], steps: number): Cost => ({
  wallMs: costs.reduce((sum, { wallMs }) => sum + wallMs, 0) / steps,
  cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / steps,
});

const print = (what: string, { wallMs, cpuMs }: Cost): void =>
  console.log(`${what.padEnd(44)} ${wallMs.toFixed(2).padStart(10)} ms, CPU ${cpuMs.toFixed(2).padStart(9)} ms`);

const accept = async ({ batches }: Store, accountId: string, items: readonly NewBatchItem[]): Promise<string> => {
  const id = randomUUID();
  const deadlineAtMs = Date.now() + 86_400_000;
  const kind = { accountId, operation: 'scrape/web', contractVersion: 1, deadlineAtMs };
  await batches.admit({ id, ...kind, requestsCount: items.length, holdCredits: items.length * HOLD });
  for (let from = 0; from < items.length; from += CHUNK) await batches.addItems(id, items.slice(from, from + CHUNK));
  await batches.activate(id);
  return id;
};

/** Ends the items one after another, as a worker does. */
const endItems = async ({ items }: Store, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await items.begin(id, 1);
    await items.finish(id, { state: 'ok', chargedCredits: 5, verdict: 'ok', answerName: 'result.json' }, 1);
  }
};

const measure = async (store: Store, count: number): Promise<void> => {
  const plan = { creditsPerPeriod: 1_000_000_000, periodDays: 30, renew: true };
  const { id: accountId } = await store.accounts.create({ name: 'Bench', plan, concurrency: 1 });
  await accept(store, accountId, Array.from({ length: 100 }, newItem));
  const items = Array.from({ length: count }, newItem);
  const ids = items.map(({ id }) => id);
  let jobId = '';
  print(`accept ${count}`, await timed(async () => (jobId = await accept(store, accountId, items))));
  await store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 10 });
  const deadlineAtMs = Date.now() + 300_000;
  const handOver = (itemIds: readonly string[]) => store.batches.handOver(jobId, OWNER, { itemIds, deadlineAtMs });
  const windows: Cost[] = [];
  for (let from = 0; from < 320; from += 32) windows.push(await timed(() => handOver(ids.slice(from, from + 32))));
  print('handOver of 32, median of 10', medianCost(windows));
  for (let from = 320; from < 4000; from += CHUNK) await handOver(ids.slice(from, from + CHUNK));
  const publishes: Cost[] = [];
  const endings: Cost[] = [];
  for (let from = 0; from < 2500; from += 500) {
    endings.push(await timed(() => endItems(store, ids.slice(from, from + 500))));
    publishes.push(await timed(() => store.batches.publish(jobId, OWNER, 500)));
  }
  print('begin and finish of one item, mean of 2500', meanOf(endings, 2500));
  print('publish of 500, median of 5', medianCost(publishes));
  print('load', await timed(() => store.batches.load()));
  print('results, first 100', await timed(() => store.batches.results(jobId, { afterSeq: 0, limit: 100 })));
  print('results, 100 after 2000', await timed(() => store.batches.results(jobId, { afterSeq: 2000, limit: 100 })));
};

const folder = mkdtempSync(join(tmpdir(), 'quarry-bench-'));
const store = await openStore({ dataDir: folder, mongodbUri: process.env['MONGODB_URI'] });
await measure(store, Math.max(4000, Number(process.argv[2] ?? 10_000)));
await store.close();
rmSync(folder, { recursive: true, force: true });
