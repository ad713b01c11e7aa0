import { readFileSync } from 'node:fs';
import { allProcesses, type Fleet } from '@quarry/testkit';
import type { ProcessName } from './figures.js';

const MS_PER_TICK = 10;
const KB_PER_MB = 1_024;
const SAMPLE_MS = 500;
/** Fields of /proc/<pid>/stat behind the command's closing bracket, counted from 0. */
const STAT = { userTicks: 11, systemTicks: 12, endedUserTicks: 13, endedSystemTicks: 14 } as const;
const SERVICES = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout', 'chromium', 'redis'] as const;

export type ProcessGroups = ReadonlyMap<ProcessName, readonly number[]>;

/** CPU so far, of whole processes and of their main threads. */
export interface CpuSample {
  readonly cpuMs: ReadonlyMap<ProcessName, number>;
  readonly mainMs: ReadonlyMap<ProcessName, number>;
}

const readStat = (file: string): number[] => {
  try {
    const text = readFileSync(file, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
};

/** Includes children that have ended, such as renderers. */
const cpuOf = (pid: number): number => {
  const fields = readStat(`/proc/${pid}/stat`);
  return Object.values(STAT).reduce((sum, index) => sum + (fields[index] ?? 0), 0) * MS_PER_TICK;
};

const mainThreadOf = (pid: number): number => {
  const fields = readStat(`/proc/${pid}/task/${pid}/stat`);
  return ((fields[STAT.userTicks] ?? 0) + (fields[STAT.systemTicks] ?? 0)) * MS_PER_TICK;
};

/** Private memory and a proportional part of shared memory; Chromium's processes share much. */
const megabytesOf = (pid: number): number => {
  try {
    const kb = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kb ?? 0) / KB_PER_MB;
  } catch {
    return 0;
  }
};

/** Processes that have this port among their arguments: finds servers that others have started. */
export const pidsByPort = (port: number): number[] =>
  allProcesses()
    .filter(({ commandLine }) => commandLine.split(/[\s:]/).includes(String(port)))
    .map(({ pid }) => pid);

/** The processes of a fleet now, with Chromium apart from the services that started it. */
export const groupsOf = (fleet: Fleet, servers: ProcessGroups): ProcessGroups =>
  new Map<ProcessName, readonly number[]>([
    ...SERVICES.map((name): [ProcessName, number[]] => [name, fleet.processes(name).map(({ pid }) => pid)]),
    ...servers,
  ]);

const sumOf = (groups: ProcessGroups, read: (pid: number) => number): Map<ProcessName, number> =>
  new Map([...groups].map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + read(pid), 0)]));

export const sampleCpu = (groups: ProcessGroups): CpuSample => ({
  cpuMs: sumOf(groups, cpuOf),
  mainMs: sumOf(groups, mainThreadOf),
});

export const sampleMegabytes = (groups: ProcessGroups): ReadonlyMap<ProcessName, number> => sumOf(groups, megabytesOf);

/** Samples memory until it is stopped; returns the maximum of each. */
export const watchMemory = (groups: () => ProcessGroups): (() => Partial<Record<ProcessName, number>>) => {
  const peaks: Partial<Record<ProcessName, number>> = {};
  const look = (): void => {
    for (const [name, mb] of sampleMegabytes(groups())) peaks[name] = Math.max(peaks[name] ?? 0, mb);
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    return peaks;
  };
};

/** Use between two samples, divided by `count`; processes without any are left out. */
export const usedBetween = (
  before: ReadonlyMap<ProcessName, number>,
  after: ReadonlyMap<ProcessName, number>,
  count: number,
): Partial<Record<ProcessName, number>> =>
  Object.fromEntries(
    [...after]
      .map(([name, value]) => [name, (value - (before.get(name) ?? 0)) / count] as const)
      .filter(([, value]) => value > 0),
  );
