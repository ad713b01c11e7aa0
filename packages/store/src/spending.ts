import { check } from './input-rules.js';
import type { Spending, SpendingRange, SpendingRow } from './port.js';
import { sumItems, sumRequests, type SpendingBounds, type SpendingSource } from './spending-slices.js';

export const DAY_MS = 86_400_000;
/** Longest range. */
export const MAX_SPENDING_DAYS = 92;
/** Hosts that have rows of their own. */
export const MAX_SPENDING_HOSTS = 50;

const BOUNDS: SpendingBounds = { sliceRows: 20_000, maxRows: 1_000_000 };

interface Sums {
  credits: number;
  requests: number;
  failures: number;
}

/** Sums by a key. */
const createTally = <Key extends object>() => {
  const tally = new Map<string, Key & Sums>();
  return {
    add: (key: Key, { credits, requests, failures }: Sums): void => {
      const name = JSON.stringify(key);
      const known = tally.get(name);
      if (known === undefined) {
        tally.set(name, { ...key, credits, requests, failures });
        return;
      }
      known.credits += credits;
      known.requests += requests;
      known.failures += failures;
    },
    values: () => [...tally.values()],
  };
};

type Group = Pick<SpendingRow, 'dayMs' | 'operation' | 'host'>;

const compareText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

const byDay = (left: SpendingRow, right: SpendingRow): number =>
  left.dayMs - right.dayMs ||
  compareText(left.operation, right.operation) ||
  Number(left.host === null) - Number(right.host === null) ||
  compareText(left.host ?? '', right.host ?? '');

const topHosts = (rows: readonly SpendingRow[]): ReadonlySet<string> => {
  const hosts = createTally<{ host: string }>();
  for (const { host, ...sums } of rows) if (host !== null) hosts.add({ host }, sums);
  const most = hosts
    .values()
    .sort(
      (left, right) =>
        right.credits - left.credits || right.requests - left.requests || compareText(left.host, right.host),
    );
  return new Set(most.slice(0, MAX_SPENDING_HOSTS).map(({ host }) => host));
};

const withTopHosts = (rows: readonly SpendingRow[]): SpendingRow[] => {
  const top = topHosts(rows);
  const folded = createTally<Group>();
  for (const { dayMs, operation, host, ...sums } of rows) {
    folded.add({ dayMs, operation, host: host !== null && top.has(host) ? host : null }, sums);
  }
  return folded.values().sort(byDay);
};

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
  const groups = createTally<Group>();
  const add = (rows: readonly SpendingRow[]): void => {
    for (const { dayMs, operation, host, ...sums } of rows) groups.add({ dayMs, operation, host }, sums);
  };
  const reading = { engine, accountId, sinceMs, untilMs, add, ...bounds };
  const countedSinceMs = Math.max(await sumRequests(reading), await sumItems(reading));
  return { rows: withTopHosts(groups.values()), countedSinceMs };
};
