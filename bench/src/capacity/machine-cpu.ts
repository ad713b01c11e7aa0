import { readFileSync } from 'node:fs';

/** Ticks of all cores so far: in use, and in total. */
export interface MachineTicks {
  readonly busy: number;
  readonly all: number;
}

const IDLE_FIELDS = [3, 4];
/** User, nice, system, idle, I/O wait, interrupts, soft interrupts, stolen; guests are among user. */
const FIELDS = 8;

export const readMachineTicks = (): MachineTicks => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = line
    .split(/\s+/)
    .slice(1, 1 + FIELDS)
    .map(Number);
  const all = ticks.reduce((sum, value) => sum + value, 0);
  return { all, busy: all - IDLE_FIELDS.reduce((sum, field) => sum + (ticks[field] ?? 0), 0) };
};

/** Share of the cores that was in use between two readings. */
export const busyShare = (before: MachineTicks, after: MachineTicks): number =>
  after.all === before.all ? 0 : (after.busy - before.busy) / (after.all - before.all);
