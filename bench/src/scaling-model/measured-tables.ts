import { CONTEXTS, KINDS, REPLICAS, SLOTS, TRAFFIC } from './assumptions.js';
import {
  OPERATION_NAMES,
  WORKER_OF,
  type CapacityFigures,
  type OperationFigures,
  type OperationName,
  type PartsFigures,
  type WorkerName,
} from './figures.js';
import { figure, percent, table } from './markdown.js';
import { serviceSeconds } from './plan-fleet.js';

const MS = 1_000;

export const OPERATION_TEXT: Readonly<Record<OperationName, string>> = {
  page20: 'page of 20 KiB, HTTP',
  page200: 'page of 190 kB, HTTP',
  browser: 'page of 20 KiB in Chromium',
  search: 'search, `enginea/serp`',
  site: 'site, `retailer/search`',
  batch20: 'batch item, 20 KiB, HTTP',
};

export const caption = ({ form, takenAt, machine, width, slots, parts }: CapacityFigures): string => {
  const { cores, gib, node, loadBefore } = machine;
  const { production } = parts;
  const words = [
    `Measured on ${takenAt.slice(0, 10)} (${form} form; load ${loadBefore.toFixed(1)} before the run) on ${cores} virtual cores and ${gib} GiB for targets, callers, fleet and servers`,
    `together, Node.js ${node}: one replica of each service, ${slots} slots, ${CONTEXTS} places in Chromium, ${width} calls at a time (8 for Chromium), targets on loopback.`,
  ];
  const servers =
    production === undefined
      ? 'No servers for MongoDB and S3 were there.'
      : `The servers are ${production.store} and ${production.files}: what they are asked for holds for MongoDB and S3, their own CPU and rates do not.`;
  return [...words, servers].join('\n');
};

const ownMs = ({ cpuMs }: OperationFigures, worker: WorkerName): number =>
  (cpuMs.gateway ?? 0) + (cpuMs[worker] ?? 0) + (cpuMs.chromium ?? 0) + (cpuMs['batch-fanout'] ?? 0);

const cpuRow = (name: OperationName, { embedded, production = embedded }: CapacityFigures['parts']): string[] => {
  const [onDisk, { perSecond, cpuMs }] = [embedded.operations[name], production.operations[name]];
  const worker = WORKER_OF[name];
  const parts = [cpuMs.gateway, cpuMs[worker], cpuMs.chromium, cpuMs['batch-fanout'], cpuMs.redis];
  return [
    OPERATION_TEXT[name],
    ...[onDisk.perSecond, ownMs(onDisk, worker), perSecond, ownMs(production.operations[name], worker)].map(figure),
    ...parts.map((ms) => figure(ms ?? 0)),
    percent(production.operations[name].busyShare),
  ];
};

/** Requests a second at saturation, and the CPU of each; of single processes with the production parts. */
export const cpuTable = (parts: CapacityFigures['parts']): string =>
  table(
    [
      ...['', 'SQLite, disk: a second', 'ms', 'MongoDB, S3: a second', 'ms', 'gateway', 'worker', 'Chromium'],
      ...['batch-fanout', 'Redis', 'machine in use'],
    ],
    OPERATION_NAMES.map((name) => cpuRow(name, parts)),
  );

/** What a request asks of Redis, store and files, and what it leaves there. */
export const partsTable = ({ embedded, production }: CapacityFigures['parts']): string =>
  table(
    [
      ...[
        '',
        'Redis commands',
        'of them scripts',
        'Redis bytes',
        'store commands',
        'of them writes',
        'S3 puts',
        'S3 gets',
      ],
      ...['rows', 'their bytes', 'SQLite bytes', 'bytes of files'],
    ],
    OPERATION_NAMES.map((name) => {
      const { redis, store, files, kept } = (production ?? embedded).operations[name];
      return [
        OPERATION_TEXT[name],
        ...[redis.commands, redis.scripts, redis.bytesIn + redis.bytesOut].map(figure),
        ...(production === undefined
          ? ['-', '-', '-', '-']
          : [store.commands, store.writes, files.puts, files.gets].map(figure)),
        ...[kept.rows, kept.storeBytes, embedded.operations[name].kept.storeBytes, kept.fileBytes].map(figure),
      ];
    }),
  );

const least = (limits: Readonly<Record<string, number>>): string => {
  const [name] = Object.entries(limits).reduce((found, entry) => (entry[1] < found[1] ? entry : found), ['', Infinity]);
  return name;
};

const rowOf = (text: string, limits: Readonly<Record<string, number>>, memory: number): string[] => {
  const cell = (name: string): string => (limits[name] === undefined ? '-' : figure(limits[name]));
  return [text, cell('CPU'), cell('main thread'), cell('slots'), cell('places'), least(limits), figure(memory)];
};

