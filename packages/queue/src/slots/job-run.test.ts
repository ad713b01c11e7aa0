import { describe, expect, it } from '@jest/globals';
import { startJobRun } from './job-run.js';
import type { JobHandler } from '../port.js';
import { aborted, testJob } from '../../test/queue-fixture.js';

const start = (handle: JobHandler, deadlineInMs = 60_000, abandonAfterMs = 50) => {
  const nowMs = Date.now();
  return startJobRun({ job: testJob({ deadlineAtMs: nowMs + deadlineInMs }), handle, abandonAfterMs, nowMs });
};

describe('startJobRun', () => {
  it('ends when the handler does', async () => {
    const run = start(async () => undefined);
    expect(await run.ended).toEqual({ kind: 'done' });
    expect(run.isAborted).toBe(false);
  });

  it('catches what a handler throws, at once or later', async () => {
    const error = new Error('broken');
    expect(await start(() => Promise.reject(error)).ended).toEqual({ kind: 'failed', error });
    const throwing = () => {
      throw error;
    };
    expect(await start(throwing).ended).toEqual({ kind: 'failed', error });
  });

  it('aborts at the deadline with its reason', async () => {
    let reason: unknown;
    const run = start(async (_job, { signal }) => {
      reason = await aborted(signal);
    }, 30);
    expect(await run.ended).toEqual({ kind: 'done' });
    expect(reason).toBe('deadline');
    expect(run.isAborted).toBe(true);
  });

  it('begins aborted when the deadline is past', async () => {
    let isAborted = false;
    await start(async (_job, { signal }) => {
      isAborted = signal.aborted;
    }, -1).ended;
    expect(isAborted).toBe(true);
  });

  it('does not abort at once for a deadline further off than a timer reaches', async () => {
    let isAborted = true;
    const run = start(async (_job, { signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isAborted = signal.aborted;
    }, 2 ** 40);
    await run.ended;
    expect(isAborted).toBe(false);
  });

  it('keeps the first reason', async () => {
    let reason: unknown;
    const run = start(async (_job, { signal }) => {
      reason = await aborted(signal);
    });
    run.abort('cancelled');
    run.abort('draining');
    await run.ended;
    expect(reason).toBe('cancelled');
  });

  it('gives a handler up that ignores its abort', async () => {
    const run = start(() => new Promise(() => undefined), 10, 20);
    expect(await run.ended).toEqual({ kind: 'abandoned', reason: 'deadline' });
  });

  it('survives a handler that fails after it was given up', async () => {
    let fail: (error: Error) => void = () => undefined;
    const run = start(() => new Promise((_resolve, reject) => (fail = reject)), 10, 20);
    expect(await run.ended).toMatchObject({ kind: 'abandoned' });
    fail(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
