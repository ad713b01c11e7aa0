import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { operationById, type Operation } from '@quarry/contracts';
import { createMetrics, noFaults, type Metrics } from '@quarry/observability';
import type { RequestRow, Store } from '@quarry/store';
import { createSettlement, type Settled, type SettlementOptions } from './settlement.js';

const never = new AbortController().signal;
const operation = operationById('scrape/web') as Operation;
const open = { id: 'r1', accountId: 'a1', operation: operation.id, state: 'open', attempt: 1 } as RequestRow;
const done = { ...open, state: 'ok', chargedCredits: 1 } as RequestRow;

let metrics: Metrics;
let warned: string[];
let enqueued: number;
beforeEach(() => {
  metrics = createMetrics({ service: 'gateway' });
  warned = [];
  enqueued = 0;
});
afterEach(() => metrics.close());

/** Settles the one request with parts that do as `given` says, when the clock stands at 1,000. */
const settle = (
  deadlineAtMs: number,
  { requests, producer, leases }: { requests: object; producer?: object; leases?: object },
): Promise<Settled> => {
  const log = { error: () => {}, warn: (text: string) => void warned.push(text), info: () => {}, debug: () => {} };
  const enqueue = async (): Promise<void> => {
    enqueued += 1;
  };
  const options = {
    store: { requests, accounts: { period: async () => ({ available: 7 }) } } as unknown as Store,
    producer: { enqueue, has: async () => true, cancel: async () => undefined, ...producer },
    replies: { address: 'gateway-1', wait: async () => undefined },
    leases: { reassert: async () => undefined, release: async () => undefined, ...leases },
    ...{ metrics, log, clock: () => 1_000, waitSliceMs: 1, isPaused: () => false, faultPoint: noFaults },
  } as unknown as SettlementOptions;
  const request = { requestId: 'r1', accountId: 'a1', operation, deadlineAtMs };
  return createSettlement(options)(request, { clientGone: never, stopping: never });
};

describe('an end that comes too late', () => {
  it.each([true, false])('is counted by who wrote it alone (isWinner: %s)', async (isWinner) => {
    const row = { ...open, state: isWinner ? 'expired' : 'ok', chargedCredits: 0 } as RequestRow;
    const requests = { get: async () => open, finish: async () => ({ isWinner, row, availableCredits: 7 }) };
    expect(await settle(1_000, { requests })).toEqual({ row, availableCredits: 7 });
    expect((await metrics.text()).includes('requests_ended_total{')).toBe(isWinner);
  });
});

describe('a request that the queue does not have', () => {
  it('is not enqueued again where it has ended or begun anew meanwhile', async () => {
    let looks = 0;
    const requests = {
      get: async () => ((looks += 1) === 1 ? open : done),
      nextAttempt: async () => null,
    };
    const settled = await settle(2_000, { requests, producer: { has: async () => false } });
    expect(settled).toEqual({ row: done, availableCredits: 7 });
    expect(enqueued).toBe(1);
    expect(warned).toEqual([]);
    expect(await metrics.text()).not.toContain('requests_requeued_total{');
  });
});

describe('a request that has ended', () => {
  it('is answered though its lease cannot be given back', async () => {
    const release = () => Promise.reject(new Error('Connection is closed.'));
    const settled = await settle(2_000, { requests: { get: async () => done }, leases: { release } });
    expect(settled).toEqual({ row: done, availableCredits: 7 });
    expect(warned).toEqual(['could not release a lease']);
  });
});
