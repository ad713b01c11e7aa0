import type { IdleFigures, OperationFigures } from './figures.js';
import type { KeptSample, PartsSample } from './bench-parts.js';
import { partsBetween } from './bench-parts.js';
import type { BenchAccount, BenchScene } from './bench-scene.js';
import { busyShare, readMachineTicks, type MachineTicks } from './machine-cpu.js';
import { sampleCpu, usedBetween, watchMemory, type CpuSample } from './process-figures.js';
import { redisUseBetween, type RedisSample } from './redis-figures.js';

/** Results of the load itself. */
export interface LoadSeen {
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answerBytes: number;
}

export interface Measured {
  /** Subtracted from the measured use. */
  readonly idle: IdleFigures;
  readonly aloneMs: readonly number[];
  readonly targetBytes: number;
  readonly load: () => Promise<LoadSeen>;
}

interface Sample {
  readonly atMs: number;
  readonly cpu: CpuSample;
  readonly machine: MachineTicks;
  readonly redis: RedisSample;
  readonly parts: PartsSample;
  readonly kept: KeptSample;
}

/** Counters are read first and last: measuring the kept data sends commands too. */
const sampleAll = async (scene: BenchScene, account: BenchAccount, isEnd: boolean): Promise<Sample> => {
  const weigh = (): Promise<KeptSample> => scene.parts.kept(scene.fleet.dataDir, account.id);
  const early = isEnd ? undefined : await weigh();
  const cpu = sampleCpu(scene.groups());
  const machine = readMachineTicks();
  const [redis, parts] = await Promise.all([scene.redis.sample(), scene.parts.sample()]);
  return { atMs: performance.now(), cpu, machine, redis, parts, kept: early ?? (await weigh()) };
};

/** Rows and files that were written; of a SQLite file at least a page. */
const keptBetween = (before: KeptSample, after: KeptSample, count: number): OperationFigures['kept'] => ({
  rows: (after.rows - before.rows) / count,
  storeBytes: (after.storeBytes - before.storeBytes) / count,
  files: (after.files - before.files) / count,
  fileBytes: (after.fileBytes - before.fileBytes) / count,
});

type ByProcess = OperationFigures['cpuMs'];

const besideIdle = (used: ByProcess, { cpuMsPerSecond }: IdleFigures, seconds: number): ByProcess => {
  const idle = new Map<string, number>(Object.entries(cpuMsPerSecond));
  return Object.fromEntries(
    Object.entries(used).map(([name, ms]) => [name, Math.max(0, ms - (idle.get(name) ?? 0) * seconds)]),
  );
};

/** Runs the load; returns the use of every process for one request. */
export const measureOperation = async (
  scene: BenchScene,
  account: BenchAccount,
  { idle, aloneMs, targetBytes, load }: Measured,
): Promise<OperationFigures> => {
  const before = await sampleAll(scene, account, false);
  const stopWatching = watchMemory(() => scene.groups());
  const seen = await load();
  const peakMb = stopWatching();
  const after = await sampleAll(scene, account, true);
  const count = Math.max(1, seen.requests);
  const parts = partsBetween(before.parts, after.parts, count);
  const redis = redisUseBetween(before.redis, after.redis, count);
  const secondsPerCall = (after.atMs - before.atMs) / 1_000 / count;
  const beside = (value: number, idlePerSecond: number): number => Math.max(0, value - idlePerSecond * secondsPerCall);
  return {
    ...seen,
    aloneMs,
    cpuMs: besideIdle(usedBetween(before.cpu.cpuMs, after.cpu.cpuMs, count), idle, secondsPerCall),
    mainThreadMs: besideIdle(usedBetween(before.cpu.mainMs, after.cpu.mainMs, count), idle, secondsPerCall),
    peakMb,
    busyShare: busyShare(before.machine, after.machine),
    redis: {
      commands: beside(redis.commands, idle.redis.commands),
      scripts: beside(redis.scripts, idle.redis.scripts),
      bytesIn: beside(redis.bytesIn, idle.redis.bytesIn),
      bytesOut: beside(redis.bytesOut, idle.redis.bytesOut),
    },
    files: parts.files,
    store: {
      commands: beside(parts.store.commands, idle.store.commands),
      writes: beside(parts.store.writes, idle.store.writes),
      bytes: beside(parts.store.bytes, idle.store.bytes),
    },
    kept: keptBetween(before.kept, after.kept, count),
    targetBytes,
  };
};
