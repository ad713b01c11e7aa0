import { describe, expect, it } from '@jest/globals';
import type { Plan, Store } from '../../src/port.js';
import { admitInput, DAY_MS, expectBalanced, FAILED, OK, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

/** What happens at a time: `hold`, `ok` and `fail` name their request, `look` reads the period, `sweep` rolls. */
type Deed =
  | readonly ['hold', id: string, credits: number]
  | readonly ['refused', credits: number]
  | readonly ['ok', id: string, charged: number]
  | readonly ['fail', id: string]
  | readonly ['expire']
  | readonly ['grant', credits: number, grantId: string]
  | readonly ['look']
  | readonly ['sweep'];

interface PeriodCase {
  readonly name: string;
  /** ISO; the account's creation. */
  readonly start: string;
  readonly plan: Plan;
  readonly story: readonly (readonly [at: string, ...deed: Deed])[];
  /** From, granted, charged, held, expired, available. */
  readonly periods: readonly (readonly [string, number, number, number, number, number])[];
}

const MONTH: Plan = { creditsPerPeriod: 100, periodDays: 30, renew: true };
const DAY: Plan = { creditsPerPeriod: 10, periodDays: 1, renew: true };
const ONCE: Plan = { creditsPerPeriod: 100, periodDays: 30, renew: false };

const CASES: readonly PeriodCase[] = [
  {
    name: 'the last millisecond belongs to the period that ends',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [
      ['2026-02-14T13:29:59.999Z', 'hold', 'a', 30],
      ['2026-02-14T13:29:59.999Z', 'look'],
    ],
    periods: [['2026-01-15T13:30:00.000Z', 100, 0, 30, 0, 70]],
  },
  {
    name: 'the first millisecond belongs to the period that begins',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [['2026-02-14T13:30:00.000Z', 'hold', 'a', 30]],
    periods: [
      ['2026-01-15T13:30:00.000Z', 100, 0, 0, 100, 0],
      ['2026-02-14T13:30:00.000Z', 100, 0, 30, 0, 70],
    ],
  },
  {
    name: 'unused credits end with their period, used ones stay charged to it',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [
      ['2026-01-20T00:00:00.000Z', 'hold', 'a', 30],
      ['2026-01-20T00:01:00.000Z', 'ok', 'a', 25],
      ['2026-02-15T00:00:00.000Z', 'sweep'],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 100, 25, 0, 75, 0],
      ['2026-02-14T13:30:00.000Z', 100, 0, 0, 0, 100],
    ],
  },
  {
    name: 'a hold settles against its own period, and what is released after its end expires',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [
      ['2026-02-14T13:29:00.000Z', 'hold', 'a', 40],
      ['2026-02-14T13:29:00.000Z', 'hold', 'b', 20],
      ['2026-02-14T13:31:00.000Z', 'ok', 'a', 15],
      ['2026-02-14T13:31:00.000Z', 'fail', 'b'],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 100, 15, 0, 85, 0],
      ['2026-02-14T13:30:00.000Z', 100, 0, 0, 0, 100],
    ],
  },
  {
    name: 'what is released before its end is available again, whatever is held beside it',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [
      ['2026-01-15T13:30:00.000Z', 'hold', 'a', 60],
      ['2026-01-15T13:30:00.000Z', 'hold', 'b', 40],
      ['2026-01-15T13:30:01.000Z', 'refused', 1],
      ['2026-01-15T13:30:02.000Z', 'fail', 'a'],
      ['2026-01-15T13:30:03.000Z', 'hold', 'c', 60],
    ],
    periods: [['2026-01-15T13:30:00.000Z', 100, 0, 100, 0, 0]],
  },
  {
    name: 'a hold that nobody ends expires with the sweep of overdue requests',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [
      ['2026-02-14T13:29:00.000Z', 'hold', 'a', 40],
      ['2026-02-14T13:40:00.000Z', 'sweep'],
      ['2026-02-14T13:40:00.000Z', 'expire'],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 100, 0, 0, 100, 0],
      ['2026-02-14T13:30:00.000Z', 100, 0, 0, 0, 100],
    ],
  },
  {
    name: 'an account that is idle for five periods gets each of them, and none is carried over',
    start: '2026-01-15T13:30:00.000Z',
    plan: DAY,
    story: [
      ['2026-01-15T14:00:00.000Z', 'hold', 'a', 4],
      ['2026-01-20T14:00:00.000Z', 'look'],
      ['2026-01-20T14:00:00.000Z', 'refused', 11],
      ['2026-01-20T14:00:00.000Z', 'hold', 'b', 10],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 10, 0, 4, 6, 0],
      ['2026-01-16T13:30:00.000Z', 10, 0, 0, 10, 0],
      ['2026-01-17T13:30:00.000Z', 10, 0, 0, 10, 0],
      ['2026-01-18T13:30:00.000Z', 10, 0, 0, 10, 0],
      ['2026-01-19T13:30:00.000Z', 10, 0, 0, 10, 0],
      ['2026-01-20T13:30:00.000Z', 10, 0, 10, 0, 0],
    ],
  },
  {
    name: 'a plan that does not renew opens empty periods, which can be granted credits',
    start: '2026-01-15T13:30:00.000Z',
    plan: ONCE,
    story: [
      ['2026-02-14T13:30:00.000Z', 'refused', 1],
      ['2026-02-14T13:30:00.000Z', 'grant', 20, 'top-up'],
      ['2026-02-14T13:30:00.000Z', 'hold', 'a', 20],
      ['2026-02-14T13:31:00.000Z', 'ok', 'a', 20],
      ['2026-03-16T13:30:00.000Z', 'sweep'],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 100, 0, 0, 100, 0],
      ['2026-02-14T13:30:00.000Z', 20, 20, 0, 0, 0],
      ['2026-03-16T13:30:00.000Z', 0, 0, 0, 0, 0],
    ],
  },
  {
    name: 'grants belong to the period they are given in, once, and end with it',
    start: '2026-01-15T13:30:00.000Z',
    plan: MONTH,
    story: [
      ['2026-02-14T13:29:59.999Z', 'grant', 50, 'gift'],
      ['2026-02-14T13:30:00.000Z', 'grant', 50, 'gift'],
      ['2026-02-14T13:30:00.000Z', 'grant', 7, 'other'],
      ['2026-03-16T13:30:00.000Z', 'look'],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 150, 0, 0, 150, 0],
      ['2026-02-14T13:30:00.000Z', 107, 0, 0, 107, 0],
      ['2026-03-16T13:30:00.000Z', 100, 0, 0, 0, 100],
    ],
  },
  {
    name: 'a day has 24 hours where clocks are changed, a February 28 or 29 days',
    start: '2026-03-28T22:15:00.000Z',
    plan: DAY,
    story: [['2026-03-30T22:14:59.999Z', 'look']],
    periods: [
      ['2026-03-28T22:15:00.000Z', 10, 0, 0, 10, 0],
      ['2026-03-29T22:15:00.000Z', 10, 0, 0, 0, 10],
    ],
  },
  {
    name: 'leap days are days',
    start: '2028-02-28T23:59:59.999Z',
    plan: DAY,
    story: [['2028-03-01T23:59:59.998Z', 'look']],
    periods: [
      ['2028-02-28T23:59:59.999Z', 10, 0, 0, 10, 0],
      ['2028-02-29T23:59:59.999Z', 10, 0, 0, 0, 10],
    ],
  },
  {
    name: 'a plan without credits has periods all the same',
    start: '2026-01-15T13:30:00.000Z',
    plan: { creditsPerPeriod: 0, periodDays: 1, renew: true },
    story: [
      ['2026-01-15T13:30:00.000Z', 'refused', 1],
      ['2026-01-17T13:30:00.000Z', 'hold', 'a', 0],
    ],
    periods: [
      ['2026-01-15T13:30:00.000Z', 0, 0, 0, 0, 0],
      ['2026-01-16T13:30:00.000Z', 0, 0, 0, 0, 0],
      ['2026-01-17T13:30:00.000Z', 0, 0, 0, 0, 0],
    ],
  },
];

