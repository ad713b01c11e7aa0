import { jest } from '@jest/globals';

const STEP_MS = 10;
const { setInterval: everyRealMs, clearInterval: stopReal } = globalThis;
/** Timers are hurried; the clock and the turns of the event loop are not. */
const AS_THEY_ARE = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate'] as const),
];

/** Timers of this process that are set from now on run so many times as fast: bounds of seconds pass in moments. */
export const hurryTimers = (speed: number) => {
  jest.useFakeTimers({ doNotFake: AS_THEY_ARE });
  let passedMs = 0;
  let stepMs = speed * STEP_MS;
  const pump = everyRealMs(() => {
    passedMs += stepMs;
    jest.advanceTimersByTime(stepMs);
  }, STEP_MS);
  return {
    /** How long the timers have run by their own reckoning. */
    passedMs: (): number => passedMs,
    /** They run on as fast as others. */
    slowDown: (): void => {
      stepMs = STEP_MS;
    },
    /** Those that are still set never fire. */
    stop: (): void => {
      stopReal(pump);
      jest.useRealTimers();
    },
  };
};
