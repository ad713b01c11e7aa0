import { readdirSync, readFileSync } from 'node:fs';

/** Place in /proc/<pid>/stat after the program name, which may hold spaces. */
const PARENT = 1;

const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[PARENT]);
  } catch {
    return undefined;
  }
};

/** A process and all its descendants, including those in other process groups. */
export const treeOf = (pid) => {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const tree = [pid];
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.push(child);
  return tree;
};

/** Ends a process and all that it has started. */
export const endTree = (pid) => {
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  }
};
