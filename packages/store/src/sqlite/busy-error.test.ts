import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { isBusyError } from './busy-error.js';

describe('a busy database', () => {
  it.each(['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_BUSY_SNAPSHOT'])('is told by %s', (code) => {
    expect(isBusyError(Object.assign(new Error('database is locked'), { code }))).toBe(true);
  });

  it("is told by an error of another realm's class", () => {
    const error: unknown = runInNewContext("Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })");
    expect(error).not.toBeInstanceOf(Error);
    expect(isBusyError(error)).toBe(true);
  });

  it.each([new Error('plain'), { code: 5 }, { code: 'SQLITE_FULL' }, null, undefined, 'SQLITE_BUSY'])(
    'is not told by %p',
    (error) => expect(isBusyError(error)).toBe(false),
  );
});
