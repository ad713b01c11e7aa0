import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FileTooLargeError } from '@quarry/files';
import { ANSWER_READ_MS } from '../bounds.js';
import { AnswerMissingError, AnswerUnreadableError, readPatiently } from './read-patiently.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const isGone = (): boolean => false;

/** Fails so often, then gives the answer. */
const failing = (failures: number) => {
  let tries = 0;
  const read = async (): Promise<string | null> => {
    tries += 1;
    if (tries <= failures) throw new Error('EIO');
    return 'answer';
  };
  return { read, tries: () => tries };
};

/** The outcome of `work` once so much time has passed; undefined while it goes on. */
const outcomeAfter = async (work: Promise<unknown>, durationMs: number): Promise<unknown> => {
  let outcome: unknown;
  work.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  );
  await jest.advanceTimersByTimeAsync(durationMs);
  return outcome;
};

describe('readPatiently', () => {
  it('reads once where that succeeds, and again where it does not', async () => {
    const once = failing(0);
    expect(await outcomeAfter(readPatiently(once.read, { isGone }), 0)).toBe('answer');
    const often = failing(6);
    expect(await outcomeAfter(readPatiently(often.read, { isGone }), ANSWER_READ_MS)).toBe('answer');
    expect([once.tries(), often.tries()]).toEqual([1, 7]);
  });

  it('gives up at its time and no sooner, with the last cause', async () => {
    const never = failing(Number.POSITIVE_INFINITY);
    const work = readPatiently(never.read, { isGone });
    expect(await outcomeAfter(work, ANSWER_READ_MS - 600)).toBeUndefined();
    const error = await outcomeAfter(work, 600);
    expect(error).toBeInstanceOf(AnswerUnreadableError);
    expect((error as Error).cause).toMatchObject({ message: 'EIO' });
    const tries = never.tries();
    await jest.advanceTimersByTimeAsync(ANSWER_READ_MS);
    expect(never.tries()).toBe(tries);
  });

  it('waits no longer for a read that hangs, and gives away what comes of it too late', async () => {
    const late = Promise.withResolvers<string>();
    const discarded: string[] = [];
    const discard = (found: string): void => void discarded.push(found);
    const work = readPatiently(() => late.promise, { isGone, discard });
    expect(await outcomeAfter(work, ANSWER_READ_MS)).toBeInstanceOf(AnswerUnreadableError);
    late.resolve('stream');
    await jest.advanceTimersByTimeAsync(0);
    expect(discarded).toEqual(['stream']);
  });

  it('does not wait for what is not there, is too large or is for nobody', async () => {
    const missing = readPatiently(async () => null, { isGone });
    expect(await outcomeAfter(missing, 0)).toBeInstanceOf(AnswerMissingError);
    const large = readPatiently(() => Promise.reject(new FileTooLargeError(1)), { isGone });
    expect(await outcomeAfter(large, 0)).toBeInstanceOf(FileTooLargeError);
    const unheard = readPatiently(failing(1).read, { isGone: () => true });
    expect(await outcomeAfter(unheard, 0)).toBeInstanceOf(AnswerUnreadableError);
  });
});
