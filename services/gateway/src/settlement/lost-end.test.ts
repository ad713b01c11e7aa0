import { describe, expect, it } from '@jest/globals';
import { operationById, type Operation } from '@quarry/contracts';
import { createMetrics, passFreely } from '@quarry/observability';
import type { RequestRow, Store } from '@quarry/store';
import { createSettlement, type SettlementOptions } from './settlement.js';

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const never = new AbortController().signal;
const operation = operationById('scrape/web') as Operation;

describe('an end that comes too late', () => {
  it.each([true, false])('is counted by who wrote it alone (isWinner: %s)', async (isWinner) => {
    const metrics = createMetrics({ service: 'gateway' });
    const open = { id: 'r1', accountId: 'a1', operation: operation.id, state: 'open', attempt: 1 } as RequestRow;
    const row = { ...open, state: isWinner ? 'expired' : 'ok', chargedCredits: 0 } as RequestRow;
    const requests = { get: async () => open, finish: async () => ({ isWinner, row, availableCredits: 7 }) };
    const options = {
      store: { requests, accounts: { period: async () => null } } as unknown as Store,
      producer: { enqueue: async () => undefined, cancel: async () => undefined },
      replies: { address: 'gateway-1', wait: async () => undefined },
      leases: { reassert: async () => undefined, release: async () => undefined },
      ...{ metrics, log: silent, clock: () => 1_000, waitSliceMs: 1, pass: passFreely },
    } as unknown as SettlementOptions;
    const request = { requestId: 'r1', accountId: 'a1', operation, deadlineAtMs: 1_000 };
    const settled = await createSettlement(options)(request, { clientGone: never, stopping: never });
    expect(settled).toEqual({ row, availableCredits: 7 });
    expect((await metrics.text()).includes('requests_ended_total{')).toBe(isWinner);
    metrics.close();
  });
});
