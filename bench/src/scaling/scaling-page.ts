import { OPERATION_NAMES, WORKER_OF, type CapacityFigures, type OperationName } from '../capacity/figures.js';
import {
  ASSUMPTIONS,
  CONTEXTS,
  CORES,
  heldSeconds,
  KINDS,
  planFleet,
  productionOf,
  SLOTS,
  TRAFFIC,
  type FleetPlan,
} from './plan-fleet.js';

const MS = 1_000;
const SIZES = [1e6, 1e7, 1e8];
const SERVICES = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout'] as const;
const COSTS = ['replicas', 'Redis and MongoDB', 'S3', 'bytes to callers', 'proxies'] as const;
const TEXT: Readonly<Record<OperationName, string>> = {
  page20: 'page of 20 KiB, HTTP',
  page200: 'page of 190 kB, HTTP',
  browser: 'page of 20 KiB in Chromium',
  search: 'search, `enginea/serp`',
  site: 'site, `retailer/search`',
  batch20: 'batch item, 20 KiB, HTTP',
};

/** Two or three significant digits. */
const figure = (value: number): string => {
  if (value === 0) return '0';
  const digits = value < 0.01 ? 1 : value < 10 ? 2 : 3;
  return Number(value.toPrecision(digits)).toLocaleString('en-US', { maximumFractionDigits: 6 });
};
const percent = (share: number): string => `${figure(share * 100)} %`;

