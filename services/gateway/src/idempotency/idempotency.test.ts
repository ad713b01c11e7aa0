import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { noFaults } from '@quarry/observability';
import { StoreError, type IdempotencyBegin, type IdempotencyStore, type IdempotentAnswer } from '@quarry/store';
import {
  IDEMPOTENCY_LEASE_MS,
  IDEMPOTENCY_LOCAL_POLL_MS,
  IDEMPOTENCY_POLL_MAX_MS,
  IDEMPOTENCY_POLL_MIN_MS,
  IDEMPOTENCY_RENEW_MS,
  STORE_ANSWER_MS,
} from '../bounds.js';
import { Idempotency, type KeyedWork } from './idempotency.js';

const scope = { accountId: 'a', route: '/scrape/web', key: 'k' };
const warned: unknown[][] = [];
const log = { error: () => {}, warn: (...said: unknown[]) => void warned.push(said), info: () => {}, debug: () => {} };
const invalid = new StoreError('invalid_input', 'body must be at most 1048576 bytes.');
const away = new StoreError('engine_failed', 'connect ECONNREFUSED');

const setUp = (given: Partial<IdempotencyStore> = {}, stopping = new AbortController().signal, deadlineMs = 60_000) => {
  const steps: string[] = [];
  const note = (step: string, requestId: string): boolean => steps.push(`${step} ${requestId}`) > 0;
  const records: IdempotencyStore = {
    begin: async () => ({ outcome: 'begun' }),
    renew: async (_scope, id) => note('renew', id),
    takeOver: async (_scope, from) => note('takeOver', from),
    finish: async (_scope, id) => note('finish', id),
    forget: async (_scope, id) => note('forget', id),
    purge: async () => ({ removed: 0, hasMore: false }),
    ...given,
  };
  const options = { records, clock: Date.now, deadlineMs, retentionMs: 1_000, stopping, log, faultPoint: noFaults };
  const idempotency = new Idempotency(options);
  const run = (work: Partial<KeyedWork<string>> = {}, clientGone = new AbortController().signal) =>
    idempotency.run<string>(
      { scope, fingerprint: 'f', requestId: 'own', clientGone },
      {
        start: async () => 'answer',
        find: async () => ({ state: 'none' }),
        cancelUnconfirmed: async (id) => void note('cancel', id),
        toStoredAnswer: (answer): IdempotentAnswer => ({ statusCode: 200, body: answer }),
        ...work,
      },
    );
  return { steps, run };
};

beforeEach(() => {
  warned.length = 0;
});

const inFlight = (leaseEndsAtMs: number): IdempotencyBegin => ({
  outcome: 'in_flight',
  requestId: 'first',
  leaseEndsAtMs,
});

