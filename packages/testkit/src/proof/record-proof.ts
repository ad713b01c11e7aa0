import { appendFileSync } from 'node:fs';

/** One line of a proof's table. */
export interface ProofLine {
  readonly name: string;
  readonly cases: number;
  readonly failures: number;
  readonly seconds: number;
  /** A further figure, such as `faults 120`. */
  readonly note?: string;
}

/** The size of a suite: short in `npm test`, long in a proof. */
export const proofSize = (short: number, long: number): number => (process.env['PROOF'] === 'long' ? long : short);

/** Passes a line to the proof command that runs the tests; does nothing in `npm test`. */
export const recordProof = (line: ProofLine): void => {
  const report = process.env['PROOF_REPORT'];
  if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
};