const act = async (store: Store, accountId: string, nowMs: number, deed: Deed): Promise<void> => {
  const idOf = (name: string): string => `${accountId}-${name}`;
  switch (deed[0]) {
    case 'hold': {
      const result = await store.requests.admit(admitInput(accountId, deed[2], nowMs, idOf(deed[1])));
      expect(result.outcome).toBe('admitted');
      return;
    }
    case 'refused':
      expect(await store.requests.admit(admitInput(accountId, deed[1], nowMs))).toMatchObject({
        outcome: 'credits_exhausted',
      });
      return;
    case 'ok':
      expect(await store.requests.finish(idOf(deed[1]), { ...OK, chargedCredits: deed[2] })).toMatchObject({
        isWinner: true,
      });
      return;
    case 'fail':
      expect(await store.requests.finish(idOf(deed[1]), FAILED)).toMatchObject({ isWinner: true });
      return;
    case 'expire':
      expect(await store.requests.sweepExpired({ graceMs: 0, limit: 10 })).toHaveLength(1);
      return;
    case 'grant':
      expect(await store.accounts.grant(accountId, deed[1], deed[2])).not.toBeNull();
      return;
    case 'look':
      expect(await store.accounts.period(accountId)).not.toBeNull();
      return;
    case 'sweep':
      expect(await store.ledger.rollPeriods(10)).toBe(1);
  }
};

