import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessEntry {
  readonly pid: number;
  readonly groupId: number;
  /** Clock ticks since boot; with the pid they identify a process uniquely. */
  readonly startTicks: string;
  readonly isZombie: boolean;
  /** Processor time of all its threads. */
  readonly cpuMs: number;
}

/** Unit of the times in `/proc`. */
const MS_PER_TICK = 10;

const readText = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
};

/** Synchronous, for the many small files of `/proc`: an asynchronous read takes several times as long. */
const readTextNow = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const readEntry = (pid: number): ProcessEntry | undefined => {
  const stat = readTextNow(`/proc/${pid}/stat`);
  // The name is in brackets and may contain brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const startTicks = fields[19];
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  if (!state || !group || !startTicks) return undefined;
  return { pid, groupId: Number(group), startTicks, isZombie: state === 'Z', cpuMs };
};

/** One process from `/proc`; undefined if it is gone or the system has no `/proc`. */
export const readProcess = async (pid: number): Promise<ProcessEntry | undefined> => readEntry(pid);

/** Living processes of a group. Empty on systems without `/proc`. */
export const readGroup = async (groupId: number): Promise<readonly ProcessEntry[]> => {
  const names = await readdir('/proc').catch(() => [] as string[]);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readEntry(Number(name)))
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.groupId === groupId && !entry.isZombie);
};

/** Memory of a group in bytes, shared pages counted once; 0 on systems without `/proc`. */
export const groupMemoryBytes = async (groupId: number): Promise<number> => {
  const group = await readGroup(groupId);
  const shares = await Promise.all(
    group.map(async ({ pid }) => {
      const rollup = await readText(`/proc/${pid}/smaps_rollup`);
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0);
};

export const readCommandLine = (pid: number): Promise<string> => readText(`/proc/${pid}/cmdline`);

export interface Renderer {
  readonly pid: number;
  readonly cpuMs: number;
  readonly ageMs: number;
  /** Memory that ends with the process, without pages of mapped files. */
  readonly ownBytes: number;
}

const ownBytesOf = (status: string): number =>
  ['RssAnon', 'RssShmem']
    .map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0);

const uptimeMs = (): number => Number.parseFloat(readTextNow('/proc/uptime')) * 1_000;

export interface BrowserProcesses {
  readonly renderers: readonly Renderer[];
  /** Memory of the browser itself. */
  readonly sharedBytes: number;
}

/** The processes of a browser's group. Empty on systems without `/proc`. */
export const readBrowserProcesses = async (groupId: number): Promise<BrowserProcesses> => {
  const group = await readGroup(groupId);
  const nowMs = uptimeMs();
  const renderers = await Promise.all(
    group.map(async ({ pid, cpuMs, startTicks }) => {
      if (!(await readCommandLine(pid)).includes('--type=renderer')) return undefined;
      const ageMs = nowMs - Number(startTicks) * MS_PER_TICK;
      return { pid, cpuMs, ageMs, ownBytes: ownBytesOf(await readText(`/proc/${pid}/status`)) };
    }),
  );
  // The browser itself leads its group.
  const sharedBytes = ownBytesOf(await readText(`/proc/${groupId}/status`));
  return { renderers: renderers.filter((renderer) => renderer !== undefined), sharedBytes };
};

/** The renderers of a browser's group. */
export const readRenderers = async (groupId: number): Promise<readonly Renderer[]> =>
  (await readBrowserProcesses(groupId)).renderers;

/** Kills one process; false if there is none. */
export const endProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
};

/** Kills a process group; false if there is none. */
export const killGroup = (groupId: number): boolean => endProcess(-groupId);
