import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
const [USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [11, 12, 13, 14];

/**
 * Processor time of this process and of its descendants that have ended, as `{ ownMs, childrenMs }`; zeros where the kernel
 * does not report it.
 */
export const processorTime = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ms = (...places) => places.reduce((sum, place) => sum + Number(fields[place]) * TICK_MS, 0);
    return { ownMs: ms(USER, SYSTEM), childrenMs: ms(CHILDREN_USER, CHILDREN_SYSTEM) };
  } catch {
    return { ownMs: 0, childrenMs: 0 };
  }
};

/** The time used since `before`. */
export const processorTimeSince = (before) => {
  const now = processorTime();
  return { ownMs: now.ownMs - before.ownMs, childrenMs: now.childrenMs - before.childrenMs };
};