export const describePeriodTable = (openStore: OpenStore): void =>
  describe('periods and plans', () => {
    const scene = useScene(openStore);

    it.each(CASES)('$name', async ({ start, plan, story, periods }) => {
      const { store } = scene();
      scene().nowMs = Date.parse(start);
      const { id: accountId } = await store.accounts.create({ name: 'Acme', plan, concurrency: 1, id: 'acme' });
      for (const [at, ...deed] of story) {
        scene().nowMs = Date.parse(at);
        await act(store, accountId, scene().nowMs, deed);
        await expectBalanced(store, accountId);
      }
      const written = await store.accounts.periods(accountId);
      expect(
        written.map(({ startMs, granted, charged, held, expired, available }) => [
          new Date(startMs).toISOString(),
          granted,
          charged,
          held,
          expired,
          available,
        ]),
      ).toEqual(periods);
      written.forEach(({ startMs, endMs }) => expect(endMs - startMs).toBe(plan.periodDays * DAY_MS));
    });

    it('are rolled over five missed ends by many calls of two stores at the same instant', async () => {
      const { fixture, store } = scene();
      const another = await fixture.openAnother();
      const { id: accountId } = await store.accounts.create({ name: 'Acme', plan: DAY, concurrency: 1 });
      scene().nowMs += 5 * DAY_MS;
      const { nowMs } = scene();
      await Promise.all(
        [store, another, store, another].flatMap((one, index) => [
          one.ledger.rollPeriods(10),
          one.accounts.period(accountId),
          one.requests.admit(admitInput(accountId, 2, nowMs)),
          one.accounts.grant(accountId, 5, `gift-${index % 2}`),
        ]),
      );
      const periods = await store.accounts.periods(accountId);
      expect(periods).toHaveLength(6);
      expect(periods.slice(0, 5).every(({ granted, expired }) => granted === 10 && expired === 10)).toBe(true);
      expect(periods[5]).toMatchObject({ granted: 20, charged: 0, held: 8, expired: 0, available: 12 });
      await expectBalanced(store, accountId);
    });
  });
