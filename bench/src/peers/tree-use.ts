import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;
/** Fields of /proc/<pid>/stat behind the command's closing bracket: own time, and that of ended children that were waited for. */
const STAT = { parentPid: 1, ticks: [11, 12, 13, 14] } as const;
const SAMPLE_MS = 500;

interface TreeProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly cpuMs: number;
}

const readProcess = (pid: number): TreeProcess[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = STAT.ticks.reduce((sum, index) => sum + Number(fields[index]), 0);
    return [{ pid, parentPid: Number(fields[STAT.parentPid]), cpuMs: (ticks * 1_000) / CLOCK_TICKS_PER_SECOND }];
  } catch {
    // It has ended.
    return [];
  }
};

const treeOf = (rootPid: number): TreeProcess[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const family = new Set([rootPid]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const { pid, parentPid } of all) if (family.has(parentPid)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
};

/** Memory of one process, what it shares with others divided among them. */
const sharedMemoryKb = ({ pid }: TreeProcess): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/** CPU so far of a process and its descendants, those included that have ended: a browser ends a process with each page. */
export const treeCpuMs = (rootPid: number): number => treeOf(rootPid).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

/** Memory of a process and its descendants now, pages that several map counted once. */
export const treeMemoryMb = (rootPid: number): number =>
  treeOf(rootPid).reduce((sum, one) => sum + sharedMemoryKb(one), 0) / 1_024;

export interface TreeUse {
  readonly cpuMs: number;
  readonly peakMb: number;
  /** At the start. */
  readonly idleMb: number;
}

/** What a process and its descendants use while `work` runs. */
export const measureTree = async (rootPid: number, work: () => Promise<unknown>): Promise<TreeUse> => {
  const idleMb = treeMemoryMb(rootPid);
  let peakMb = idleMb;
  const before = treeCpuMs(rootPid);
  const timer = setInterval(() => (peakMb = Math.max(peakMb, treeMemoryMb(rootPid))), SAMPLE_MS);
  try {
    await work();
    return { cpuMs: treeCpuMs(rootPid) - before, peakMb, idleMb };
  } finally {
    clearInterval(timer);
  }
};
