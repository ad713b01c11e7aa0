import {
  OPERATION_NAMES,
  WORKER_OF,
  type CapacityFigures,
  type OperationFigures,
  type OperationName,
  type PartsFigures,
} from './figures.js';

/** CPU of worker and Chromium by operation, in ms: round numbers, so that what follows can be told by hand. */
const WORKER_MS: Readonly<Record<OperationName, readonly [number, number]>> = {
  page20: [6, 0],
  page200: [14, 0],
  browser: [50, 300],
  search: [12, 0],
  site: [10, 0],
  batch20: [6, 0],
};
const ALONE_MS = [10, 20, 30];

const operation = (name: OperationName): OperationFigures => {
  const [workerMs, chromium] = WORKER_MS[name];
  const isItem = name === 'batch20';
  const cpuMs = {
    gateway: isItem ? 1 : 4,
    [WORKER_OF[name]]: workerMs,
    chromium,
    redis: 0.5,
    'batch-fanout': isItem ? 2 : 0,
  };
  return {
    ...{ requests: 100, failed: 0, perSecond: 50, p50Ms: 20, p99Ms: 40, aloneMs: ALONE_MS },
    ...{ cpuMs, mainThreadMs: { ...cpuMs, chromium: 0 }, peakMb: { gateway: 100 }, busyShare: 0.9 },
    redis: { commands: 60, scripts: 8, bytesIn: 2_000, bytesOut: 2_000 },
    store: { commands: 10, writes: isItem ? 3 : 9, bytes: 10_000 },
    files: { puts: 3, gets: isItem ? 0 : 1, others: 0, bytesIn: 40_000, bytesOut: 20_000 },
    kept: { rows: 3, storeBytes: 1_000, files: 3, fileBytes: 40_000 },
    ...{ targetBytes: 20_480, answerBytes: 20_000 },
  };
};

const parts: PartsFigures = {
  ...{ store: 'none', files: 'none' },
  idle: {
    ...{ cpuMsPerSecond: { redis: 1 }, mb: { gateway: 90 }, redisCommandsPerSecond: 80, storeCommandsPerSecond: 8 },
    redis: { commands: 80, scripts: 10, bytesIn: 2_000, bytesOut: 1_000 },
    store: { commands: 8, writes: 1, bytes: 1_000 },
  },
  waiting: {
    ...{ calls: 100, gatewayCpuMsPerCallSecond: 0.1, gatewayKbPerCall: 30 },
    ...{ redisCommandsPerCallSecond: 0.7, storeCommandsPerCallSecond: 0.3 },
  },
  // safe because every name is there
  operations: Object.fromEntries(OPERATION_NAMES.map((name) => [name, operation(name)])) as PartsFigures['operations'],
};

/** Figures of nobody's machine, for the tests of what is computed from figures. */
export const testingFigures: CapacityFigures = {
  ...{ form: 'quick', takenAt: '2026-01-01T00:00:00.000Z', slots: 16, width: 32 },
  machine: { cores: 2, gib: 8, node: '24.0.0', loadBefore: 0 },
  parts: { embedded: parts, production: parts },
  ceilings: {
    redisSet: { perSecond: 20_000, perServerCpuSecond: 90_000 },
    redisScript: { perSecond: 15_000, perServerCpuSecond: 60_000 },
    fileRemovalMs: 20,
    ledger: { embedded: { oneAccount: 5_000, manyAccounts: 5_000 } },
  },
};
