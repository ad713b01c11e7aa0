import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { EXPORT_DELAY_MS, EXPORT_WARNING_MS } from './bounds.js';
import { watchExports } from './watch-exports.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const openScene = () => {
  const told: unknown[] = [];
  const watched = watchExports(
    { export: (_spans, done) => done({ code: ExportResultCode.FAILED }), shutdown: async () => undefined },
    { warn: (_message, fields) => void told.push(fields) },
  );
  const fail = (count: number) => watched.export(new Array<ReadableSpan>(count), () => undefined);
  return { watched, told, fail };
};

describe('what the collector did not take', () => {
  it('is told at once, and what follows within a minute in one line after it', () => {
    const { watched, told, fail } = openScene();
    fail(3);
    fail(4);
    watched.noteDropped();
    jest.advanceTimersByTime(EXPORT_WARNING_MS - 1);
    fail(5);
    expect(told).toEqual([{ failedCount: 3, reason: 'no answer' }]);
    jest.advanceTimersByTime(1);
    expect(told.slice(1)).toEqual([{ failedCount: 10, reason: 'no answer' }]);
    jest.advanceTimersByTime(10 * EXPORT_WARNING_MS);
    expect(told).toHaveLength(2);
  });

  it('since it could not even wait is told by the crowd', () => {
    const { watched, told } = openScene();
    for (let index = 0; index < 7; index += 1) watched.noteDropped();
    expect(told).toEqual([]);
    jest.advanceTimersByTime(EXPORT_DELAY_MS);
    expect(told).toEqual([{ failedCount: 7, reason: 'too many wait' }]);
    watched.noteDropped();
    watched.tellRest();
    watched.tellRest();
    expect(told.slice(1)).toEqual([{ failedCount: 1, reason: 'too many wait' }]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
