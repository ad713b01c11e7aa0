import { readdir, readFile } from 'node:fs/promises';

interface TreeEntry {
  readonly pid: number;
  readonly parentPid: number;
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

const readEntry = async (pid: number): Promise<TreeEntry> => {
  const stat = await readText(`/proc/${pid}/stat`);
  // The name is in brackets and may contain brackets itself.
  const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parentPid: Number(parent) };
};

const readTree = async (rootPid: number): Promise<readonly number[]> => {
  const names = await readdir('/proc').catch(() => [] as string[]);
  const entries = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => readEntry(Number(name))));
  const children = Map.groupBy(entries, ({ parentPid }) => parentPid);
  const tree = [rootPid];
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.push(child.pid);
  return tree;
};

/** Memory of a process and all its descendants in bytes, shared pages counted once; 0 on systems without `/proc`. */
export const treeMemoryBytes = async (rootPid: number = process.pid): Promise<number> => {
  const tree = await readTree(rootPid);
  const shares = await Promise.all(
    tree.map(async (pid) => {
      const rollup = await readText(`/proc/${pid}/smaps_rollup`);
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0);
};
