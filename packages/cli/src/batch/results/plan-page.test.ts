import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planPage } from './plan-page.js';

describe('planPage', () => {
  it('reads every row once and in order, whatever becomes visible when', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_500), fc.boolean())).map((looks) => [...looks, [0, true]] as [number, boolean][]),
        (looks) => {
          let read = 0;
          let visible = 0;
          for (const [more, wantsRest] of looks) {
            visible += more;
            for (let plan = planPage(read, visible, wantsRest); plan; plan = planPage(read, visible, wantsRest)) {
              const { page, limit, skip } = plan;
              const from = (page - 1) * limit + skip;
              // Rows join on to those that were read: none twice, none left out.
              expect(from).toBe(read);
              read = Math.min(page * limit, visible);
              expect(read).toBeGreaterThan(from);
            }
            if (!wantsRest) expect(visible - read).toBeLessThan(100);
          }
          expect(read).toBe(visible);
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
