import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createFairPlaces, type FairPlaces, type FairPlacesOptions } from './fair-places.js';

const idle = new AbortController().signal;

/** Takes places and notes who got one, in order. */
const start = (places: number, options: Partial<FairPlacesOptions> = { keepsOne: true }) => {
  const shared = createFairPlaces({ places, ...options });
  const given: string[] = [];
  const take = (sharer: string, signal = idle): void => {
    void shared.take(sharer, signal).then((isTaken) => isTaken && given.push(sharer));
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { shared, given, take, settle };
};

describe('places that several share', () => {
  it('keep the last one free for the next who comes', async () => {
    const { given, take, settle, shared } = start(4);
    for (let call = 0; call < 10; call += 1) take('one');
    await settle();
    expect([given.length, shared.waitingCount]).toEqual([3, 7]);
    take('other');
    await settle();
    expect(given).toEqual(['one', 'one', 'one', 'other']);
    shared.leave('other');
    await settle();
    expect(given).toHaveLength(4);
    shared.leave('one');
    await settle();
    expect(given).toHaveLength(5);
  });

  it('are all given out where there is one alone', async () => {
    const { given, take, settle, shared } = start(1);
    for (const sharer of ['one', 'one', 'other', 'one']) take(sharer);
    await settle();
    expect(given).toEqual(['one']);
    for (let turn = 0; turn < 3; turn += 1) {
      shared.leave(given.at(-1) ?? '');
      await settle();
    }
    // Nobody holds any when it comes free: who has waited longest is next.
    expect(given).toEqual(['one', 'one', 'other', 'one']);
  });

  it('are for one alone where none is kept, and the next one is the first when one comes free', async () => {
    const { given, take, settle, shared } = start(2, {});
    for (const sharer of ['hog', 'hog', 'hog', 'other']) take(sharer);
    await settle();
    expect(given).toEqual(['hog', 'hog']);
    shared.leave('hog');
    await settle();
    expect(given.at(-1)).toBe('other');
  });

  it('go to who holds the fewest, then to who has waited longest', async () => {
    const { given, take, settle, shared } = start(3);
    for (const sharer of ['a', 'a', 'b', 'a', 'c', 'b', 'c']) take(sharer);
    await settle();
    expect(given).toEqual(['a', 'a', 'b']);
    shared.leave('a');
    await settle();
    expect(given.at(-1)).toBe('c');
    shared.leave('b');
    await settle();
    expect(given.at(-1)).toBe('b');
  });

  it('pass over who has given up, and end all waiting when they close', async () => {
    const { given, take, settle, shared } = start(1);
    const leaving = new AbortController();
    take('a');
    take('b', leaving.signal);
    take('c');
    leaving.abort();
    await settle();
    expect(shared.waitingCount).toBe(1);
    shared.close();
    await settle();
    expect([given, shared.waitingCount]).toEqual([['a'], 0]);
    expect(await shared.take('d', idle)).toBe(false);
    expect(await shared.take('d', AbortSignal.abort())).toBe(false);
  });

  it('leave no listener on the signal', async () => {
    const shared = createFairPlaces({ places: 1, keepsOne: true });
    const { signal } = new AbortController();
    await shared.take('a', signal);
    const second = shared.take('b', signal);
    shared.leave('a');
    expect(await second).toBe(true);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('hold a sharer at its limit back without holding up another', async () => {
    const { given, take, settle, shared } = start(3, { maxPerSharer: 1 });
    for (const sharer of ['a', 'a', 'b']) take(sharer);
    await settle();
    expect([given, shared.waitingCount]).toEqual([['a', 'b'], 1]);
    shared.leave('b');
    await settle();
    expect(given).toEqual(['a', 'b']);
    shared.leave('a');
    await settle();
    expect(given).toEqual(['a', 'b', 'a']);
  });

  it('never give one sharer more than its limit, and everyone a place in the end', async () => {
    const sharers = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
    const [all, each] = [fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 })];
    await fc.assert(
      fc.asyncProperty(sharers, all, each, async (calls, places, maxPerSharer) => {
        const shared = createFairPlaces({ places, maxPerSharer });
        const inside: string[] = [];
        const visits = calls.map(async (sharer) => {
          expect(await shared.take(sharer, idle)).toBe(true);
          inside.push(sharer);
          expect(inside.length).toBeLessThanOrEqual(places);
          expect(inside.filter((one) => one === sharer).length).toBeLessThanOrEqual(maxPerSharer);
          await Promise.resolve();
          inside.splice(inside.indexOf(sharer), 1);
          shared.leave(sharer);
        });
        await Promise.all(visits);
        expect(shared.waitingCount).toBe(0);
      }),
    );
  });

  it('bound those that wait', async () => {
    const shared = createFairPlaces({ places: 1, keepsOne: true, maxWaiting: 1 });
    await shared.take('a', idle);
    void shared.take('a', idle);
    await expect(shared.take('b', idle)).rejects.toThrow('more than 1 wait already');
  });

  it('are never given out twice, never lost, and never idle while another than their holder waits', async () => {
    const step = fc.oneof(
      fc.record({ take: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ leave: fc.nat(20) }),
      fc.record({ abort: fc.nat(20) }),
    );
    const places = fc.integer({ min: 1, max: 5 });
    await fc.assert(
      fc.asyncProperty(places, fc.array(step, { maxLength: 60 }), (count, steps) => play(count, steps)),
      { numRuns: 200 },
    );
  });
});

type Step = { readonly take: string } | { readonly leave: number } | { readonly abort: number };

const play = async (places: number, steps: readonly Step[]): Promise<void> => {
  const shared: FairPlaces = createFairPlaces({ places, keepsOne: true });
  const holders: string[] = [];
  const waiting: { readonly sharer: string; readonly leaving: AbortController }[] = [];
  for (const step of steps) {
    if ('take' in step) {
      const one = { sharer: step.take, leaving: new AbortController() };
      waiting.push(one);
      void shared.take(step.take, one.leaving.signal).then((isTaken) => {
        waiting.splice(waiting.indexOf(one), 1);
        if (isTaken) holders.push(step.take);
      });
    } else if ('leave' in step) {
      const [sharer] = holders.splice(step.leave % Math.max(1, holders.length), 1);
      if (sharer !== undefined) shared.leave(sharer);
    } else waiting[step.abort % Math.max(1, waiting.length)]?.leaving.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect(holders.length).toBeLessThanOrEqual(places);
    expect(shared.waitingCount).toBe(waiting.length);
    const free = places - holders.length;
    if (free > 1 || (free === 1 && places === 1)) expect(waiting).toEqual([]);
    if (free === 1) expect(waiting.filter(({ sharer }) => !holders.includes(sharer))).toEqual([]);
  }
};
