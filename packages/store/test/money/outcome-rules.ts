import { expect } from '@jest/globals';
import type { RequestRow } from '../../src/port.js';
import type { PlayedCall } from './play-call.js';

type Rows = ReadonlyMap<string, RequestRow>;

/** What a call may return whatever runs beside it. */
export const expectPossible = ({ call, outcome, nowMs }: PlayedCall): void => {
  switch (outcome.kind) {
    case 'admit':
      if (outcome.result.outcome === 'admitted') expect(outcome.result.availableCredits).toBeGreaterThanOrEqual(0);
      return;
    case 'begin':
      if (!outcome.result || call.kind !== 'begin') return;
      expect(outcome.result).toMatchObject({ state: 'open', attempt: call.attempt });
      expect(outcome.result.deadlineAtMs).toBeGreaterThan(nowMs);
      return;
    case 'nextAttempt':
      if (outcome.result !== null && call.kind === 'nextAttempt') expect(outcome.result).toBe(call.attempt + 1);
      return;
    case 'finish':
      if (!outcome.result?.isWinner || call.kind !== 'finish') return;
      expect(outcome.result.row).toMatchObject(outcome.end);
      if (call.attempt !== undefined) expect(outcome.result.row.attempt).toBe(call.attempt);
      return;
    case 'grant':
    case 'period':
      // Never before its end, though a clock that was set back may see a period that has not begun for it.
      expect(outcome.result).toMatchObject({ accountId: outcome.accountId });
      expect(outcome.result?.endMs).toBeGreaterThan(nowMs);
      return;
    default:
  }
};

/** What a call must return when nothing ran beside it: exactly what the row it found allows. */
export const expectExact = ({ call, outcome, nowMs }: PlayedCall, before: Rows, purged: ReadonlySet<string>): void => {
  if (!('requestId' in outcome)) return;
  const row = before.get(outcome.requestId);
  const isStored = row !== undefined && !purged.has(row.id);
  const isOpen = row?.state === 'open';
  if (call.kind === 'begin' && outcome.kind === 'begin') {
    const isDue = isOpen && row.attempt === call.attempt && row.deadlineAtMs > nowMs;
    expect(outcome.result !== null).toBe(isDue);
  }
  if (call.kind === 'nextAttempt' && outcome.kind === 'nextAttempt') {
    expect(outcome.result !== null).toBe(isOpen && row.attempt === call.attempt);
  }
  if (call.kind === 'finish' && outcome.kind === 'finish') {
    expect(outcome.result !== null).toBe(isStored);
    const isCurrent = call.attempt === undefined || call.attempt === row?.attempt;
    expect(outcome.result?.isWinner ?? false).toBe(isOpen && isCurrent);
  }
  if (outcome.kind === 'admit') expect(outcome.result.outcome === 'duplicate').toBe(row !== undefined);
};

/** Rows lie in a period their store's clock had not seen the end of. */
export const expectInTime = (rows: Iterable<RequestRow>, periods: readonly { endMs: number }[]): void => {
  for (const { createdAtMs, periodIndex } of rows) {
    expect(periods[periodIndex]?.endMs).toBeGreaterThan(createdAtMs);
  }
};
