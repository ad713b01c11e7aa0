import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planPage } from './plan-page.js';

describe('planPage', () => {
  it('reads every row once and in order, whatever becomes visible when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_500), fc.boolean())).map((looks) => [...looks, [0, true]] as [number, boolean][]),
        (looks) => {
          const rows: number[] = [];
          let visible = 0;
          for (const [more, wantsRest] of looks) {
            visible += more;
            for (
              let plan = planPage(rows.length, visible, wantsRest);
              plan;
              plan = planPage(rows.length, visible, wantsRest)
            ) {
              const { page, limit, skip } = plan;
              const from = (page - 1) * limit + skip;
              expect(from).toBe(rows.length);
              for (let row = from; row < Math.min(page * limit, visible); row += 1) rows.push(row);
              expect(rows.length).toBeGreaterThan(from);
            }
            if (!wantsRest) expect(visible - rows.length).toBeLessThan(100);
          }
          expect(rows).toEqual(Array.from({ length: visible }, (_, index) => index));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes few pages', () => {
    expect(planPage(0, 10_000, true)).toEqual({ page: 1, limit: 1_000, skip: 0 });
    expect(planPage(0, 950, true)).toEqual({ page: 1, limit: 1_000, skip: 0 });
    expect(planPage(0, 950, false)).toEqual({ page: 1, limit: 100, skip: 0 });
    expect(planPage(1_030, 1_050, true)).toEqual({ page: 11, limit: 100, skip: 30 });
    expect(planPage(1_030, 1_050, false)).toBeNull();
    expect(planPage(7, 7, true)).toBeNull();
  });
});
