import { describe, expect, it } from '@jest/globals';
import { createStore } from './create-store.js';
import type { StoreEngine } from './engine-port.js';
import { MAX_PAGE_ROWS } from './input-rules.js';
import type { Store } from './port.js';

const MORE = MAX_PAGE_ROWS * 2;

/** The numbers within what was passed to an engine, at any depth of objects. */
const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
};

/** An engine without rows that records the arguments of its calls. */
const recordCalls = () => {
  const passed: unknown[][] = [];
  const answer = async (...args: unknown[]) => {
    passed.push(args);
    return [];
  };
  // safe because the calls below only read the length of what they get
  const engine = new Proxy({}, { get: () => answer }) as StoreEngine;
  return { store: createStore(engine, () => 1), passed };
};

const CALLS: readonly [name: string, call: (store: Store) => Promise<unknown>][] = [
  ['requests.list', ({ requests }) => requests.list('a', { limit: MORE })],
  ['requests.listOpen', ({ requests }) => requests.listOpen('a', MORE)],
  ['requests.listAsync', ({ requests }) => requests.listAsync({ minAgeMs: 0, limit: MORE })],
  ['requests.sweepExpired', ({ requests }) => requests.sweepExpired({ graceMs: 0, limit: MORE })],
  ['requests.purge', ({ requests }) => requests.purge({ retentionMs: 0, limit: MORE })],
  ['ledger.journal', ({ ledger }) => ledger.journal('a', { limit: MORE })],
  ['ledger.rollPeriods', ({ ledger }) => ledger.rollPeriods(MORE)],
  ['idempotency.purge', ({ idempotency }) => idempotency.purge(MORE)],
  ['records.list', ({ records }) => records.list('session', 'o', { limit: MORE })],
  ['records.due', ({ records }) => records.due('schedule', MORE)],
  ['records.purge', ({ records }) => records.purge(MORE)],
  ['readingHealth.purge', ({ readingHealth }) => readingHealth.purge(MORE)],
  ['batches.list', ({ batches }) => batches.list('a', { limit: MORE })],
  ['batches.results', ({ batches }) => batches.results('j', { afterSeq: 0, limit: MORE })],
  ['batches.lease', ({ batches }) => batches.lease({ owner: 'o', leaseMs: 1, limit: MORE })],
  ['batches.openItems', ({ batches }) => batches.openItems('j', { afterIndex: -1, limit: MORE })],
  ['batches.publish', ({ batches }) => batches.publish('j', 'o', MORE)],
  ['batches.sweepAccepting', ({ batches }) => batches.sweepAccepting({ maxAgeMs: 0, limit: MORE })],
  ['batches.purge', ({ batches }) => batches.purge({ retentionMs: 0, limit: MORE })],
  ['crawls.found', ({ crawls }) => crawls.found('j', { limit: MORE, maxBytes: 1 })],
  ['crawls.addresses', ({ crawls }) => crawls.addresses('j', { fromPlace: 0, limit: MORE })],
  ['webhooks.list', ({ webhooks }) => webhooks.list('a', { limit: MORE })],
  ['webhooks.purge', ({ webhooks }) => webhooks.purge({ retentionMs: 0, limit: MORE })],
];

describe('a call for more rows than the most of one call', () => {
  it.each(CALLS)('%s is passed on with the most', async (_, call) => {
    const { store, passed } = recordCalls();
    // What an engine without rows returns may not do for the call: only what it was asked counts here.
    await call(store).catch(() => undefined);
    const numbers = numbersIn(passed);
    expect(numbers).toContain(MAX_PAGE_ROWS);
    expect(Math.max(...numbers)).toBe(MAX_PAGE_ROWS);
  });
});
