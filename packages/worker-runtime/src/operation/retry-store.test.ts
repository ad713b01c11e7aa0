import { describe, expect, it, jest } from '@jest/globals';
import { StoreError } from '@quarry/store';
import { END_RETRY_GRACE_MS, STORE_RETRY_MAX_MS } from '../bounds.js';
import { retryStore } from './retry-store.js';

const DEADLINE_MS = 20_000;

/** Time passes by the timers alone. */
const run = async (call: (tries: number, nowMs: number) => void, signal = new AbortController().signal) => {
  jest.useFakeTimers({ now: 0 });
  let tries = 0;
  const result = retryStore({ clock: Date.now, deadlineAtMs: DEADLINE_MS, signal }, async () => {
    tries += 1;
    call(tries, Date.now());
    return 'done';
  }).then(
    (value) => ({ value, tries, atMs: Date.now() }),
    (error: unknown) => ({ error, tries, atMs: Date.now() }),
  );
  await jest.advanceTimersByTimeAsync(DEADLINE_MS + 2 * END_RETRY_GRACE_MS);
  jest.useRealTimers();
  return result;
};
const away = (code: StoreError['code'] = 'engine_failed'): never => {
  throw new StoreError(code, 'away');
};

describe('retryStore', () => {
  it('answers at once where the store does', async () => {
    expect(await run(() => undefined)).toEqual({ value: 'done', tries: 1, atMs: 0 });
  });

  it.each(['busy', 'overloaded', 'engine_failed'] as const)(
    'tries again after %s until the store answers',
    async (code) => {
      const result = await run((_tries, nowMs) => void (nowMs < 5_000 && away(code)));
      expect(result).toMatchObject({ value: 'done' });
      expect(result.atMs).toBeLessThan(5_000 + STORE_RETRY_MAX_MS);
      expect(result.tries).toBeLessThan(15);
    },
  );

  it.each([new StoreError('closed', 'x'), new StoreError('invalid_input', 'x'), new Error('a bug')])(
    'does not try again after %s',
    async (error) => {
      expect(
        await run(() => {
          throw error;
        }),
      ).toEqual({ error, tries: 1, atMs: 0 });
    },
  );

  it('gives up a grace after the deadline', async () => {
    const { error, atMs } = { error: undefined, ...(await run(() => away())) };
    expect(error).toBeInstanceOf(StoreError);
    expect(atMs).toBeLessThanOrEqual(DEADLINE_MS + END_RETRY_GRACE_MS);
    expect(atMs).toBeGreaterThan(DEADLINE_MS + END_RETRY_GRACE_MS - 2 * STORE_RETRY_MAX_MS);
  });

  it('gives up a grace after the worker was told to go', async () => {
    const controller = new AbortController();
    const { atMs } = await run((_tries, nowMs) => {
      if (nowMs >= 2_000) controller.abort('draining');
      away();
    }, controller.signal);
    expect(atMs).toBeLessThanOrEqual(2_000 + STORE_RETRY_MAX_MS + END_RETRY_GRACE_MS);
    expect(atMs).toBeGreaterThan(2_000 + END_RETRY_GRACE_MS - 2 * STORE_RETRY_MAX_MS);
  });
});
