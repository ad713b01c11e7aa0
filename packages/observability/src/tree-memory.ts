import { open, readdir } from 'node:fs/promises';

/** More than the kernel writes into any of the files that are read here. */
const FILE_BYTES = 4_096;
/** Parents are read again after so many looks, because a process may have the number of another one that ended. */
export const REREAD_AFTER_LOOKS = 60;

/** `readFile` would allocate 64 KiB for each file, as `/proc` tells no sizes: garbage of 10 MB at each look. */
const readText = async (path: string): Promise<string> => {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(FILE_BYTES), 0, FILE_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
};

const readParent = async (pid: number): Promise<number> => {
  const stat = await readText(`/proc/${pid}/stat`);
  // The name is in brackets and may contain brackets itself.
  const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(parent);
};

const runningPids = async (): Promise<readonly number[]> => {
  const names = await readdir('/proc').catch(() => [] as string[]);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
};

export interface TreeMemoryOptions {
  /** Default: this process. */
  readonly rootPid?: number;
  /** Default: as `/proc` tells it. */
  readonly parentOf?: (pid: number) => Promise<number>;
}

class TreeMemory {
  #parents = new Map<number, number>();
  #looks = 0;

  constructor(private readonly options: Required<TreeMemoryOptions>) {}

  async bytes(): Promise<number> {
    const shares = await Promise.all(
      (await this.#tree()).map(async (pid) => {
        const rollup = await readText(`/proc/${pid}/smaps_rollup`);
        return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
      }),
    );
    return shares.reduce((sum, share) => sum + share, 0);
  }

  async #tree(): Promise<readonly number[]> {
    this.#looks += 1;
    const known = this.#looks % REREAD_AFTER_LOOKS === 0 ? new Map<number, number>() : this.#parents;
    const { parentOf, rootPid } = this.options;
    const pids = await runningPids();
    const entries = await Promise.all(pids.map(async (pid) => [pid, known.get(pid) ?? (await parentOf(pid))] as const));
    this.#parents = new Map(entries);
    const children = Map.groupBy(entries, ([, parent]) => parent);
    const tree = [rootPid];
    for (const pid of tree) for (const [child] of children.get(pid) ?? []) tree.push(child);
    return tree;
  }
}

/**
 * Reads the memory of a process and all its descendants in bytes, shared pages counted once; 0 on systems without `/proc`.
 * Remembers who is whose child between two looks.
 */
export const createTreeMemory = (options: TreeMemoryOptions = {}): (() => Promise<number>) => {
  const memory = new TreeMemory({ rootPid: process.pid, parentOf: readParent, ...options });
  return () => memory.bytes();
};