const workerRow = (name: (typeof KINDS)[number], parts: PartsFigures): string[] => {
  const worker: WorkerName = WORKER_OF[name];
  const { cpuMs, mainThreadMs, peakMb } = parts.operations[name];
  const cpu = (cpuMs[worker] ?? 0) + (cpuMs.chromium ?? 0);
  const seconds = serviceSeconds(name, parts, TRAFFIC);
  const limits = {
    CPU: (REPLICAS[worker].cores * MS) / cpu,
    'main thread': MS / (mainThreadMs[worker] ?? 0),
    slots: SLOTS / seconds,
    ...(name === 'browser' ? { places: CONTEXTS / seconds } : {}),
  };
  return rowOf(
    `${worker}: ${OPERATION_TEXT[name]}`,
    limits,
    (peakMb[worker] ?? 0) + (name === 'browser' ? (peakMb.chromium ?? 0) : 0),
  );
};

const gatewayLimits = (name: OperationName, { operations }: PartsFigures): Record<string, number> => ({
  CPU: (REPLICAS.gateway.cores * MS) / (operations[name].cpuMs.gateway ?? 0),
  'main thread': MS / (operations[name].mainThreadMs.gateway ?? 0),
});

/** Requests a second that one replica carries with nothing to spare, by each of its limits alone. */
export const replicaTable = (parts: PartsFigures): string => {
  const { batch20, page20 } = parts.operations;
  const fanout = {
    CPU: (REPLICAS['batch-fanout'].cores * MS) / (batch20.cpuMs['batch-fanout'] ?? 0),
    'main thread': MS / (batch20.mainThreadMs['batch-fanout'] ?? 0),
  };
  return table(
    ['requests a second', 'by CPU', 'by main thread', 'by slots', 'by places in Chromium', 'least', 'MB at most'],
    [
      ...KINDS.map((name) => workerRow(name, parts)),
      rowOf('gateway: single calls', gatewayLimits('page20', parts), page20.peakMb.gateway ?? 0),
      rowOf('gateway: batch items', gatewayLimits('batch20', parts), batch20.peakMb.gateway ?? 0),
      rowOf('batch-fanout: batch items', fanout, batch20.peakMb['batch-fanout'] ?? 0),
    ],
  );
};

/** What stands still costs too. */
export const idleText = ({ idle, waiting }: PartsFigures): string => {
  const sum = (of: Readonly<Record<string, number>>): string =>
    figure(Object.values(of).reduce((all, one) => all + one, 0));
  return [
    `One idle replica of each service: ${sum(idle.cpuMsPerSecond)} ms of CPU, ${figure(idle.redisCommandsPerSecond)} Redis and ${figure(idle.storeCommandsPerSecond)} store commands a second, ${sum(idle.mb)} MB, its servers among them. One of ${waiting.calls} calls`,
    `that wait in a gateway: ${figure(waiting.gatewayCpuMsPerCallSecond)} ms, ${figure(waiting.redisCommandsPerCallSecond)} and ${figure(waiting.storeCommandsPerCallSecond)} commands a second, ${figure(waiting.gatewayKbPerCall)} KB.`,
  ].join('\n');
};

/** Limits that were measured in the same run, with what one request of the mix takes of them. */
export const ceilingTable = (figures: CapacityFigures): string => {
  const { ceilings, parts } = figures;
  const of = production(parts);
  const mean = (worth: (name: (typeof KINDS)[number]) => number): number =>
    KINDS.reduce((sum, name) => sum + TRAFFIC.kinds[name].share * worth(name), 0);
  const redisMs = mean((name) => of.operations[name].cpuMs.redis ?? 0);
  const puts = mean((name) => of.operations[name].files.puts);
  const rows: [string, number | undefined, string][] = [
    ['Redis: `SET`', ceilings.redisSet.perServerCpuSecond, '-'],
    ['Redis: a script like that of a lease', ceilings.redisScript.perServerCpuSecond, '-'],
    ['Redis: requests of the mix', redisMs === 0 ? undefined : MS / redisMs, `${figure(redisMs)} ms of its thread`],
    ['ledger on SQLite: admit, begin, finish', ceilings.ledger.embedded?.manyAccounts, '1'],
    ['the same, one account', ceilings.ledger.embedded?.oneAccount, '1'],
    ['file server here: puts of 20 KiB', ceilings.filePut?.perSecond, `${figure(puts)} puts`],
    ['files of one request removed, one request after the other', perSecondOf(ceilings.fileRemovalMs), '1'],
  ];
  return table(
    ['', 'per second', 'a request takes'],
    rows.filter(([, value]) => value !== undefined).map(([name, value, takes]) => [name, figure(value ?? 0), takes]),
  );
};

const production = (parts: CapacityFigures['parts']): PartsFigures => parts.production ?? parts.embedded;

const perSecondOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : MS / ms);
