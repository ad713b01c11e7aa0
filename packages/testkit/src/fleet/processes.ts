import { readdirSync, readFileSync } from 'node:fs';

/** The services of a fleet. */
export type FleetService = 'gateway' | 'browser-scrape' | 'serp' | 'sites' | 'batch-fanout' | 'console';

export interface FleetProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly commandLine: string;
  /** User and system time in milliseconds. */
  readonly cpuMs: number;
  readonly rssBytes: number;
}

const CLOCK_TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
/** Fields of /proc/<pid>/stat behind the command's closing bracket, counted from 0. */
const STAT = { parentPid: 1, userTicks: 11, systemTicks: 12, rssPages: 21 } as const;

const readProcess = (pid: number): FleetProcess | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const number = (index: number): number => Number(fields[index]);
    if (fields[0] === 'Z') return null;
    return {
      pid,
      parentPid: number(STAT.parentPid),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
      cpuMs: ((number(STAT.userTicks) + number(STAT.systemTicks)) * 1000) / CLOCK_TICKS_PER_SECOND,
      rssBytes: number(STAT.rssPages) * PAGE_BYTES,
    };
  } catch {
    return null;
  }
};

export const allProcesses = (): FleetProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== null);

const MARKS: Readonly<Record<string, (commandLine: string) => boolean>> = {
  redis: (line) => /(^|\/)redis-server /.test(line),
  chromium: (line) => /chrom(e|ium)/.test(line.split(' ', 1)[0] ?? ''),
};

/** All descendants of the runner, or those of one service. */
export const fleetProcesses = (runnerPid: number, service?: string): FleetProcess[] => {
  const all = allProcesses();
  const family = new Set([runnerPid]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const entry of all) if (family.has(entry.parentPid)) family.add(entry.pid);
  }
  family.delete(runnerPid);
  const isWanted = service ? (MARKS[service] ?? ((line: string) => line.includes(`dist/${service}.js`))) : () => true;
  return all.filter((entry) => family.has(entry.pid) && isWanted(entry.commandLine));
};

/** A setting of a running process, as it was given at its start. */
export const settingOf = (pid: number, name: string): string | undefined =>
  readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1);
