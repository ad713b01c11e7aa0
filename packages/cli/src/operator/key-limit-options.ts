import { OPERATIONS } from '@quarry/contracts';
import { MAX_CREDITS, MAX_KEY_CONCURRENCY, type KeyLimits } from '@quarry/store';
import { InvalidArgumentError, type Command } from 'commander';
import { wholeNumber } from './whole-number.js';

export interface LimitOptions {
  readonly creditsPerDay?: number;
  readonly operations?: readonly string[];
  readonly concurrency?: number;
}

/** Operations and families of them. */
const NAMES: ReadonlySet<string> = new Set(OPERATIONS.flatMap(({ id }) => [id.split('/', 1)[0] ?? id, id]));

const readOperations = (value: string): readonly string[] => {
  const names = [...new Set(value.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !NAMES.has(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`"${unknown}" is no operation, such as scrape/web, and no family, such as enginea.`);
};

export const addLimitOptions = (command: Command): Command =>
  command
    .option('--credits-per-day <n>', 'credits that it may spend in a UTC day', wholeNumber(0, MAX_CREDITS))
    .option('--operations <list>', 'operations or families that it may call, with commas', readOperations)
    .option('--concurrency <n>', 'requests that it may have in flight', wholeNumber(1, MAX_KEY_CONCURRENCY));

export const limitsOf = ({ creditsPerDay, operations, concurrency }: LimitOptions): KeyLimits => ({
  ...(creditsPerDay === undefined ? {} : { creditsPerDay }),
  ...(operations === undefined ? {} : { operations }),
  ...(concurrency === undefined ? {} : { concurrency }),
});
