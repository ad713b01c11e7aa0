import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INTERACTIVE_TURNS } from '../bounds.js';
import { LaneOrder } from './lane-order.js';
import type { JobPriority } from '../port.js';

/** Takes `count` jobs from lists of the given lengths; the order in which they came. */
const take = (order: LaneOrder, lists: Record<JobPriority, number>, count: number): JobPriority[] => {
  const taken: JobPriority[] = [];
  for (let looks = 0; taken.length < count; looks += 1) {
    const lane = order.next();
    if (lane === undefined) return taken;
    if (looks > 10 * count + 10) throw new Error('looks without end');
    if (lists[lane] === 0) {
      order.foundNothing(lane);
      continue;
    }
    lists[lane] -= 1;
    order.found(lane);
    taken.push(lane);
  }
  return taken;
};

describe('LaneOrder', () => {
  it('takes interactive jobs first', () => {
    expect(take(new LaneOrder(), { interactive: 2, batch: 2 }, 4)).toEqual([
      'interactive',
      'interactive',
      'batch',
      'batch',
    ]);
  });

  it('gives a waiting batch job its turn under endless interactive load', () => {
    const taken = take(new LaneOrder(), { interactive: 1_000, batch: 1_000 }, 9 * (INTERACTIVE_TURNS + 1));
    expect(taken.filter((lane) => lane === 'batch')).toHaveLength(9);
    expect(taken[INTERACTIVE_TURNS]).toBe('batch');
  });

  it('takes an interactive job that comes while batch jobs run before the next of them', () => {
    const order = new LaneOrder();
    const lists = { interactive: 0, batch: 5 };
    expect(take(order, lists, 2)).toEqual(['batch', 'batch']);
    lists.interactive = 1;
    expect(take(order, lists, 2)).toEqual(['interactive', 'batch']);
  });

  it('has nothing to look at when both lists were empty, until a wake-up', () => {
    const order = new LaneOrder();
    expect(take(order, { interactive: 0, batch: 0 }, 1)).toEqual([]);
    expect(order.next()).toBeUndefined();
    order.mayHaveGrown('batch');
    expect(order.next()).toBe('batch');
    order.foundNothing('batch');
    order.mayHaveGrown('interactive');
    expect(order.next()).toBe('interactive');
    order.foundNothing('interactive');
    order.mayHaveGrown();
    expect(take(order, { interactive: 1, batch: 1 }, 2)).toEqual(['interactive', 'batch']);
  });

  it('knows a wake-up that no look has used', () => {
    const order = new LaneOrder();
    expect(order.hasUnusedWakeUp('batch')).toBe(false);
    order.mayHaveGrown();
    expect(order.hasUnusedWakeUp('batch')).toBe(false);
    order.mayHaveGrown('batch');
    order.found('interactive');
    expect(order.hasUnusedWakeUp('batch')).toBe(true);
    order.found('batch');
    expect(order.hasUnusedWakeUp('batch')).toBe(false);
    order.mayHaveGrown('interactive');
    order.foundNothing('interactive');
    expect(order.hasUnusedWakeUp('interactive')).toBe(false);
  });

  it('takes every job of any load, and never leaves a batch job waiting for more than its turns', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (interactive, batch) => {
        const taken = take(new LaneOrder(), { interactive, batch }, interactive + batch);
        expect(taken).toHaveLength(interactive + batch);
        const firstBatch = taken.indexOf('batch');
        if (batch > 0) expect(firstBatch).toBe(Math.min(interactive, INTERACTIVE_TURNS));
      }),
    );
  });
});
