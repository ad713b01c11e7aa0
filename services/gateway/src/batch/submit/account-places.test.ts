import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { BatchJob } from '@quarry/store';
import { createAccountPlaces } from './account-places.js';
import type { BatchExchange, HandleJob } from '../batch-exchange.js';

// safe because the handlers here do not look at it
const JOB = {} as BatchJob;

const call = (accountId = 'a') => {
  const refusals: string[] = [];
  const response = new PassThrough();
  // safe because these are the parts that are used
  const exchange = {
    account: { id: accountId },
    response,
    refuse: async ({ error }: { error: string }) => void refusals.push(error),
  } as unknown as BatchExchange;
  return { exchange, refusals, leave: () => response.destroy() };
};

const silently: HandleJob = async () => undefined;

describe('places of an account', () => {
  it('turn away who finds none in time, and are given back when the answer is gone', async () => {
    const read = createAccountPlaces({ places: 1, waitMs: 20 })(silently);
    const [first, second, third] = [call(), call(), call()];
    const reading = read(first.exchange, JOB);
    await read(second.exchange, JOB);
    expect(second.refusals).toEqual(['overloaded']);
    first.leave();
    await reading;
    third.leave();
    await read(third.exchange, JOB);
    expect([first.refusals, third.refusals]).toEqual([[], []]);
  });

  it('are of one account and of all kinds of calls together', async () => {
    const inTurn = createAccountPlaces({ places: 1, waitMs: 20 });
    const [first, own, other] = [call(), call(), call('b')];
    const reading = inTurn(silently)(first.exchange, JOB);
    await inTurn(silently)(own.exchange, JOB);
    other.leave();
    await inTurn(silently)(other.exchange, JOB);
    expect([own.refusals, other.refusals]).toEqual([['overloaded'], []]);
    first.leave();
    await reading;
  });

  it('are given back by calls that fail', async () => {
    const fail: HandleJob = () => Promise.reject(new Error('the store is away'));
    const read = createAccountPlaces({ places: 1, waitMs: 20 })(fail);
    for (let round = 0; round < 2; round += 1) await expect(read(call().exchange, JOB)).rejects.toThrow(/away/);
  });
});
