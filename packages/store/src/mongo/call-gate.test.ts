import { describe, expect, it } from '@jest/globals';
import { createCallGate } from './call-gate.js';

const WIDE = { width: 2, maxPendingCalls: 10, waitTimeoutMs: 60_000 };

/** Calls that end when the test says so, and the order in which they began. */
const createWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { begun, work, end: (name: string): void => ends.get(name)?.() };
};

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the gate of calls', () => {
  it('lets its width begin, and the others in the order they came', async () => {
    const gate = createCallGate(WIDE);
    const { begun, work, end } = createWork();
    const calls = ['a', 'b', 'c', 'd'].map((name) => gate.call(work(name)));
    await settle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await calls[1]).toBe('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await settle();
    end('d');
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('frees the place of a call that fails', async () => {
    const gate = createCallGate({ ...WIDE, width: 1 });
    const failing = gate.call(() => Promise.reject(new Error('no')));
    const next = gate.call(async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('rejects what waits too long, with nothing done, and what comes above its bound', async () => {
    const gate = createCallGate({ width: 1, maxPendingCalls: 2, waitTimeoutMs: 20 });
    const { begun, work, end } = createWork();
    const first = gate.call(work('first'));
    const second = gate.call(work('second'));
    await expect(gate.call(work('third'))).rejects.toMatchObject({ code: 'overloaded' });
    await expect(second).rejects.toMatchObject({ name: 'StoreError', code: 'busy' });
    end('first');
    expect(await first).toBe('first');
    const fourth = gate.call(work('fourth'));
    await settle();
    end('fourth');
    expect(await fourth).toBe('fourth');
    expect(begun).toEqual(['first', 'fourth']);
  });

  it('closes when the calls that were there are done, and takes no more', async () => {
    const gate = createCallGate({ ...WIDE, width: 1 });
    const { work, end } = createWork();
    const calls = [gate.call(work('a')), gate.call(work('b'))];
    let isClosed = false;
    const closing = gate.close().then(() => (isClosed = true));
    await expect(gate.call(work('c'))).rejects.toMatchObject({ code: 'closed' });
    end('a');
    await settle();
    expect(isClosed).toBe(false);
    end('b');
    await Promise.all(calls);
    await closing;
    await gate.close();
    await createCallGate(WIDE).close();
  });

  it('closes when the last call that waited has given up', async () => {
    const gate = createCallGate({ width: 1, maxPendingCalls: 2, waitTimeoutMs: 10 });
    const { work, end } = createWork();
    const first = gate.call(work('a'));
    const late = gate.call(work('b'));
    const closing = gate.close();
    await expect(late).rejects.toMatchObject({ code: 'busy' });
    end('a');
    await Promise.all([first, closing]);
  });
});
