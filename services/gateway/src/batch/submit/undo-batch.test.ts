import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@quarry/observability';
import { PassThrough } from 'node:stream';
import { createUndoBatch } from './undo-batch.js';

const log = createLogger({ service: 'gateway', level: 'error', stream: new PassThrough().resume() });
const JOB = '8e03978e-40d5-43dd-bc93-6894a57f9324';

/** A store whose first calls fail, with a job that is accepting or has been activated. */
const setUp = ({ failures = 0, isActive = false } = {}) => {
  const calls: string[] = [];
  const stopping = new AbortController();
  let failed = 0;
  const answer = <T>(call: string, value: T): Promise<T> => {
    calls.push(call);
    failed += 1;
    return failed <= failures ? Promise.reject(new Error('away')) : Promise.resolve(value);
  };
  const batches = {
    abandon: () => answer('abandon', !isActive),
    requestStop: () => answer('requestStop', null),
  };
  const undo = createUndoBatch({ batches, stopping: stopping.signal, log, retryMs: 1 });
  const later = () => new Promise((resolve) => setTimeout(resolve, 60));
  return { calls, undo, later, stop: () => stopping.abort() };
};

describe('createUndoBatch', () => {
  it('abandons a job that was not activated', async () => {
    const { calls, undo } = setUp();
    await undo(JOB, false);
    expect(calls).toEqual(['abandon']);
  });

  it('stops one that was, unless somebody will ask for it', async () => {
    const { calls, undo } = setUp({ isActive: true });
    await undo(JOB, true);
    expect(calls).toEqual(['abandon']);
    await undo(JOB, false);
    expect(calls).toEqual(['abandon', 'abandon', 'requestStop']);
  });

  it('tries on behind the answer until the store is back, and no further', async () => {
    const { calls, undo, later } = setUp({ failures: 3 });
    await undo(JOB, false);
    expect(calls).toEqual(['abandon']);
    await later();
    expect(calls).toEqual(['abandon', 'abandon', 'abandon', 'abandon']);
  });

  it('ends with the process', async () => {
    const { calls, undo, later, stop } = setUp({ failures: 1_000 });
    await undo(JOB, false);
    stop();
    await later();
    expect(calls.length).toBeLessThan(4);
  });
});
