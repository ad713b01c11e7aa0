import { describe, expect, it } from '@jest/globals';
import type { RequestRow } from '@quarry/store';
import { createKnownAnswers, type KnownAnswersOptions } from './known-answers.js';

const ROW = { id: 'r1', accountId: 'a1', state: 'ok', answerName: 'result.json' } as RequestRow;
const INFO = { sizeBytes: 2 } as Awaited<ReturnType<KnownAnswersOptions['files']['head']>>;
const down = () => Promise.reject(new Error('no connection'));

const find = async (parts: {
  readonly findAnswer?: KnownAnswersOptions['requests']['findAnswer'];
  readonly head?: KnownAnswersOptions['files']['head'];
}) => {
  const warned: string[] = [];
  const { findAnswer = async () => ROW, head = async () => INFO } = parts;
  const log = { error: () => {}, warn: (text: string) => void warned.push(text), info: () => {}, debug: () => {} };
  const look = createKnownAnswers({ requests: { findAnswer }, files: { head }, clock: () => 100_000, log });
  return { row: await look('a1', 'key', 60), warned };
};

describe('a known answer', () => {
  it('is the row whose response is still stored, and young enough', async () => {
    const asked: unknown[] = [];
    const findAnswer = async (...input: unknown[]) => {
      asked.push(input);
      return ROW;
    };
    expect(await find({ findAnswer })).toEqual({ row: ROW, warned: [] });
    expect(asked).toEqual([['a1', 'key', 40_000]]);
  });

  it.each([
    ['there is none', { findAnswer: async () => null }, []],
    ['its response is gone', { head: async () => null }, []],
    ['the store fails', { findAnswer: down }, ['could not look for a stored response']],
    ['the files fail', { head: down }, ['could not look for a stored response']],
  ])('is not known where %s', async (_name, parts, warned) => {
    expect(await find(parts)).toEqual({ row: undefined, warned });
  });
});
