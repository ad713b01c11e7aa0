import { appendFileSync } from 'node:fs';

/** One line of a proof's table. */
export interface ProofLine {
  readonly name: string;
  readonly cases: number;
  readonly failures: number;
  readonly seconds: number;
  /** A figure that says more, such as `faults 120`. */
  readonly note?: string;
}

/** The size of a suite: the short one in `npm test`, the long one where a proof command asks for it. */
export const proofSize = (short: number, long: number): number => (process.env['PROOF'] === 'long' ? long : short);

/** Hands a line to the proof command that runs the tests; does nothing under `npm test`. */
export const recordProof = (line: ProofLine): void => {
  const report = process.env['PROOF_REPORT'];
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
};
