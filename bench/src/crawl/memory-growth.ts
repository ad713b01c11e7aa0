import type { Fleet } from '@quarry/testkit';
import { memoryByRole } from '../batch/fleet-jobs.js';

export type MemoryMb = Readonly<Record<string, number>>;

/**
 * Most that a process may need more at the end than at the first mark. An address with its digest in a map takes 250 bytes or more: a
 * process that keeps the frontier of 200,000 in memory is beyond this bound, the garbage of a busy one is not.
 */
export const MAX_GROWTH_MB = 45;
/** Memory at a mark is the median of the last samples. */
const SAMPLES = 8;

const medianByRole = (samples: readonly MemoryMb[]): MemoryMb => {
  const middle = (role: string): number =>
    samples.map((one) => one[role] ?? 0).toSorted((a, b) => a - b)[samples.length >> 1] ?? 0;
  return Object.fromEntries(Object.keys(samples[0] ?? {}).map((role) => [role, middle(role)]));
};

/** The memory of a fleet's processes of late. */
export const watchMemory = (fleet: Fleet): { sample: () => void; median: () => MemoryMb } => {
  const read = memoryByRole(fleet);
  let samples: readonly MemoryMb[] = [];
  return {
    sample: () => {
      samples = [...samples, read()].slice(-SAMPLES);
    },
    median: () => medianByRole(samples),
  };
};

/** Roles that need more than `MAX_GROWTH_MB` more than before. */
export const growingRoles = (before: MemoryMb, after: MemoryMb): readonly string[] =>
  Object.keys(before).filter((role) => (after[role] ?? 0) - (before[role] ?? 0) > MAX_GROWTH_MB);

export const memoryVerdict = (growing: readonly string[]): string =>
  growing.length === 0 ? `no process grows by more than ${MAX_GROWTH_MB} MB` : `${growing.join(' and ')} grow`;
