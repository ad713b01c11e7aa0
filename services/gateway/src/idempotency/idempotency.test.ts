import { describe, expect, it, jest } from '@jest/globals';
import { passFreely } from '@quarry/observability';
import { StoreError, type IdempotencyBegin, type IdempotencyStore, type IdempotentAnswer } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import { Idempotency, type KeyedWork } from './idempotency.js';

const scope = { accountId: 'a', route: '/scrape/web', key: 'k' };
const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
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
  const options = { records, clock: Date.now, deadlineMs, retentionMs: 1_000, stopping, log, pass: passFreely };
  const idempotency = new Idempotency(options);
  const run = (work: Partial<KeyedWork<string>> = {}, clientGone = new AbortController().signal) =>
    idempotency.run<string>(
      { scope, fingerprint: 'f', requestId: 'own', clientGone },
      {
        start: async () => 'answer',
        find: async () => ({ state: 'none' }),
        bar: async (id) => void note('bar', id),
        keep: (answer): IdempotentAnswer => ({ statusCode: 200, body: answer }),
        ...work,
      },
    );
  return { steps, run };
};
const inFlight = (leaseEndsAtMs: number): IdempotencyBegin => ({
  outcome: 'in_flight',
  requestId: 'first',
  leaseEndsAtMs,
});

describe('a call that has the key', () => {
  it('gives its answer though it could not be kept', async () => {
    const { run } = setUp({ finish: () => Promise.reject(away) });
    expect(await run()).toEqual({ kind: 'own', answer: 'answer' });
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
      expect(steps).toEqual(['takeOver first', 'bar first', 'finish own']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('takes over from a dead call that left nothing, and bars what that may still begin', async () => {
    const { run, steps } = setUp({ begin: async () => inFlight(0) });
    expect(await run()).toEqual({ kind: 'own', answer: 'answer' });
    expect(steps).toEqual(['takeOver first', 'bar first', 'finish own']);
  });

  it('goes on with what a dead call left open, as that call', async () => {
    const { run, steps } = setUp({ begin: async () => inFlight(0) });
    const outcome = await run({ find: async () => ({ state: 'open', resume: async () => 'resumed' }) });
    expect(outcome).toEqual({ kind: 'replayed', requestId: 'first', answer: { statusCode: 200, body: 'resumed' } });
    expect(steps).toEqual(['takeOver first', 'finish first']);
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
    expect(steps).toEqual(['takeOver first', 'bar first']);
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
    jest.useRealTimers();
  });
});
