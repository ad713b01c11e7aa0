import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createThreadGate } from './thread-gate.js';

const patient = new AbortController().signal;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the gate before the threads', () => {
  it('lets in as many as there are places, the others in their order', async () => {
    const gate = createThreadGate({ places: 2, maxWaiting: 10 });
    const entered: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) void gate.enter(patient).then(() => entered.push(name));
    await settled();
    expect(entered).toEqual(['a', 'b']);
    gate.leave();
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
    gate.leave();
    gate.leave();
    gate.leave();
    await settled();
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
    await gate.enter(patient);
    await gate.enter(patient);
  });

  it('refuses when too many wait, and admits again when fewer do', async () => {
    const gate = createThreadGate({ places: 1, maxWaiting: 2 });
    await gate.enter(patient);
    const waiting = [gate.enter(patient), gate.enter(patient)];
    await expect(gate.enter(patient)).rejects.toThrow('more than 2 wait already');
    gate.leave();
    await waiting[0];
    const last = gate.enter(patient);
    gate.leave();
    gate.leave();
    await Promise.all([...waiting, last]);
  });

  it('never admits who has given up', async () => {
    const gate = createThreadGate({ places: 1, maxWaiting: 10 });
    await gate.enter(patient);
    const stop = new AbortController();
    const quitters = [gate.enter(stop.signal), gate.enter(stop.signal)];
    const stayer = gate.enter(patient);
    stop.abort('gone');
    const ends = await Promise.allSettled(quitters);
    expect(ends).toEqual(quitters.map(() => ({ status: 'rejected', reason: 'gone' })));
    await expect(gate.enter(stop.signal)).rejects.toBe('gone');
    gate.leave();
    await stayer;
  });

  it('leaves no listener on the signal', async () => {
    const gate = createThreadGate({ places: 1, maxWaiting: 10 });
    const { signal } = new AbortController();
    await gate.enter(signal);
    const second = gate.enter(signal);
    gate.leave();
    await second;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
