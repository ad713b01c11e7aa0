import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandHost } from '../command-host.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { fail } from '../outcome.js';
import { addOutputOptions } from '../output/presentation.js';
import { SPENDING_KEYS, showSpending, type SpendingKey } from './spending.js';
import { showUsage } from './usage.js';

interface UsageOptions extends CallOptions {
  readonly by?: SpendingKey;
  readonly since?: string;
  readonly until?: string;
}

const readTime = (value: string): string => {
  if (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('Must be a date or a time such as 2026-03-01 or 2026-03-01T10:00:00Z.');
};

/** `quarry usage`: what is left, and what it was spent on. */
export const addUsageCommand = (program: Command, host: CommandHost): void => {
  const command = program
    .command('usage')
    .description('credits that are left and held, storage, and what credits were spent on')
    .addOption(new Option('--by <key>', 'what credits were spent on, by day or by operation').choices(SPENDING_KEYS))
    .option('--since <time>', 'with --by: from this time on (default: the start of the period)', readTime)
    .option('--until <time>', 'with --by: before this time', readTime);
  addFleetOptions(addOutputOptions(command)).action(({ by, since, until, ...options }: UsageOptions) => {
    if (by === undefined && (since ?? until) !== undefined) {
      return host.finish(fail('--since and --until need --by day or --by operation.', EXIT_CODES.invalid));
    }
    return withFleet(host, options, (fleet, { isJson }) =>
      by === undefined ? showUsage(fleet, { isJson }) : showSpending(fleet, { by, since, until, isJson }),
    );
  });
};
