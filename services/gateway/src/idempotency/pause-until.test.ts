import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pauseUntil } from './pause-until.js';

const never = new Promise<void>(() => undefined);
const isOver = async (pause: Promise<void>): Promise<boolean> => {
  await jest.advanceTimersByTimeAsync(0);
  return Promise.race([pause.then(() => true), Promise.resolve().then(() => Promise.resolve(false))]);
};
/** A signal that says who listens to it. */
const watched = () => {
  const { signal } = new AbortController();
  const add = jest.spyOn(signal, 'addEventListener');
  const remove = jest.spyOn(signal, 'removeEventListener');
  return { signal, add, remove };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a pause', () => {
  it('ends with its time', async () => {
    const pause = pauseUntil(100, [new AbortController().signal], never);
    await jest.advanceTimersByTimeAsync(99);
    expect(await isOver(pause)).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await isOver(pause)).toBe(true);
  });

  it.each([0, 1])('ends with any of its signals: %d', async (which) => {
    const signals = [new AbortController(), new AbortController()];
    const pause = pauseUntil(
      100,
      signals.map(({ signal }) => signal),
      never,
    );
    expect(await isOver(pause)).toBe(false);
    signals[which]?.abort();
    expect(await isOver(pause)).toBe(true);
  });

  it('is none where a signal has aborted before', async () => {
    expect(await isOver(pauseUntil(100, [new AbortController().signal, AbortSignal.abort()]))).toBe(true);
  });

  it('ends with what it waits for', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const pause = pauseUntil(100, [], promise);
    expect(await isOver(pause)).toBe(false);
    resolve();
    expect(await isOver(pause)).toBe(true);
  });

  it('leaves no timer and no listener behind, however it ends', async () => {
    const watches = [watched(), watched()];
    await pauseUntil(
      100,
      watches.map(({ signal }) => signal),
      Promise.resolve(),
    );
    expect(jest.getTimerCount()).toBe(0);
    for (const { add, remove } of watches) {
      expect(add).toHaveBeenCalledTimes(1);
      expect(remove.mock.calls.map((call) => call.slice(0, 2))).toEqual(add.mock.calls.map((call) => call.slice(0, 2)));
    }
  });
});
