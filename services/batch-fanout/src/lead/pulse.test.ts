import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RETRY_MAX_MS, RETRY_MIN_MS } from '../bounds.js';
import { openPulse } from './pulse.js';

describe('a pulse', () => {
  let runs: number[];
  let failures: unknown[];
  /** A timer of 0 ms may take one. */
  const startedAt = (): number => Math.round(performance.now() / 5) * 5;
  let zeroMs: number;
  beforeEach(() => {
    jest.useFakeTimers();
    [runs, failures, zeroMs] = [[], [], startedAt()];
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const open = (run: () => Promise<number | void> = async () => undefined) =>
    openPulse({
      everyMs: 1_000,
      onFailure: (error) => failures.push(error),
      run: () => {
        runs.push(startedAt() - zeroMs);
        return run();
      },
    });

  it('runs at once, and again after its time', async () => {
    const pulse = open();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(runs).toEqual([0, 1_000, 2_000]);
    await pulse.close();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs).toHaveLength(3);
  });

  it('runs once for many pokes, at the earliest of them', async () => {
    const pulse = open();
    await jest.advanceTimersByTimeAsync(100);
    for (const delayMs of [40, 15, 60]) pulse.poke(delayMs);
    await jest.advanceTimersByTimeAsync(500);
    expect(runs).toEqual([0, 115]);
    await pulse.close();
  });

  it('never runs twice at once: pokes that come meanwhile follow', async () => {
    const pulse = open(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await jest.advanceTimersByTimeAsync(50);
    expect(pulse.runsSinceMs).toBeDefined();
    pulse.poke();
    pulse.poke();
    await jest.advanceTimersByTimeAsync(500);
    expect(runs).toEqual([0, 200]);
    await jest.advanceTimersByTimeAsync(200);
    await pulse.close();
  });

  it('keeps the pause that a run asks for, unless it is urgent', async () => {
    const pulse = open(async () => 300);
    await jest.advanceTimersByTimeAsync(10);
    pulse.poke();
    await jest.advanceTimersByTimeAsync(390);
    expect(runs).toEqual([0, 300]);
    pulse.poke(0, { isUrgent: true });
    await jest.advanceTimersByTimeAsync(10);
    expect(runs).toEqual([0, 300, 400]);
    await pulse.close();
  });

  it('tries again after a failure, ever later, whatever is poked, and tells of the first one', async () => {
    let isFailing = true;
    const pulse = open(() => (isFailing ? Promise.reject(new Error('away')) : Promise.resolve()));
    for (let timeMs = 0; timeMs < 10_000; timeMs += 10) {
      pulse.poke(0, { isUrgent: true });
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(runs.slice(0, 4)).toEqual([0, 1, 3, 7].map((times) => times * RETRY_MIN_MS));
    expect((runs.at(-1) ?? 0) - (runs.at(-2) ?? 0)).toBe(RETRY_MAX_MS);
    expect(failures).toHaveLength(1);
    isFailing = false;
    await jest.advanceTimersByTimeAsync(RETRY_MAX_MS + 10);
    const count = runs.length;
    pulse.poke();
    await jest.advanceTimersByTimeAsync(10);
    expect(runs).toHaveLength(count + 1);
    await pulse.close();
  });

  it('ends with the run that is under way', async () => {
    let isDone = false;
    const pulse = open(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      isDone = true;
    });
    await jest.advanceTimersByTimeAsync(10);
    const closed = pulse.close();
    await jest.advanceTimersByTimeAsync(300);
    await closed;
    expect([isDone, runs]).toEqual([true, [0]]);
  });
});
