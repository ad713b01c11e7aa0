import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { pause } from '../wait.js';
import { DEADLINE_MARGIN_MS, startTimeBudget } from './time-budget.js';

const idle = new AbortController().signal;
const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

afterEach(() => {
  jest.useRealTimers();
});

describe('time budget', () => {
  it('ends before the deadline, by its margin', () => {
    jest.useFakeTimers();
    const deadlineAtMs = Date.now() + DEADLINE_MARGIN_MS + 30;
    const budget = startTimeBudget({ signal: idle, deadlineAtMs, pageTimeoutMs: 10_000 });
    jest.advanceTimersByTime(29);
    expect([budget.stopReason(), budget.remainingMs(), budget.signal.aborted]).toEqual([undefined, 1, false]);
    jest.advanceTimersByTime(1);
    expect([budget.stopReason(), budget.remainingMs(), budget.signal.aborted]).toEqual(['page_timeout', 0, true]);
  });

  it('names the limit that was met first, and keeps to it', async () => {
    const controller = new AbortController();
    const deadlineAtMs = Date.now() + 60_000;
    const budget = startTimeBudget({ signal: controller.signal, deadlineAtMs, pageTimeoutMs: 5 });
    await aborted(budget.signal);
    controller.abort();
    expect(budget.stopReason()).toBe('page_timeout');
  });

  it('ends with its caller, and never starts after one who left or a deadline that passed', async () => {
    const controller = new AbortController();
    const limits = { deadlineAtMs: Date.now() + 60_000, pageTimeoutMs: 60_000 };
    const budget = startTimeBudget({ signal: controller.signal, ...limits });
    controller.abort();
    expect(budget.signal.aborted).toBe(true);
    expect(budget.stopReason()).toBe('cancelled');
    budget.end();
    expect(startTimeBudget({ signal: controller.signal, ...limits }).stopReason()).toBe('cancelled');
    const late = startTimeBudget({ signal: idle, deadlineAtMs: Date.now(), pageTimeoutMs: 60_000 });
    expect(late.stopReason()).toBe('deadline_exceeded');
    late.end();
  });

  it('stays quiet once it was ended, and bears any deadline', async () => {
    const budget = startTimeBudget({ signal: idle, deadlineAtMs: Number.MAX_SAFE_INTEGER, pageTimeoutMs: 2 ** 40 });
    budget.end();
    await pause(5, idle);
    expect(budget.signal.aborted).toBe(false);
  });
});

describe('pause', () => {
  it('ends early for those who leave', async () => {
    const controller = new AbortController();
    // oxlint-disable-next-line quarry/no-long-sleep -- it is left early
    const waiting = pause(60_000, controller.signal);
    controller.abort();
    await waiting;
    // oxlint-disable-next-line quarry/no-long-sleep -- it is left at once
    await pause(60_000, controller.signal);
  });
});