describe('a call that has the key', () => {
  it('gives its answer though it could not be kept', async () => {
    const { run, steps } = setUp({ finish: () => Promise.reject(away) });
    expect(await run()).toEqual({ kind: 'own', answer: 'answer' });
    expect(steps).toEqual([]);
    expect(warned).toEqual([['idempotency key stays until its lease ends', { error: away }]]);
  });

  it('asks for the key with all that the store needs to know', async () => {
    const begin = jest.fn<IdempotencyStore['begin']>(async () => ({ outcome: 'begun' }));
    await setUp({ begin }).run();
    const leaseMs = IDEMPOTENCY_LEASE_MS;
    expect(begin.mock.calls).toEqual([[{ ...scope, fingerprint: 'f', requestId: 'own', leaseMs, retentionMs: 1_000 }]]);
  });

  it('is refused where the key stands for another body', async () => {
    const { run } = setUp({ begin: async () => ({ outcome: 'conflict' }) });
    expect(await run()).toEqual({ kind: 'refused', error: 'idempotency_conflict' });
  });

  it('keeps its lease while it works and no longer, though the store fails at it', async () => {
    jest.useFakeTimers();
    try {
      const renewed: unknown[][] = [];
      const renew: IdempotencyStore['renew'] = async (...given) => {
        if (renewed.push(given) === 2) throw away;
        return true;
      };
      const { run } = setUp({ renew });
      const { promise, resolve } = Promise.withResolvers<string>();
      const outcome = run({ start: () => promise });
      await jest.advanceTimersByTimeAsync(3 * IDEMPOTENCY_RENEW_MS);
      const lease = [scope, 'own', IDEMPOTENCY_LEASE_MS];
      expect(renewed).toEqual([lease, lease, lease]);
      expect(warned).toEqual([['could not renew the lease of an idempotency key', { error: away }]]);
      resolve('answer');
      expect(await outcome).toEqual({ kind: 'own', answer: 'answer' });
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('frees the key where its answer is too large to be kept', async () => {
    const { run, steps } = setUp({ finish: () => Promise.reject(invalid) });
    expect(await run()).toEqual({ kind: 'own', answer: 'answer' });
    expect(steps).toEqual(['forget own']);
  });

  it.each([
    ['nothing', { state: 'none' }, ['forget own']],
    ['an end', { state: 'ended', answer: 'answer' }, ['finish own']],
    ['something open', { state: 'open', resume: async () => 'answer' }, []],
  ] as const)('and fails leaves the key to what it left behind: %s', async (_what, left, expected) => {
    const { run, steps } = setUp();
    const failed = run({ start: () => Promise.reject(away), find: async () => left });
    await expect(failed).rejects.toBe(away);
    expect(steps).toEqual(expected);
  });

  it('does not begin where the key cannot be taken', async () => {
    const { run } = setUp({ begin: () => Promise.reject(away) });
    let isStarted = false;
    await expect(run({ start: async () => String((isStarted = true)) })).rejects.toBe(away);
    expect(isStarted).toBe(false);
    expect(warned).toEqual([['could not take an idempotency key', { error: away }]]);
  });
});

describe('a call that waits', () => {
  it('ends with its client, its process and its deadline', async () => {
    const begin = async (): Promise<IdempotencyBegin> => inFlight(Date.now() + 60_000);
    const gone = new AbortController();
    const [leaving, stopping] = [setUp({ begin }), new AbortController()];
    const left = leaving.run({}, gone.signal);
    gone.abort();
    expect(await left).toEqual({ kind: 'gone' });
    const stopped = setUp({ begin }, stopping.signal).run();
    stopping.abort();
    expect(await stopped).toEqual({ kind: 'refused', error: 'overloaded' });
    const late = setUp({ begin }, undefined, 120).run();
    expect(await late).toEqual({ kind: 'refused', error: 'deadline_exceeded' });
  });

  it('asks seldomer and seldomer, and once more at its deadline', async () => {
    jest.useFakeTimers();
    try {
      const askedAtMs: number[] = [];
      const startedAtMs = Date.now();
      const begin = async (): Promise<IdempotencyBegin> => {
        askedAtMs.push(Date.now() - startedAtMs);
        return inFlight(Date.now() + 60_000);
      };
      const waiting = setUp({ begin }, undefined, 4_000).run();
      await jest.advanceTimersByTimeAsync(4_000);
      expect(await waiting).toEqual({ kind: 'refused', error: 'deadline_exceeded' });
      const pauses = askedAtMs.slice(1).map((atMs, index) => atMs - (askedAtMs[index] ?? 0));
      const [min, max] = [IDEMPOTENCY_POLL_MIN_MS, IDEMPOTENCY_POLL_MAX_MS];
      expect(pauses).toEqual([min, 2 * min, 4 * min, 8 * min, 16 * min, max, max, 4_000 - 31 * min - 2 * max]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is woken by the end of the first in its own process, and asks seldom before', async () => {
    jest.useFakeTimers();
    try {
      let [begins, isFinished] = [0, false];
      const { run } = setUp({
        begin: async (): Promise<IdempotencyBegin> => {
          begins += 1;
          if (begins === 1) return { outcome: 'begun' };
          const first = { requestId: 'own', answer: { statusCode: 200 } } as const;
          return isFinished
            ? { outcome: 'finished', ...first }
            : { outcome: 'in_flight', requestId: 'own', leaseEndsAtMs: 0 };
        },
        finish: async () => (isFinished = true),
      });
      const { promise, resolve } = Promise.withResolvers<string>();
      const first = run({ start: () => promise });
      const second = run();
      await jest.advanceTimersByTimeAsync(IDEMPOTENCY_LOCAL_POLL_MS - 1);
      expect(begins).toBe(2);
      await jest.advanceTimersByTimeAsync(1);
      expect(begins).toBe(3);
      resolve('answer');
      // No timer goes on: the end itself wakes the second.
      expect(await first).toEqual({ kind: 'own', answer: 'answer' });
      expect(await second).toEqual({ kind: 'replayed', requestId: 'own', answer: { statusCode: 200 } });
    } finally {
      jest.useRealTimers();
    }
  });

  it('is given what a dead call had ended with', async () => {
    let begins = 0;
    const { run, steps } = setUp({
      begin: async () => {
        begins += 1;
        return begins === 1 ? inFlight(0) : { outcome: 'finished', requestId: 'first', answer: { statusCode: 200 } };
      },
    });
    const outcome = await run({ find: async () => ({ state: 'ended', answer: 'answer' }) });
    expect(outcome).toEqual({ kind: 'replayed', requestId: 'first', answer: { statusCode: 200 } });
    expect(steps).toEqual(['finish first']);
  });

  it.each([
    ['its own id where nothing was left', { state: 'none' }, 'own'],
    ['the id of what was left open', { state: 'open', resume: async () => 'answer' }, 'first'],
  ] as const)('takes a dead call over under %s', async (_what, left, requestId) => {
    const takeOver = jest.fn<IdempotencyStore['takeOver']>(async () => true);
    await setUp({ begin: async () => inFlight(0), takeOver }).run({ find: async () => left });
    expect(takeOver.mock.calls).toEqual([[scope, 'first', { requestId, leaseMs: IDEMPOTENCY_LEASE_MS }]]);
  });

  it('takes no key over while its lease lasts', async () => {
    const { run, steps } = setUp({ begin: async () => inFlight(Date.now() + 60_000) }, undefined, 100);
    await run();
    expect(steps).toEqual([]);
  });

  it('takes over at the very moment at which the lease ends', async () => {
    jest.useFakeTimers();
    try {
      const { run, steps } = setUp({ begin: async () => inFlight(Date.now()) });
      expect(await run()).toEqual({ kind: 'own', answer: 'answer' });
      expect(steps).toEqual(['takeOver first', 'cancel first', 'finish own']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('takes over from a dead call that left nothing, and bars what that may still begin', async () => {
    const { run, steps } = setUp({ begin: async () => inFlight(0) });
    expect(await run()).toEqual({ kind: 'own', answer: 'answer' });
    expect(steps).toEqual(['takeOver first', 'cancel first', 'finish own']);
  });

  it('goes on with what a dead call left open, as that call', async () => {
    const { run, steps } = setUp({ begin: async () => inFlight(0) });
    const outcome = await run({ find: async () => ({ state: 'open', resume: async () => 'resumed' }) });
    expect(outcome).toEqual({ kind: 'replayed', requestId: 'first', answer: { statusCode: 200, body: 'resumed' } });
    expect(steps).toEqual(['takeOver first', 'finish first']);
  });

  it.each([
    ['left nothing', { state: 'none' }],
    ['left something open', { state: 'open', resume: () => Promise.reject(new Error('resumed twice')) }],
  ] as const)('waits for whoever was first to take over from a dead call that %s', async (_what, left) => {
    let begins = 0;
    const answer = { statusCode: 200 };
    const begin = async (): Promise<IdempotencyBegin> =>
      (begins += 1) === 1 ? inFlight(0) : { outcome: 'finished', requestId: 'other', answer };
    const { run, steps } = setUp({ begin, takeOver: async () => false });
    expect(await run({ find: async () => left })).toEqual({ kind: 'replayed', requestId: 'other', answer });
    expect(steps).toEqual([]);
  });

  const unconfirmed: KeyedWork<string>['start'] = async ({ confirm }) => `confirmed: ${await confirm()}`;
  const unheld = { renew: async (): Promise<boolean> => false };

  it.each([
    ['free', { outcome: 'begun' }, ['forget own']],
    ['left by a dead call', inFlight(0), []],
  ] as const)('runs no second time under its id: the key, %s again, is not used', async (_what, second, expected) => {
    let begins = 0;
    const begin = async (): Promise<IdempotencyBegin> => ((begins += 1) === 1 ? { outcome: 'begun' } : second);
    const { run, steps } = setUp({ begin, ...unheld });
    let starts = 0;
    const outcome = await run({
      start: (given) => {
        starts += 1;
        return unconfirmed(given);
      },
    });
    expect([outcome, starts]).toEqual([{ kind: 'refused', error: 'overloaded' }, 1]);
    expect(steps).toEqual(expected);
  });

  it('nor after it took over a key and lost it', async () => {
    const { run, steps } = setUp({ begin: async () => inFlight(0), ...unheld });
    expect(await run({ start: unconfirmed })).toEqual({ kind: 'refused', error: 'overloaded' });
    expect(steps).toEqual(['takeOver first', 'cancel first']);
  });

  it('begins anew where another was not confirmed in time', async () => {
    let begins = 0;
    const { run } = setUp({
      begin: async () => {
        begins += 1;
        return begins === 1
          ? { outcome: 'begun' }
          : { outcome: 'finished', requestId: 'other', answer: { statusCode: 200 } };
      },
      renew: async () => false,
    });
    const start: KeyedWork<string>['start'] = async ({ confirm }) => `confirmed: ${await confirm()}`;
    expect(await run({ start })).toEqual({ kind: 'replayed', requestId: 'other', answer: { statusCode: 200 } });
  });
});

describe('a store that hangs', () => {
  const hanging = <T>(): Promise<T> => new Promise<T>(() => undefined);
  const busy = expect.objectContaining({ code: 'busy' }) as unknown;

  it.each([
    ['finish', { kind: 'own', answer: 'answer' }],
    ['begin', busy],
    ['takeOver', busy],
  ] as const)('at %s holds no answer back', async (step, expected) => {
    jest.useFakeTimers();
    const begin = async (): Promise<IdempotencyBegin> => (step === 'takeOver' ? inFlight(0) : { outcome: 'begun' });
    const { run } = setUp({ begin, [step]: hanging });
    const outcome = run().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(STORE_ANSWER_MS);
    expect(await outcome).toEqual(expected);
    jest.useRealTimers();
  });

  it('at the row of a call that failed holds its failure no further back', async () => {
    jest.useFakeTimers();
    const { run } = setUp();
    const failed = run({ start: () => Promise.reject(away), find: hanging }).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(STORE_ANSWER_MS);
    expect(await failed).toBe(away);
    expect(warned).toEqual([['idempotency key stays until its lease ends', { error: busy }]]);
    jest.useRealTimers();
  });
});
