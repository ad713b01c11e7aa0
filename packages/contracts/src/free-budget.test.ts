import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgeFreeBudget, type OutcomeSpan } from './free-budget.js';

const span = (leavesAtMs: number, freeCredits: number, chargedCredits = 0): OutcomeSpan => ({
  leavesAtMs,
  freeCredits,
  chargedCredits,
});

describe('the budget of free outcomes', () => {
  it('is the own one of an account that was charged nothing', () => {
    expect(judgeFreeBudget([], 500)).toEqual({ usedCredits: 0, budgetCredits: 500 });
    expect(judgeFreeBudget([span(5, 499)], 500)).toEqual({ usedCredits: 499, budgetCredits: 500 });
    expect(judgeFreeBudget([span(5, 500)], 500)).toEqual({ usedCredits: 500, budgetCredits: 500, freeAgainAtMs: 5 });
  });

  it('grows by what was charged', () => {
    expect(judgeFreeBudget([span(5, 700, 201)], 500)).toEqual({ usedCredits: 700, budgetCredits: 701 });
    expect(judgeFreeBudget([span(5, 700, 200)], 500).freeAgainAtMs).toBe(5);
  });

  it('has room again when enough of the window has passed', () => {
    const spans = [span(30, 400), span(10, 100), span(20, 100, 50)];
    expect(judgeFreeBudget(spans, 500).freeAgainAtMs).toBe(10);
    expect(judgeFreeBudget(spans, 400).freeAgainAtMs).toBe(30);
    expect(judgeFreeBudget([span(10, 0, 90), span(20, 590)], 500).freeAgainAtMs).toBe(20);
  });

  it('is never met by whoever has half of the targets fail, whatever they cost and in whatever order', () => {
    const prices = fc.constantFrom(1, 5, 10, 15, 25);
    const hour = fc.array(fc.record({ price: prices, isFirst: fc.boolean() }), { maxLength: 2_000 });
    fc.assert(
      fc.property(hour, (pairs) => {
        let [free, charged] = [0, 0];
        for (const { price, isFirst } of pairs) {
          for (const isFree of [isFirst, !isFirst]) {
            expect(judgeFreeBudget([span(1, free, charged)], 500).freeAgainAtMs).toBeUndefined();
            if (isFree) free += price;
            else charged += price;
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is never met either where chance puts failing targets one after the other', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seeded(seed);
      for (const price of [1, 5]) {
        let [free, charged, met] = [0, 0, 0];
        for (let call = 0; call < 1_000; call += 1) {
          if (judgeFreeBudget([span(1, free, charged)], 500).freeAgainAtMs !== undefined) met += 1;
          if (random() < 0.5) free += price;
          else charged += price;
        }
        expect([seed, price, met]).toEqual([seed, price, 0]);
      }
    }
  });

  it('says a time at which there is room indeed', () => {
    const spans = fc.array(
      fc.record({ leavesAtMs: fc.nat(100), freeCredits: fc.nat(300), chargedCredits: fc.nat(100) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(spans, (given) => {
        const { freeAgainAtMs } = judgeFreeBudget(given, 500);
        if (freeAgainAtMs === undefined) return;
        const left = given.filter(({ leavesAtMs }) => leavesAtMs > freeAgainAtMs);
        expect(judgeFreeBudget(left, 500).freeAgainAtMs).toBeUndefined();
      }),
    );
  });
});

const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};
