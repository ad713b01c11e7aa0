import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RETRY_MAX_MS, RETRY_MIN_MS } from './bounds.js';
import { startPeriodicTask } from './periodic-task.js';

describe('a periodic task', () => {
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
    startPeriodicTask({
      everyMs: 1_000,
      onFailure: (error) => failures.push(error),
      run: () => {
        runs.push(startedAt() - zeroMs);
        return run();
      },
    });

  it('runs at once, and again after its time', async () => {
    const task = open();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(runs).toEqual([0, 1_000, 2_000]);
    await task.close();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs).toHaveLength(3);
  });

  it('runs once for many triggers, at the earliest of them', async () => {
    const task = open();
    await jest.advanceTimersByTimeAsync(100);
    for (const delayMs of [40, 15, 60]) task.trigger(delayMs);
    await jest.advanceTimersByTimeAsync(500);
    expect(runs).toEqual([0, 115]);
    await task.close();
  });

  it('never runs twice at once: triggers during a run follow it', async () => {
    const task = open(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await jest.advanceTimersByTimeAsync(50);
    expect(task.runsSinceMs).toBeDefined();
    task.trigger();
    task.trigger();
    await jest.advanceTimersByTimeAsync(500);
    expect(runs).toEqual([0, 200]);
    await jest.advanceTimersByTimeAsync(200);
    await task.close();
  });

  it('keeps the pause that a run asks for, unless it is urgent', async () => {
    const task = open(async () => 300);
    await jest.advanceTimersByTimeAsync(10);
    task.trigger();
    await jest.advanceTimersByTimeAsync(390);
    expect(runs).toEqual([0, 300]);
    task.trigger(0, { isUrgent: true });
    await jest.advanceTimersByTimeAsync(10);
    expect(runs).toEqual([0, 300, 400]);
    await task.close();
  });

  it('tries again after a failure, with growing pauses, whatever triggers it, and reports the first failure', async () => {
    let isFailing = true;
    const task = open(() => (isFailing ? Promise.reject(new Error('away')) : Promise.resolve()));
    for (let timeMs = 0; timeMs < 10_000; timeMs += 10) {
      task.trigger(0, { isUrgent: true });
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(runs.slice(0, 4)).toEqual([0, 1, 3, 7].map((times) => times * RETRY_MIN_MS));
    expect((runs.at(-1) ?? 0) - (runs.at(-2) ?? 0)).toBe(RETRY_MAX_MS);
    expect(failures).toHaveLength(1);
    isFailing = false;
    await jest.advanceTimersByTimeAsync(RETRY_MAX_MS + 10);
    const count = runs.length;
    task.trigger();
    await jest.advanceTimersByTimeAsync(10);
    expect(runs).toHaveLength(count + 1);
    await task.close();
  });

  it('closes when the current run has ended', async () => {
    let isDone = false;
    const task = open(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      isDone = true;
    });
    await jest.advanceTimersByTimeAsync(10);
    const closed = task.close();
    await jest.advanceTimersByTimeAsync(300);
    await closed;
    expect([isDone, runs]).toEqual([true, [0]]);
  });
});