/** The first column is text, the others are figures. */
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, heads.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)).join(' | ')} |`)
    .join('\n');

const caption = ({ takenAt, machine: { cores, gib, node }, width, slots, parts }: CapacityFigures): string =>
  [
    `Measured on ${takenAt.slice(0, 10)} on ${cores} virtual cores and ${gib} GiB for targets, callers, fleet and servers together, Node.js ${node}:`,
    `one replica of each service, ${slots} slots, ${CONTEXTS} places in Chromium, ${width} calls at a time (8 for Chromium), targets on loopback.`,
    `MongoDB and S3 are ${parts.production?.store ?? 'absent'} and ${parts.production?.files ?? 'absent'}: counts of commands hold for MongoDB and S3, CPU and rates of the two servers do not.`,
  ].join('\n');

/** What a request costs in all of Quarry's processes, asks of the stores, and leaves there. */
const requestTable = ({ parts: { embedded, production = embedded } }: CapacityFigures): string =>
  table(
    [
      ...['', 'SQLite, disk: a second', 'CPU ms', 'MongoDB, S3: a second', 'CPU ms', 'Redis ms', 'Redis commands'],
      ...['store commands', 'of them writes', 'S3 puts', 'S3 gets', 'bytes of rows', 'bytes of files'],
    ],
    OPERATION_NAMES.map((name) => {
      const [here, { perSecond, cpuMs, redis, store, files, kept }] = [
        embedded.operations[name],
        production.operations[name],
      ];
      const ownMs = (ms: typeof cpuMs): number =>
        (ms.gateway ?? 0) + (ms[WORKER_OF[name]] ?? 0) + (ms.chromium ?? 0) + (ms['batch-fanout'] ?? 0);
      return [
        ...[TEXT[name], here.perSecond, ownMs(here.cpuMs), perSecond, ownMs(cpuMs), cpuMs.redis ?? 0],
        ...[redis.commands, store.commands, store.writes, files.puts, files.gets, kept.storeBytes, kept.fileBytes],
      ];
    }),
  );

/** Requests a second that one replica carries with nothing to spare, by each of its limits alone. */
const replicaTable = (figures: CapacityFigures): string => {
  const parts = productionOf(figures);
  const row = (name: OperationName, process: 'gateway' | 'batch-fanout'): (string | number)[] => {
    const { cpuMs, mainThreadMs, peakMb } = parts.operations[name];
    const rates = [(CORES * MS) / (cpuMs[process] ?? 0), MS / (mainThreadMs[process] ?? 0)];
    const what = name === 'batch20' ? 'batch items' : 'single calls';
    return [`${process}: ${what}`, '', '', '', ...rates, '', '', peakMb[process] ?? 0];
  };
  return table(
    [
      ...['requests a second', 'share', 'target takes (median), ms', 'a slot is held, s', 'by CPU', 'by main thread'],
      ...['by slots', 'by places in Chromium', 'MB at most'],
    ],
    [
      ...KINDS.map((kind) => {
        const worker = WORKER_OF[kind];
        const { cpuMs, mainThreadMs, peakMb } = parts.operations[kind];
        const held = heldSeconds(kind, parts);
        const chromiumMb = kind === 'browser' ? (peakMb.chromium ?? 0) : 0;
        return [
          ...[`${worker}: ${TEXT[kind]}`, percent(TRAFFIC[kind].share), TRAFFIC[kind].targetMs, held],
          ...[(CORES * MS) / ((cpuMs[worker] ?? 0) + (cpuMs.chromium ?? 0)), MS / (mainThreadMs[worker] ?? 0)],
          ...[SLOTS / held, kind === 'browser' ? CONTEXTS / held : '', (peakMb[worker] ?? 0) + chromiumMb],
        ];
      }),
      row('page20', 'gateway'),
      row('batch20', 'gateway'),
      row('batch20', 'batch-fanout'),
    ],
  );
};

/** What the stores did alone, in the same run. */
const ceilingTable = ({ ceilings }: CapacityFigures): string =>
  table(
    ['', 'a second'],
    [
      ['Redis: `SET`', ceilings.redisSet.perServerCpuSecond],
      ['Redis: a script like that of a lease', ceilings.redisScript.perServerCpuSecond],
      ['ledger on SQLite: admit, begin, finish', ceilings.ledger.embedded?.manyAccounts ?? 0],
      ['the same, one account', ceilings.ledger.embedded?.oneAccount ?? 0],
      ['file server: puts of 20 KiB', ceilings.filePut?.perSecond ?? 0],
      ['files of one request removed, one request after the other', MS / (ceilings.fileRemovalMs ?? Infinity)],
    ],
  );

const planTable = (figures: CapacityFigures): string => {
  const plans = SIZES.map((size) => planFleet(figures, size));
  const row = (name: string, value: (plan: FleetPlan) => string | number): (string | number)[] => [
    name,
    ...plans.map(value),
  ];
  const total = ({ dollarsPerDay }: FleetPlan): number =>
    Object.values(dollarsPerDay).reduce((sum, one) => sum + one, 0);
  return table(
    ['requests a day', ...SIZES.map((size) => `${size / 1e6} M`)],
    [
      row('requests a second, mean; peak', ({ mean, peak }) => `${figure(mean)}; ${figure(peak)}`),
      row('single calls open at the peak', ({ openCalls }) => openCalls),
      ...SERVICES.map((name) =>
        row(`replicas of ${name}`, (plan) => `${plan.services[name].replicas} (${plan.services[name].limitedBy})`),
      ),
      row('Redis: threads in use; servers', ({ redis }) => `${figure(redis.threads)}; ${redis.servers}`),
      row('of the thread of each Redis: polling by replicas', ({ redis }) => percent(redis.polling)),
      row('MongoDB: writes a second', ({ store }) => store.writes),
      row('MongoDB: TB kept; shards', ({ store }) => `${figure(store.keptTb)}; ${store.shards}`),
      row('updates a second of the largest account’s period', ({ store }) => store.documentUpdates),
      row('S3: puts; gets a second', (plan) => `${figure(plan.putsPerSecond)}; ${figure(plan.getsPerSecond)}`),
      row('S3: objects kept, millions; TB', ({ store }) => `${figure(store.objects / 1e6)}; ${figure(store.filesTb)}`),
      row('gateways busy with removing files, not among those above', ({ store }) => store.removingGateways),
      row('from targets; to callers, Mbit/s', (plan) => `${figure(plan.targetMbit)}; ${figure(plan.callerMbit)}`),
      ...COSTS.map((name) => row(`$ a day: ${name}`, ({ dollarsPerDay }) => dollarsPerDay[name])),
      row('$ a day: sum', total),
      row('$ for a thousand requests', (plan) => (total(plan) / plan.requestsPerDay) * 1_000),
    ],
  );
};

const MARKED = /(<!-- figures: ([a-z-]+) -->\n)[\s\S]*?(<!-- end of figures -->)/g;

/** The page with the text between its marks made from the figures. Throws where a mark is unknown or missing. */
export const rewriteScalingPage = (page: string, figures: CapacityFigures): string => {
  const blocks = new Map([
    ['caption', caption(figures)],
    ['requests', requestTable(figures)],
    ['replica', replicaTable(figures)],
    ['ceilings', ceilingTable(figures)],
    [
      'assumptions',
      table(
        ['', 'value', 'source'],
        Object.values(ASSUMPTIONS).map(([value, text, source]) => [text, value, source]),
      ),
    ],
    ['plan', planTable(figures)],
  ]);
  const rewritten = page.replace(MARKED, (_, start: string, name: string, end: string) => {
    const block = blocks.get(name);
    if (block === undefined) throw new Error(`no table is named ${name}, or the page has it twice`);
    blocks.delete(name);
    return `${start}${block}\n${end}`;
  });
  if (blocks.size > 0) throw new Error(`the page has no place for ${[...blocks.keys()].join(', ')}`);
  return rewritten;
};
