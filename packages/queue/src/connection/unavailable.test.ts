import { describe, expect, it } from '@jest/globals';
import { QueueUnavailableError, withTimeout } from './unavailable.js';

describe('withTimeout', () => {
  it('gives the value', async () => {
    expect(await withTimeout('ping', Promise.resolve(1))).toBe(1);
  });

  it('turns a failure into an error that names the call', async () => {
    const cause = new Error('ECONNREFUSED');
    const failed = withTimeout('ping', Promise.reject(cause));
    await expect(failed).rejects.toMatchObject({ message: 'Redis: ping failed: ECONNREFUSED', cause });
    await expect(failed).rejects.toBeInstanceOf(QueueUnavailableError);
  });

  it('ends at its bound', async () => {
    const never = withTimeout('ping', new Promise(() => undefined), 20);
    await expect(never).rejects.toThrow('no answer within 20 ms');
  });

  it('keeps no process from ending while it waits', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const bounded = withTimeout('a call', new Promise(() => undefined), 30);
    expect(timers()).toBe(before);
    const awake = setTimeout(() => undefined, 10_000);
    await expect(bounded).rejects.toThrow(QueueUnavailableError);
    clearTimeout(awake);
  });
});
