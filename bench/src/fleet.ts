/**
 * What the fleet costs beside a bare got loop with the same extraction and a bare express + BullMQ round trip,
 * all in one run against one loopback page. Prints a table and, with --json, one JSON document.
 */
import { allProcesses, settingOf, startFleet, type Fleet } from '@quarry/testkit';
import { startChild, stopChild } from './child.js';
import { runLoad, type LoadResult } from './load.js';

const WIDTH = 32;
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 3_000);
const WARM_UP = 500;
const PAGE_KIB = 20;
/** Aim: CPU that Quarry adds to fetch and extraction, in ms per request. */
const AIM_ADDED_CPU_MS = 3;

interface Measured extends LoadResult {
  readonly cpuMs: Readonly<Record<string, number>>;
}

const cpuOf = (pids: readonly number[]): number =>
  allProcesses()
    .filter(({ pid }) => pids.includes(pid))
    .reduce((sum, { cpuMs }) => sum + cpuMs, 0);

const measure = async (
  groups: Readonly<Record<string, readonly number[]>>,
  load: (requests: number) => Promise<LoadResult>,
): Promise<Measured> => {
  await load(WARM_UP);
  const read = (): [string, number][] => Object.entries(groups).map(([name, pids]) => [name, cpuOf(pids)]);
  const before = new Map(read());
  const result = await load(REQUESTS);
  const cpuMs = Object.fromEntries(read().map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / REQUESTS]));
  return { ...result, cpuMs };
};

const pidsOf = (fleet: Fleet, service: string): number[] => fleet.processes(service).map(({ pid }) => pid);

const measureFleet = (fleet: Fleet, target: string): Promise<Measured> => {
  const services = ['gateway', 'browser-scrape', 'redis'];
  const body = JSON.stringify({ url: target, outputFormat: ['markdown'], jsRendering: false });
  return measure(Object.fromEntries(services.map((name) => [name, pidsOf(fleet, name)])), (requests) =>
    runLoad({
      url: () => `${fleet.baseUrl}/scrape/web`,
      method: 'POST',
      headers: { 'x-api-key': fleet.apiKey, 'content-type': 'application/json' },
      body: () => body,
      requests,
      width: WIDTH,
    }),
  );
};

const measureQueue = async (fleet: Fleet): Promise<Measured> => {
  const redisPids = pidsOf(fleet, 'redis');
  const [gateway] = fleet.processes('gateway');
  // The same Redis as the fleet's, with its password.
  const bare = await startChild('bare-queue', [gateway ? (settingOf(gateway.pid, 'REDIS_URL') ?? '') : '']);
  const groups = { process: [bare.process.pid ?? 0], redis: redisPids };
  const measured = await measure(groups, (requests) =>
    runLoad({
      url: () => `http://127.0.0.1:${bare.said['port']}/`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: (index) => JSON.stringify({ index }),
      requests,
      width: WIDTH,
    }),
  );
  await stopChild(bare.process);
  return measured;
};

const total = (measured: Measured): number => Object.values(measured.cpuMs).reduce((sum, ms) => sum + ms, 0);

const line = (name: string, perSecond: number, cpuMs: number, rest = ''): string =>
  `${name.padEnd(34)}${perSecond.toFixed(0).padStart(8)} /s${cpuMs.toFixed(2).padStart(9)} ms CPU  ${rest}`;

const withoutLatencies = (key: string, value: unknown): unknown => (key === 'latenciesMs' ? undefined : value);

const parts = (measured: Measured): string =>
  Object.entries(measured.cpuMs)
    .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
    .join(', ');

const main = async (): Promise<void> => {
  const site = await startChild('site', []);
  const host = `127.0.0.1:${site.said['port']}`;
  const target = `http://${host}/article/${PAGE_KIB}`;
  const fleet = await startFleet({ env: { EGRESS_ALLOW: host, SLOTS: String(WIDTH) } });
  try {
    const whole = await measureFleet(fleet, target);
    const queue = await measureQueue(fleet);
    const got = await startChild('bare-got', [target, String(REQUESTS), String(WIDTH)]);
    const gotCpuMs = got.said['cpuMs'] ?? 0;
    const addedCpuMs = total(whole) - gotCpuMs;
    console.log(`${REQUESTS} requests, ${WIDTH} at a time, ${PAGE_KIB} KiB page to markdown`);
    console.log(line('fleet', whole.perSecond, total(whole), parts(whole)));
    console.log(line('bare got loop + extraction', got.said['perSecond'] ?? 0, gotCpuMs));
    console.log(line('bare express + BullMQ round trip', queue.perSecond, total(queue), parts(queue)));
    console.log(`latency of the fleet: p50 ${whole.p50Ms.toFixed(1)} ms, p99 ${whole.p99Ms.toFixed(1)} ms`);
    console.log(`failed: fleet ${whole.failed}, queue ${queue.failed}`);
    const verdict = addedCpuMs <= AIM_ADDED_CPU_MS ? 'met' : 'not met';
    console.log(
      `added by Quarry: ${addedCpuMs.toFixed(2)} ms CPU per request (aim <= ${AIM_ADDED_CPU_MS}: ${verdict})`,
    );
    console.log(
      `ratios: ${(whole.perSecond / (got.said['perSecond'] ?? 1)).toFixed(2)} of the got loop's rate, ` +
        `${(addedCpuMs / total(queue)).toFixed(1)} bare round trips of added CPU`,
    );
    if (process.argv.includes('--json'))
      console.log(JSON.stringify({ whole, queue, got: got.said, addedCpuMs }, withoutLatencies));
    process.exitCode = whole.failed + queue.failed > 0 ? 1 : 0;
  } finally {
    await fleet.stop();
    await stopChild(site.process);
  }
};

await main();
