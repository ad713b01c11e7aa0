import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { CDPSession, Page } from 'puppeteer-core';
import { watchPage, type PageWatchOptions, type Stall } from './page-watch.js';

const LOOK_MS = 5;
const BLOCKED_MS = 50;
const SILENT_MS = 100;
let over: AbortController;
let answers: boolean;
let listeners: Map<string, () => void>;
let asked: number;
let stalled: Stall | undefined;
let startedAtMs: number;

beforeEach(() => {
  over = new AbortController();
  answers = true;
  listeners = new Map();
  asked = 0;
  stalled = undefined;
});
afterEach(() => over.abort());

const session = {
  on: (name: string, listener: () => void) => listeners.set(name, listener),
  send: async (name: string) => {
    if (name === 'Runtime.evaluate') asked += 1;
    if (!answers) await new Promise(() => undefined);
  },
} as unknown as CDPSession;

const watch = (options: Partial<PageWatchOptions> = {}): void => {
  startedAtMs = performance.now();
  const page = { createCDPSession: async () => session } as unknown as Page;
  const limits = { lookEveryMs: LOOK_MS, blockedMs: BLOCKED_MS, silentMs: SILENT_MS };
  const state = { track: { isAwaited: () => false, isReceived: () => true }, isWanted: () => true, over: over.signal };
  void watchPage({ page, ...limits, ...state, ...options }).then((how) => (stalled = how));
};
const untilStalled = async (): Promise<{ how: Stall; afterMs: number }> => {
  while (stalled === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  return { how: stalled, afterMs: performance.now() - startedAtMs };
};
const loading = { isAwaited: () => false, isReceived: () => false };
const untilAsked = async (times: number): Promise<void> => {
  while (asked < times) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('watchPage', () => {
  it('ends a page whose thread answers nothing, not before its bound', async () => {
    answers = false;
    watch();
    const { how, afterMs } = await untilStalled();
    expect(how).toBe('page_blocked');
    expect(afterMs).toBeGreaterThanOrEqual(BLOCKED_MS);
    expect(asked).toBe(1);
  });

  it('lets a page stay that answers, refuses, or is on its way elsewhere', async () => {
    watch();
    await untilAsked((3 * BLOCKED_MS) / LOOK_MS);
    watch({ page: { createCDPSession: () => Promise.reject(new Error('Target closed')) } as unknown as Page });
    await untilAsked((6 * BLOCKED_MS) / LOOK_MS);
    expect(stalled).toBeUndefined();
  });

  it('blames no thread for the target that it waits for', async () => {
    answers = false;
    watch({ track: { isAwaited: () => true, isReceived: () => false } });
    expect((await untilStalled()).how).toBe('target_silent');
  });

  it('ends a page whose target sends nothing while others wait', async () => {
    watch({ track: loading });
    const { how, afterMs } = await untilStalled();
    expect(how).toBe('target_silent');
    expect(afterMs).toBeGreaterThanOrEqual(SILENT_MS);
  });

  it.each<[string, Partial<PageWatchOptions>]>([
    ['nobody waits for its place', { track: loading, isWanted: () => false }],
    ['its document has come', { track: { isAwaited: () => false, isReceived: () => true } }],
  ])('lets a silent target be while %s', async (_name, options) => {
    watch(options);
    await untilAsked((3 * SILENT_MS) / LOOK_MS);
    expect(stalled).toBeUndefined();
  });

  it.each(['Network.dataReceived', 'Network.responseReceived', 'Network.requestWillBeSent'])(
    'counts anew from every %s',
    async (name) => {
      watch({ track: loading });
      for (let step = 1; step <= (3 * SILENT_MS) / LOOK_MS; step += 1) {
        await untilAsked(step);
        listeners.get(name)?.();
      }
      expect(stalled).toBeUndefined();
      expect((await untilStalled()).how).toBe('target_silent');
    },
  );

  it('ends with the page', async () => {
    answers = false;
    watch();
    await untilAsked(1);
    over.abort();
    await new Promise((resolve) => setTimeout(resolve, 3 * BLOCKED_MS));
    watch();
    await new Promise((resolve) => setTimeout(resolve, 3 * BLOCKED_MS));
    expect([stalled, asked]).toEqual([undefined, 1]);
  });
});
