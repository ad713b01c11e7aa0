import { expect } from '@jest/globals';
import type { Account, Period, RequestRow, Store } from '../../src/port.js';
import { expectAccountBooks, giftsOf } from './money-books.js';
import { expectExact, expectInTime, expectPossible } from './outcome-rules.js';
import type { Cast, Outcome, PlayedCall } from './play-call.js';

const count = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Remembers everything that was seen of one history, also what has been purged since, and judges each step by it. */
export class LedgerOracle {
  private readonly cast: Cast;
  private readonly accounts: readonly Account[];
  private readonly rows = new Map<string, RequestRow>();
  private readonly purged = new Set<string>();
  private readonly admissions = new Map<string, number>();
  private readonly winners = new Map<string, number>();
  private readonly attempts = new Map<string, number[]>();
  private periods = new Map<string, Period[]>();

  constructor(cast: Cast, accounts: readonly Account[]) {
    this.cast = cast;
    this.accounts = accounts;
  }

  /** The end of the account's current period as it was last seen. */
  periodEndMs(account: number): number {
    const accountId = this.cast.accountIds[account] ?? '';
    return this.periods.get(accountId)?.at(-1)?.endMs ?? 0;
  }

  /** To be called when no call is under way. */
  async inspect(store: Store, played: readonly PlayedCall[]): Promise<void> {
    const before = this.periods;
    const seenBefore = new Map(this.rows);
    const [first] = played;
    if (first && played.length === 1) expectExact(first, seenBefore, this.purged);
    for (const call of played) {
      expectPossible(call);
      this.note(call.outcome);
    }
    await this.readRows(store, played);
    this.expectWinners(seenBefore, played);
    this.periods = new Map();
    for (const account of this.accounts) {
      const rows = [...this.rows.values()].filter(({ accountId }) => accountId === account.id);
      const periods = await expectAccountBooks(store, account, rows, giftsOf(account.id, this.cast));
      expectInTime(rows, periods);
      this.periods.set(account.id, periods);
      this.expectRefusals(account.id, before.get(account.id), periods, played);
    }
    await this.expectGifts(store, played);
  }

  /** After all deadlines and sweeps. */
  expectAllEnded(): void {
    expect([...this.rows.values()].filter(({ state }) => state === 'open')).toEqual([]);
    for (const periods of this.periods.values()) expect(periods.filter(({ held }) => held !== 0)).toEqual([]);
  }

  private note(outcome: Outcome): void {
    if (outcome.kind === 'admit' && outcome.result.outcome === 'admitted') {
      count(this.admissions, outcome.requestId);
    }
    if (outcome.kind === 'finish' && outcome.result?.isWinner) {
      count(this.winners, outcome.requestId);
    }
    if (outcome.kind === 'sweep') for (const id of outcome.result) count(this.winners, id);
    if (outcome.kind === 'nextAttempt' && outcome.result !== null) {
      this.attempts.set(outcome.requestId, [...(this.attempts.get(outcome.requestId) ?? []), outcome.result]);
    }
    if (outcome.kind === 'purge') {
      for (const { id } of outcome.result) {
        expect(this.purged.has(id)).toBe(false);
        this.purged.add(id);
      }
    }
  }

  private async readRows(store: Store, played: readonly PlayedCall[]): Promise<void> {
    const wasLost = played.some(({ outcome }) => outcome.kind === 'lost');
    for (const id of this.cast.requestIds) {
      const row = await store.requests.get(id);
      const before = this.rows.get(id);
      if (row) this.expectLegal(row, before, wasLost);
      else if (before) this.expectPurged(before, wasLost, played);
      else expect(this.admissions.get(id) ?? 0).toBe(0);
      if (row) this.rows.set(id, row);
    }
  }

  /** A row ends once and stays as it ended; a charge is part of the hold and of success alone. */
  private expectLegal(row: RequestRow, before: RequestRow | undefined, wasLost: boolean): void {
    const { id, state, heldCredits, chargedCredits, attempt } = row;
    const slot = this.cast.requestIds.indexOf(id);
    expect(this.purged.has(id)).toBe(false);
    expect(heldCredits).toBe(this.cast.history.holds[slot]);
    expect(chargedCredits).toBeGreaterThanOrEqual(0);
    expect(chargedCredits).toBeLessThanOrEqual(state === 'ok' ? heldCredits : 0);
    expect(this.admissions.get(id) ?? 0).toBeLessThanOrEqual(1);
    if (!before) expect(wasLost ? 1 : this.admissions.get(id)).toBe(1);
    if (before && before.state !== 'open') expect(row).toEqual(before);
    if (before) expect(attempt).toBeGreaterThanOrEqual(before.attempt);
    const attempts = this.attempts.get(id) ?? [];
    expect(new Set(attempts).size).toBe(attempts.length);
    expect(Math.max(1, ...attempts)).toBeLessThanOrEqual(attempt);
  }

  private expectPurged(before: RequestRow, wasLost: boolean, played: readonly PlayedCall[]): void {
    expect(before.state).not.toBe('open');
    const isTold = this.purged.has(before.id);
    expect(isTold || (wasLost && played.some(({ call }) => call.kind === 'purge'))).toBe(true);
    this.purged.add(before.id);
  }

  /** Who ended a row knows it, and nobody else does; only a lost call may leave an end without its winner. */
  private expectWinners(seenBefore: ReadonlyMap<string, RequestRow>, played: readonly PlayedCall[]): void {
    const wasLost = played.some(({ outcome }) => outcome.kind === 'lost');
    for (const [id, { state }] of this.rows) {
      const winners = this.winners.get(id) ?? 0;
      if (state === 'open') expect(winners).toBe(0);
      else if ((seenBefore.get(id)?.state ?? 'open') === 'open' && !wasLost) expect(winners).toBe(1);
      else expect(winners).toBeLessThanOrEqual(1);
    }
  }

  /** Nobody is refused credits that were there, and no id is called taken that is not. */
  private expectRefusals(
    accountId: string,
    before: readonly Period[] | undefined,
    after: readonly Period[],
    played: readonly PlayedCall[],
  ): void {
    const holdOf = ({ call }: PlayedCall): number =>
      call.kind === 'admit' && this.cast.accountIds[call.account] === accountId
        ? (this.cast.history.holds[call.slot] ?? 0)
        : 0;
    const asked = played.reduce((total, one) => total + holdOf(one), 0);
    for (const one of played) {
      const { outcome } = one;
      if (outcome.kind !== 'admit' || outcome.accountId !== accountId) continue;
      expect(outcome.result.outcome).not.toBe('account_unknown');
      if (outcome.result.outcome === 'duplicate') expect(this.rows.has(outcome.requestId)).toBe(true);
      if (outcome.result.outcome !== 'credits_exhausted') continue;
      expect(outcome.result.neededCredits).toBe(holdOf(one));
      expect(outcome.result.availableCredits).toBeLessThan(holdOf(one));
      const least = (before?.at(-1)?.available ?? 0) - (asked - holdOf(one));
      if (before?.length === after.length) expect(least).toBeLessThan(holdOf(one));
    }
  }

  private async expectGifts(store: Store, played: readonly PlayedCall[]): Promise<void> {
    for (const { outcome } of played) {
      if (outcome.kind !== 'grant') continue;
      const { accountId, grantId } = outcome;
      const entry = `grant:${accountId}:${grantId}`;
      const after = await store.ledger.journal(accountId, { limit: 1000 });
      expect(after.filter(({ id }) => id === entry)).toHaveLength(1);
    }
  }
}
