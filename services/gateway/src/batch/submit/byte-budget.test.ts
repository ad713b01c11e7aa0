import { describe, expect, it } from '@jest/globals';
import { ByteBudget } from './byte-budget.js';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('ByteBudget', () => {
  it('lets in what fits, the rest in order as room comes back', async () => {
    const budget = new ByteBudget({ maxBytes: 10, waitMs: 10_000 });
    const order: string[] = [];
    const [first, second] = [await budget.enter(6), await budget.enter(4)];
    const large = budget.enter(8).then((leave) => (order.push('large'), leave));
    const small = budget.enter(1).then((leave) => (order.push('small'), leave));
    second?.();
    await soon();
    expect(order).toEqual([]);
    first?.();
    first?.();
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('turns away what finds no room in time, and lets in who waited behind it', async () => {
    const budget = new ByteBudget({ maxBytes: 10, waitMs: 20 });
    await budget.enter(6);
    const [large, small] = await Promise.all([budget.enter(8), soon().then(() => budget.enter(2))]);
    expect([large, typeof small]).toEqual([undefined, 'function']);
  });

  it('takes what is larger than all for all', async () => {
    const budget = new ByteBudget({ maxBytes: 10, waitMs: 20 });
    const leave = await budget.enter(1_000);
    expect(leave).toBeDefined();
    expect(await budget.enter(1)).toBeUndefined();
    leave?.();
    expect(await budget.enter(10)).toBeDefined();
  });
});
