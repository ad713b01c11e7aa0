import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_FOLLOWED_BATCHES, Spending } from './spending.js';

describe('a hold', () => {
  it('is refused beyond what is left, and free calls always pass', () => {
    const spending = new Spending(20);
    const first = spending.hold(10);
    expect(spending.hold(11)).toBeUndefined();
    expect(spending.hold(0)).toBeDefined();
    first?.settle(1);
    expect(spending.view()).toEqual({ maxCredits: 20, chargedCredits: 1, heldCredits: 0, leftCredits: 19 });
    expect(spending.hold(20)).toBeUndefined();
    expect(spending.hold(19)).toBeDefined();
  });

  it('ends once', () => {
    const spending = new Spending(100);
    const hold = spending.hold(10);
    hold?.settle(3);
    hold?.settle(10);
    hold?.keepForBatch('job');
    expect(spending.view()).toMatchObject({ chargedCredits: 3, heldCredits: 0 });
  });

  it('keeps calls at the same time within the cap together, whatever they cost', () => {
    const call = fc.record({
      hold: fc.integer({ min: 0, max: 15 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.array(call, { maxLength: 30 }), (cap, calls) => {
        const spending = new Spending(cap);
        const running = calls.map(({ hold, share }) => ({
          hold: spending.hold(hold),
          charged: Math.floor(hold * share),
        }));
        const charged = running.reduce((sum, { hold, charged: own }) => sum + (hold ? own : 0), 0);
        for (const { hold, charged: own } of running) {
          hold?.settle(own);
          const { chargedCredits, heldCredits } = spending.view();
          expect(chargedCredits + heldCredits).toBeLessThanOrEqual(cap);
        }
        expect(spending.view()).toMatchObject({ chargedCredits: charged, heldCredits: 0 });
      }),
      { numRuns: 100 },
    );
  });
});

describe('a batch', () => {
  it('counts by its hold, then by what its status says, each status once', () => {
    const spending = new Spending(30);
    spending.hold(30)?.keepForBatch('job');
    expect(spending.view()).toMatchObject({ chargedCredits: 0, heldCredits: 30, leftCredits: 0 });
    for (let time = 0; time < 2; time += 1) spending.settleBatch('job', { charged: 2, held: 10 });
    spending.settleBatch('of another session', { charged: 500, held: 0 });
    expect(spending.view()).toMatchObject({ chargedCredits: 2, heldCredits: 10, leftCredits: 18 });
    spending.settleBatch('job', { charged: 3, held: 0 });
    expect(spending.view()).toMatchObject({ chargedCredits: 3, heldCredits: 0, leftCredits: 27 });
  });

  it('beyond those that are followed stays counted at its hold', () => {
    const spending = new Spending(MAX_FOLLOWED_BATCHES + 10);
    for (let job = 0; job <= MAX_FOLLOWED_BATCHES; job += 1) spending.hold(1)?.keepForBatch(`job ${job}`);
    expect(spending.view()).toMatchObject({ chargedCredits: 1, heldCredits: MAX_FOLLOWED_BATCHES });
    spending.settleBatch(`job ${MAX_FOLLOWED_BATCHES}`, { charged: 0, held: 0 });
    expect(spending.view()).toMatchObject({ chargedCredits: 1 });
  });
});
