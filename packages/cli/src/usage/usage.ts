import { groupDigits } from '@quarry/contracts';
import { askFleet } from '../fleet/ask-fleet.js';
import type { Fleet } from '../fleet/fleet-options.js';
import { succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { formatBytes } from '../output/table.js';
import { toSecond } from '../requests/page-of-rows.js';
import { USAGE_PATH, usageSchema, type AccountUsage } from './account-usage.js';

const NAME_COLUMNS = 13;

const linesOf = (usage: AccountUsage): readonly string[] => {
  const { periodStart, periodEnd, concurrentRequests, availableConcurrency } = usage;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['credits', `${groupDigits(usage.availableCredits)} of ${groupDigits(usage.totalCredits)} left`],
    [
      'held',
      usage.heldCredits === undefined ? undefined : `${groupDigits(usage.heldCredits)} by running requests and batches`,
    ],
    ['period', periodStart && periodEnd ? `${toSecond(periodStart)} to ${toSecond(periodEnd)} UTC` : undefined],
    [
      'requests',
      availableConcurrency === undefined || concurrentRequests === undefined
        ? undefined
        : `${groupDigits(concurrentRequests - availableConcurrency)} running of ${groupDigits(concurrentRequests)} at once`,
    ],
    [
      'free work',
      usage.freeCreditsBudget === undefined
        ? undefined
        : `${groupDigits(usage.freeCreditsUsed ?? 0)} of ${groupDigits(usage.freeCreditsBudget)} credits in the last hour`,
    ],
    [
      'stored files',
      usage.storedBytes === undefined
        ? undefined
        : `${formatBytes(usage.storedBytes)}${usage.storedBytesLimit === undefined ? '' : ` of ${formatBytes(usage.storedBytesLimit)}`}`,
    ],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(NAME_COLUMNS)}${value}`]));
};

/** Credits, concurrency and storage of the account. */
export const showUsage = (fleet: Fleet, { isJson }: { isJson: boolean }): Promise<Outcome> =>
  askFleet(fleet, { method: 'GET', path: USAGE_PATH, schema: usageSchema }, (usage) =>
    isJson ? succeedWithJson(usage) : succeed(linesOf(usage).join('\n')),
  );
