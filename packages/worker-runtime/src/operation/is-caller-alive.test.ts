import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { OperationJob } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import { isCallerAlive } from './is-caller-alive.js';

const silent: Logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const running = new AbortController().signal;
const job: OperationJob = {
  requestId: randomUUID(),
  accountId: 'a',
  operation: 'scrape/web',
  attempt: 1,
  deadlineAtMs: Date.now() + 60_000,
  replyTo: 'gateway-1',
};

const ask = async (answers: (number: number) => boolean | Error, listenerGraceMs: number, signal = running) => {
  let asked = 0;
  const replies = {
    isHeard: async () => {
      asked += 1;
      const answer = answers(asked);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const isAlive = await isCallerAlive({ replies, log: silent, listenerGraceMs }, job, signal);
  return { isAlive, asked };
};

describe('isCallerAlive', () => {
  it('asks once where the gateway listens', async () => {
    expect(await ask(() => true, 60_000)).toEqual({ isAlive: true, asked: 1 });
  });

  it('asks nothing of a job without an address', async () => {
    const replies = { isHeard: () => Promise.reject(new Error('not to be asked')) };
    expect(await isCallerAlive({ replies, log: silent }, { ...job, replyTo: undefined }, running)).toBe(true);
  });

  it('waits for a gateway that listens again', async () => {
    expect(await ask((asked) => asked >= 3, 60_000)).toEqual({ isAlive: true, asked: 3 });
  });

  it('gives up a gateway that does not, after the grace and not before', async () => {
    const startedAt = performance.now();
    expect((await ask(() => false, 300)).isAlive).toBe(false);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300);
  });

  it('gives up nobody when Redis cannot be asked, at first or later', async () => {
    expect(await ask(() => new Error('Redis is away'), 60_000)).toEqual({ isAlive: true, asked: 1 });
    expect(await ask((asked) => (asked === 1 ? false : new Error('Redis is away')), 60_000)).toEqual({
      isAlive: true,
      asked: 2,
    });
  });

  it('gives up nobody because the worker must go', async () => {
    const controller = new AbortController();
    const asking = ask(() => false, 60_000, controller.signal);
    controller.abort('draining');
    expect((await asking).isAlive).toBe(true);
  });
});
