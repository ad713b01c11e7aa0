import { check } from '../input-rules.js';
import type { Spending, SpendingRange } from '../port.js';
import { createSpendingCube } from './spending-cube.js';
import { sumItems, sumRequests, type SpendingBounds, type SpendingSource } from './spending-slices.js';

export const DAY_MS = 86_400_000;
/** Longest range. */
export const MAX_SPENDING_DAYS = 92;
/** Hosts that have rows of their own. */
export const MAX_SPENDING_HOSTS = 50;

const BOUNDS: SpendingBounds = { sliceRows: 10_000, maxRows: 1_000_000, maxHosts: 100_000 };

const checkRange = ({ sinceMs, untilMs }: SpendingRange): void => {
  const isWhole = Number.isSafeInteger(sinceMs) && Number.isSafeInteger(untilMs);
  check(isWhole && sinceMs < untilMs, 'sinceMs and untilMs must be integers, sinceMs the smaller one.');
  check(untilMs - sinceMs <= MAX_SPENDING_DAYS * DAY_MS, `The range must be at most ${MAX_SPENDING_DAYS} days.`);
};

/**
 * What an account was charged, from the rows of its requests and items along the indexes that the log follows: each row has its
 * charge, and the journal has no hosts. A row counts on the day it was admitted, as its period does: the sum over a period is
 * what the period was charged. Rows past their retention are gone.
 */
export const readSpending = async (
  engine: SpendingSource,
  accountId: string,
  { sinceMs, untilMs }: SpendingRange,
  bounds: SpendingBounds = BOUNDS,
): Promise<Spending> => {
  checkRange({ sinceMs, untilMs });
  const cube = createSpendingCube(bounds.maxHosts);
  const reading = { engine, accountId, sinceMs, untilMs, add: cube.add, ...bounds };
  const countedSinceMs = Math.max(await sumRequests(reading), await sumItems(reading));
  return { rows: cube.rows(MAX_SPENDING_HOSTS), byKey: cube.keyRows(), countedSinceMs };
};
