import { describe, expect, it } from '@jest/globals';
import { createInFlight } from './in-flight.js';

describe('createInFlight', () => {
  it('drains at once when nothing is under way', async () => {
    const inFlight = createInFlight(60_000);
    await inFlight.drain();
    expect(inFlight.stopping.aborted).toBe(true);
  });

  it('lets work end before it says stop', async () => {
    const inFlight = createInFlight(60_000);
    const work = Promise.withResolvers<string>();
    const tracked = inFlight.track(work.promise.then((value) => `${value} ${inFlight.stopping.aborted}`));
    const drained = inFlight.drain();
    work.resolve('done');
    expect(await tracked).toBe('done false');
    await drained;
  });

  it('says stop after the drain time and waits for what follows, failures included', async () => {
    const inFlight = createInFlight(10);
    const tracked = inFlight.track(
      new Promise((_resolve, reject) => {
        inFlight.stopping.addEventListener('abort', () => reject(new Error('stopped')));
      }),
    );
    const seen = expect(tracked).rejects.toThrow('stopped');
    await inFlight.drain();
    await seen;
  });
});
