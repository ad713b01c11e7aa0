import { proofSize } from '@quarry/testkit';

/** What a time due on a quiet machine, as the proof asks for it, is beside other tests: there only what is slow by its nature fails. */
export const dueMs = (quietMs: number): number => proofSize(25 * quietMs, quietMs);
