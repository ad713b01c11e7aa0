import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QueueBacklog } from '@quarry/queue';
import { SLOTS_REMEMBERED_MS } from './bounds.js';
import { Sampler } from './sampler.js';

const QUEUE = 'serp';
const COUNT = 4;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Redis tells what `tell` says of each queue; nothing is open. */
const createScene = () => {
  const state = { tell: async (): Promise<number> => COUNT, switch: 'open' as QueueBacklog['state'] };
  const backlog = async (): Promise<QueueBacklog> => ({
    ...{ waiting: 0, prioritized: 0, active: 0, activeBatch: 0, oldestWaitMs: 0, state: state.switch },
  });
  const sampler = new Sampler({ batches: { load: async () => [] }, jobs: { slots: () => state.tell(), backlog } });
  const slots = async (): Promise<number> => (await sampler.sample()).slotsOf(QUEUE);
  return { state, slots };
};

describe('the slots of live workers', () => {
  it('hold for a while after a look that found none, and no longer', async () => {
    const { state, slots } = createScene();
    expect(await slots()).toBe(COUNT);
    state.tell = async () => 0;
    jest.advanceTimersByTime(SLOTS_REMEMBERED_MS);
    expect(await slots()).toBe(COUNT);
    jest.advanceTimersByTime(1);
    expect(await slots()).toBe(0);
  });

  it('are none at once where Redis is away', async () => {
    const { state, slots } = createScene();
    expect(await slots()).toBe(COUNT);
    state.tell = () => Promise.reject(new Error('Connection is closed.'));
    expect(await slots()).toBe(0);
  });

  it('are none at once while an operator has paused the queue, so that no item waits there until its time is over', async () => {
    const { state, slots } = createScene();
    expect(await slots()).toBe(COUNT);
    state.switch = 'paused';
    expect(await slots()).toBe(0);
    state.switch = 'draining';
    expect(await slots()).toBe(0);
    state.switch = 'open';
    expect(await slots()).toBe(COUNT);
  });

  it('are none where no worker has ever told', async () => {
    const { state, slots } = createScene();
    state.tell = async () => 0;
    expect(await slots()).toBe(0);
  });
});
