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

describe('createMemoryGate', () => {
  it('lets no jobs in above one bound until memory falls below the other', async () => {
    open();
    expect(gate.mayTake(5)).toBe(true);
    await look(PAUSE + 1);
    expect([gate.isOpen, gate.mayTake(1)]).toEqual([false, false]);
    await look(RESUME);
    expect([gate.isOpen, gate.mayTake(1)]).toEqual([false, false]);
    await look(RESUME - 1);
    expect([gate.isOpen, gate.mayTake(1), gate.lastBytes]).toEqual([true, true, RESUME - 1]);
    expect(lines).toEqual(['memory is short; new jobs stay in the queue', 'memory fell; jobs are taken again']);
  });

  it('stays open at the bound itself', async () => {
    open();
    await look(PAUSE);
    expect(gate.mayTake(9)).toBe(true);
  });

  it('never stops for good: with nothing in hand the next job may come', async () => {
    open();
    await look(PAUSE + 1);
    expect([gate.mayTake(0), gate.mayTake(1)]).toEqual([true, false]);
  });

  it('stays as it is when the use cannot be read, and is open once it has stopped', async () => {
    open();
    await look(PAUSE + 1);
    gate.stop();
    expect(gate.mayTake(1)).toBe(true);
    open(() => Promise.reject(new Error('no such file')));
    await look(0);
    expect(gate.isOpen).toBe(true);
  });

  it('looks once at a time, however long a look takes', async () => {
    let finish: (bytes: number) => void = () => undefined;
    open(() => new Promise((resolve) => (finish = resolve)));
    while (looks === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(looks).toBe(1);
    finish(PAUSE + 1);
    while (looks === 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(gate.isOpen).toBe(false);
  });
});
