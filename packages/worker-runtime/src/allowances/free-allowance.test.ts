import { describe, expect, it } from '@jest/globals';
import type { OutcomeSpan } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import { createFreeAllowance } from './free-allowance.js';

const row = (given: Partial<RequestRow> = {}): RequestRow => ({
  id: 'request-1',
  accountId: 'account-1',
  operation: 'scrape/web',
  params: { url: 'http://a.test/' },
  contractVersion: 1,
  state: 'open',
  attempt: 1,
  heldCredits: 100,
  chargedCredits: 0,
  periodIndex: 0,
  createdAtMs: 0,
  deadlineAtMs: 1,
  ...given,
});

const start = (spans: OutcomeSpan[] = []) => {
  const noted: unknown[] = [];
  const outcomes = {
    note: async (accountId: string, credits: object) => void noted.push({ accountId, ...credits }),
    noteSoon: (accountId: string, credits: object) => void noted.push({ accountId, ...credits, isSoon: true }),
    lastHour: async () => spans,
  };
  return { noted, allowance: createFreeAllowance({ outcomes, ownCredits: 500 }) };
};

describe('the allowance', () => {
  it.each([
    ['ok', 15, { freeCredits: 0, chargedCredits: 15 }],
    ['target_4xx', 0, { freeCredits: 1, chargedCredits: 0 }],
    ['blocked', 0, { freeCredits: 1, chargedCredits: 0 }],
    ['scenario_failed', 0, { freeCredits: 1, chargedCredits: 0 }],
    ['internal_error', 0, { freeCredits: 0, chargedCredits: 0 }],
    ['cancelled', 0, { freeCredits: 0, chargedCredits: 0 }],
    ['proxy_unavailable', 0, { freeCredits: 0, chargedCredits: 0 }],
    ['free_budget_exhausted', 0, { freeCredits: 0, chargedCredits: 0 }],
  ] as const)('counts %s, charged %d', async (verdict, chargedCredits, credits) => {
    const { noted, allowance } = start();
    await allowance.note(row(), { verdict, chargedCredits, tier: 'http', isItem: false });
    expect(noted).toEqual([{ accountId: 'account-1', ...credits }]);
  });

  it('counts items together', async () => {
    const { noted, allowance } = start();
    await allowance.note(row(), { verdict: 'target_4xx', chargedCredits: 0, tier: 'http', isItem: true });
    expect(noted).toEqual([{ accountId: 'account-1', freeCredits: 1, chargedCredits: 0, isSoon: true }]);
  });

  it('is exhausted by what is free and not paid for', async () => {
    const spans = (freeCredits: number, chargedCredits: number) => [{ leavesAtMs: 1, freeCredits, chargedCredits }];
    expect(await start(spans(499, 0)).allowance.isExhausted('a')).toBe(false);
    expect(await start(spans(500, 0)).allowance.isExhausted('a')).toBe(true);
    expect(await start(spans(900, 401)).allowance.isExhausted('a')).toBe(false);
  });
});
