import { describe, expect, it, jest } from '@jest/globals';
import { StoreError, type RequestStore } from '@quarry/store';
import { STORE_ANSWER_MS, STORE_SAMPLE_MS, UNDO_RETRY_MS, UNDO_TRIES } from '../bounds.js';
import { createStoreMonitor } from './store-monitor.js';
import { createUndo } from './undo-admission.js';

const away = new StoreError('engine_failed', 'connect ECONNREFUSED');

describe('createUndo', () => {
  const ended = { accountId: 'a', operation: 'scrape/web', state: 'failed', chargedCredits: 0 };
  const setUp = (
    failures: number,
    finished: { isWinner: boolean; row: typeof ended } | null = null,
    releaseError?: Error,
  ) => {
    const counted: string[] = [];
    const lines: string[] = [];
    const released: string[] = [];
    const add = (line: string): void => void lines.push(line);
    let tries = 0;
    const stopping = new AbortController();
    const undo = createUndo({
      requests: {
        finish: async () => {
          tries += 1;
          if (tries <= failures) throw away;
          return finished as Awaited<ReturnType<RequestStore['finish']>>;
        },
      },
      leases: {
        release: async (accountId, requestId) => {
          if (releaseError) throw releaseError;
          released.push(`${accountId} ${requestId}`);
        },
      },
      stopping: stopping.signal,
      log: { warn: add, error: add, info: add, debug: add },
      metrics: { increment: (name, labels) => void counted.push(`${name} ${JSON.stringify(labels)}`) },
    });
    return { undo, counted, stopping, lines, released, tries: () => tries };
  };

  it('tries until the store answers', async () => {
    jest.useFakeTimers();
    const { undo, tries, lines } = setUp(3);
    const undone = undo('r1');
    await jest.advanceTimersByTimeAsync(3 * UNDO_RETRY_MS);
    await undone;
    expect([tries(), lines]).toEqual([4, []]);
    jest.useRealTimers();
  });

  it('gives back the place of what it has ended, and minds no Redis that is away', async () => {
    const { undo, released, counted } = setUp(0, { isWinner: true, row: ended });
    await undo('r1');
    expect(released).toEqual(['a r1']);
    expect(counted).toEqual(['requests_ended_total {"operation":"scrape/web","state":"failed"}']);
    const late = setUp(0, { isWinner: false, row: ended });
    await late.undo('r1');
    expect(late.counted).toEqual([]);
    await setUp(0, { isWinner: true, row: ended }, new Error('Redis: releasing a lease failed')).undo('r1');
  });

  it('leaves what never succeeds to the deadline, after its bound', async () => {
    jest.useFakeTimers();
    const { undo, tries, lines } = setUp(Number.POSITIVE_INFINITY);
    const undone = undo('r1');
    await jest.advanceTimersByTimeAsync((UNDO_TRIES + 1) * UNDO_RETRY_MS);
    await undone;
    expect([tries(), lines.length]).toEqual([UNDO_TRIES, 1]);
    jest.useRealTimers();
  });

  it('ends with its process', async () => {
    const { undo, stopping, tries } = setUp(Number.POSITIVE_INFINITY);
    const undone = undo('r1');
    stopping.abort();
    await undone;
    expect(tries()).toBe(1);
  });
});

describe('createStoreMonitor', () => {
  it('sees a store go away, hang and come back, and says each once', async () => {
    jest.useFakeTimers();
    const lines: string[] = [];
    const add = (line: string): void => void lines.push(line);
    let ping = (): Promise<void> => Promise.resolve();
    const monitor = createStoreMonitor({ ping: () => ping() }, { warn: add, error: add, info: add, debug: add });
    monitor.start();
    const after = async (waitMs: number): Promise<boolean> => {
      await jest.advanceTimersByTimeAsync(waitMs);
      return monitor.isAway();
    };
    expect(await after(STORE_SAMPLE_MS)).toBe(false);
    ping = () => Promise.reject(away);
    expect(await after(3 * STORE_SAMPLE_MS)).toBe(true);
    expect(lines).toEqual(['store does not answer']);
    ping = () => Promise.resolve();
    expect(await after(STORE_SAMPLE_MS)).toBe(false);
    ping = () => new Promise(() => undefined);
    expect(await after(STORE_SAMPLE_MS)).toBe(false);
    expect(await after(STORE_ANSWER_MS)).toBe(true);
    expect(lines).toEqual(['store does not answer', 'store is back', 'store does not answer']);
    monitor.stop();
    jest.useRealTimers();
  });
});
