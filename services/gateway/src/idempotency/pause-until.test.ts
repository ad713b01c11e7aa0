import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pauseUntil } from './pause-until.js';

const never = new Promise<void>(() => undefined);
const isOver = async (pause: Promise<void>): Promise<boolean> => {
  await jest.advanceTimersByTimeAsync(0);
  return Promise.race([pause.then(() => true), Promise.resolve().then(() => Promise.resolve(false))]);
};
const listeners = (controller: AbortController): { readonly added: number; readonly removed: number } => ({
  added: jest.mocked(controller.signal.addEventListener).mock.calls.length,
  removed: jest.mocked(controller.signal.removeEventListener).mock.calls.length,
});

const watched = (): AbortController => {
  const controller = new AbortController();
  jest.spyOn(controller.signal, 'addEventListener');
  jest.spyOn(controller.signal, 'removeEventListener');
  return controller;
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
    const signals = [watched(), watched()];
    const given = signals.map(({ signal }) => signal);
    await pauseUntil(100, given, Promise.resolve());
    expect(jest.getTimerCount()).toBe(0);
    expect(signals.map(listeners)).toEqual([
      { added: 1, removed: 1 },
      { added: 1, removed: 1 },
    ]);
    for (const { signal } of signals) {
      const [[type, listener] = []] = jest.mocked(signal.addEventListener).mock.calls;
      expect(signal.removeEventListener).toHaveBeenCalledWith(type, listener);
    }
  });
});
