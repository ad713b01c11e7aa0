import { parseArgs } from 'node:util';

/** How long each thing is measured. */
export interface RunOptions {
  readonly form: 'full' | 'quick';
  /** Where the figures go as JSON. */
  readonly out: string;
  readonly warmUpMs: number;
  readonly aloneMs: number;
  readonly measuredMs: number;
  readonly batchItems: number;
  readonly idleMs: number;
  readonly waitingCalls: number;
  readonly waitingMs: number;
  readonly ceilingMs: number;
}

const FULL = {
  ...{ warmUpMs: 4_000, aloneMs: 3_000, measuredMs: 12_000, batchItems: 2_000 },
  ...{ idleMs: 10_000, waitingCalls: 500, waitingMs: 9_000, ceilingMs: 3_000 },
};
const QUICK = {
  ...{ warmUpMs: 800, aloneMs: 500, measuredMs: 2_000, batchItems: 150 },
  ...{ idleMs: 1_500, waitingCalls: 100, waitingMs: 2_000, ceilingMs: 500 },
};
const FULL_FILE = 'bench/figures/capacity.json';
const QUICK_FILE = 'bench/dist/capacity-quick.json';

/** Reads `--quick` and `--out <file>`. The quick form writes elsewhere, so that it never replaces full figures. */
export const parseOptions = (args: readonly string[]): RunOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
  });
  const out = values.out ?? (values.quick ? QUICK_FILE : FULL_FILE);
  return values.quick ? { form: 'quick', out, ...QUICK } : { form: 'full', out, ...FULL };
};
