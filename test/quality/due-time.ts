import { proofSize } from '@quarry/testkit';

/** A time limit of an idle machine, as in the proof, extended for runs beside other tests: only a slow algorithm fails there. */
export const dueMs = (quietMs: number): number => proofSize(25 * quietMs, quietMs);
