import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHostGate } from './host-gate.js';

const { signal } = new AbortController();

describe('host gate', () => {
  it('holds a busy host back without holding up another', async () => {
    const gate = createHostGate({ maxInFlight: 3, maxPerHost: 1 });
    const first = await gate.enter('a', signal);
    const order: string[] = [];
    const second = gate.enter('a', signal).then((leave) => (order.push('a'), leave));
    await gate.enter('b', signal).then(() => order.push('b'));
    expect(order).toEqual(['b']);
    first?.();
    first?.();
    await second;
    expect(order).toEqual(['b', 'a']);
    expect(gate.activeCount()).toBe(2);
  });

  it('lets those who wait leave', async () => {
    const gate = createHostGate({ maxInFlight: 1, maxPerHost: 1 });
    const leave = await gate.enter('a', signal);
    const controller = new AbortController();
    const waiting = gate.enter('a', controller.signal);
    controller.abort();
    expect(await waiting).toBeUndefined();
    expect(await gate.enter('a', controller.signal)).toBeUndefined();
    leave?.();
    expect(gate.activeCount()).toBe(0);
  });

  it('never lets more in than it may, and everyone in the end', async () => {
    const jobs = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        jobs,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (hosts, all, each) => {
          const gate = createHostGate({ maxInFlight: all, maxPerHost: each });
          const inside = new Map<string, number>();
          const visits = hosts.map(async (host) => {
            const leave = await gate.enter(host, signal);
            inside.set(host, (inside.get(host) ?? 0) + 1);
            expect(inside.get(host)).toBeLessThanOrEqual(each);
            expect(gate.activeCount()).toBeLessThanOrEqual(all);
            await Promise.resolve();
            inside.set(host, (inside.get(host) ?? 0) - 1);
            leave?.();
          });
          await Promise.all(visits);
          expect(gate.activeCount()).toBe(0);
        },
      ),
    );
  });
});
