import { afterEach, describe, expect, it } from '@jest/globals';
import { createMemoryGate, type MemoryGate } from './memory-gate.js';

const PAUSE = 850;
const RESUME = 750;
let gate: MemoryGate;
let lines: string[];
let usedBytes: number;
let looks: number;

const open = (readBytes = async () => usedBytes): void => {
  lines = [];
  usedBytes = 0;
  looks = 0;
  const write = (line: string): void => void lines.push(line);
  const counted = async (): Promise<number> => {
    looks += 1;
    return readBytes();
  };
  const bounds = { pauseBytes: PAUSE, resumeBytes: RESUME, lookEveryMs: 1 };
  gate = createMemoryGate({ ...bounds, readBytes: counted, log: { info: write, warn: write } });
};
afterEach(() => gate.stop());

const look = async (bytes: number): Promise<void> => {
  usedBytes = bytes;
  const seen = looks + 2;
  while (looks < seen) await new Promise((resolve) => setTimeout(resolve, 1));
};

const { signal } = new AbortController();
const begin = (own = signal) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { isRunning: false, end: resolve };
  const ended = gate.run(own, () => {
    state.isRunning = true;
    return promise;
  });
  return Object.assign(state, { ended });
};
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createMemoryGate', () => {
  it('holds up new jobs above one bound until memory falls below the other', async () => {
    open();
    const first = begin();
    await look(PAUSE + 1);
    const second = begin();
    await look(RESUME);
    expect([first.isRunning, second.isRunning, gate.isOpen]).toEqual([true, false, false]);
    await look(RESUME - 1);
    expect([second.isRunning, gate.isOpen, gate.lastBytes]).toEqual([true, true, RESUME - 1]);
    expect(lines).toEqual(['memory is short; new jobs wait', 'memory fell; jobs go on']);
    first.end();
    second.end();
    await Promise.all([first.ended, second.ended]);
  });

  it('stays open at the bound itself', async () => {
    open();
    await look(PAUSE);
    expect(gate.isOpen).toBe(true);
  });

  it('never stops for good: jobs go one after another while memory does not fall', async () => {
    open();
    await look(PAUSE + 1);
    const jobs = [begin(), begin(), begin()];
    for (const [index, job] of jobs.entries()) {
      await settle();
      expect(jobs.map(({ isRunning }) => isRunning)).toEqual(jobs.map((_, other) => other <= index));
      job.end();
      await job.ended;
    }
  });

  it('lets a job through that is told to stop, whenever that is', async () => {
    open();
    const holder = begin();
    await look(PAUSE + 1);
    const controller = new AbortController();
    const waiting = begin(controller.signal);
    await settle();
    expect(waiting.isRunning).toBe(false);
    controller.abort();
    await settle();
    const late = begin(controller.signal);
    await settle();
    expect([waiting.isRunning, late.isRunning]).toEqual([true, true]);
    for (const job of [holder, waiting, late]) job.end();
  });

  it('frees the place of a job that fails', async () => {
    open();
    await look(PAUSE + 1);
    await expect(gate.run(signal, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await gate.run(signal, async () => 'next')).toBe('next');
  });

  it('stays as it is when the use cannot be read, and lets all go when it stops', async () => {
    open();
    const holder = begin();
    await look(PAUSE + 1);
    const waiting = begin();
    gate.stop();
    await settle();
    expect(waiting.isRunning).toBe(true);
    holder.end();
    waiting.end();
    open(() => Promise.reject(new Error('no such file')));
    await look(0);
    expect(gate.isOpen).toBe(true);
  });
});
