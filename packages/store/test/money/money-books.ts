import { expect } from '@jest/globals';
import { readWholeJournal } from '../conformance/store-scene.js';
import type { Account, LedgerEntry, Period, RequestRow, Store } from '../../src/port.js';
import type { Cast } from './play-call.js';

type Amounts = Pick<Period, 'granted' | 'charged' | 'held' | 'expired' | 'available'>;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const amountsOf = ({ granted, charged, held, expired, available }: Period): Amounts => ({
  granted,
  charged,
  held,
  expired,
  available,
});

/**
 * What a period must hold, from the requests and the grants alone: holds are of open rows, charges of ended ones, and
 * the rest is available as long as the period is the current one and expired afterwards.
 */
const expectedAmounts = (granted: number, rows: readonly RequestRow[], isCurrent: boolean): Amounts => {
  const held = sum(rows.filter(({ state }) => state === 'open').map(({ heldCredits }) => heldCredits));
  const charged = sum(rows.map(({ chargedCredits }) => chargedCredits));
  const rest = granted - held - charged;
  return { granted, charged, held, expired: isCurrent ? 0 : rest, available: isCurrent ? rest : 0 };
};

const expectSound = (periods: readonly Period[], { plan, createdAtMs }: Account): void => {
  periods.forEach((period, position) => {
    const { granted, charged, held, expired, available, index, startMs, endMs } = period;
    const amounts = [granted, charged, held, expired, available];
    expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([]);
    expect(charged + held + expired + available).toBe(granted);
    const lengthMs = plan.periodDays * 86_400_000;
    const bounds = { startMs: createdAtMs + position * lengthMs, endMs: createdAtMs + (position + 1) * lengthMs };
    expect({ index, startMs, endMs }).toEqual({ index: position, ...bounds });
  });
};

/** Credits the journal says were given, by period; each gift is there once and in its own size. */
const grantsByPeriod = (
  journal: readonly LedgerEntry[],
  account: Account,
  gifts: ReadonlyMap<string, number>,
): number[] => {
  const granted: number[] = [];
  for (const { id, kind, credits, periodIndex } of journal) {
    if (kind !== 'grant') continue;
    const { creditsPerPeriod, renew } = account.plan;
    const isOpening = id === `open:${account.id}:${periodIndex}`;
    const opening = renew || periodIndex === 0 ? creditsPerPeriod : 0;
    expect({ id, credits }).toEqual({ id, credits: isOpening ? opening : gifts.get(id) });
    granted[periodIndex] = (granted[periodIndex] ?? 0) + credits;
  }
  return granted;
};

/** The journal of one request: its hold, and for an ended one where each credit of it went. */
const expectStory = (entries: readonly LedgerEntry[], row: RequestRow): void => {
  const { id, heldCredits, chargedCredits, state, periodIndex } = row;
  const total = (kind: LedgerEntry['kind']): number =>
    sum(entries.filter((entry) => entry.kind === kind).map(({ credits }) => credits));
  const released = state === 'open' ? 0 : heldCredits - chargedCredits;
  expect({ id, held: total('hold'), settled: total('settle'), released: total('release') }).toEqual({
    id,
    held: heldCredits,
    settled: chargedCredits,
    released,
  });
  expect([0, released]).toContain(total('expire'));
  expect(entries.filter((entry) => entry.periodIndex !== periodIndex)).toEqual([]);
};

/** Whether the journal and the periods agree; adapters without transactions may need a repair before they do. */
export const expectAccountBooks = async (
  store: Store,
  account: Account,
  rows: readonly RequestRow[],
  gifts: ReadonlyMap<string, number>,
): Promise<Period[]> => {
  const periods = await store.accounts.periods(account.id);
  expectSound(periods, account);
  expect(await store.ledger.rebuild(account.id)).toEqual(periods);
  const journal = await readWholeJournal(store, account.id);
  expect(new Set(journal.map(({ id }) => id)).size).toBe(journal.length);
  const granted = grantsByPeriod(journal, account, gifts);
  const expected = periods.map(({ index }) =>
    expectedAmounts(
      granted[index] ?? Number.NaN,
      rows.filter(({ periodIndex }) => periodIndex === index),
      index === periods.length - 1,
    ),
  );
  expect(periods.map(amountsOf)).toEqual(expected);
  for (const row of rows) {
    expectStory(
      journal.filter(({ requestId }) => requestId === row.id),
      row,
    );
  }
  const known = new Set(rows.map(({ id }) => id));
  expect(journal.filter(({ requestId }) => requestId !== undefined && !known.has(requestId))).toEqual([]);
  return periods;
};

/** The sizes of an account's gifts by their journal ids. */
export const giftsOf = (accountId: string, { history }: Cast): Map<string, number> =>
  new Map(history.grants.map((credits, index) => [`grant:${accountId}:gift-${index}`, credits]));
