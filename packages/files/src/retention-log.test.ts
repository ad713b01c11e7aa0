import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { consumeLog, LOG_CHUNK_BYTES } from './retention-log.js';

describe('a log that is consumed from its end', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quarry-log-'));
    path = join(folder, 'log');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const isThere = (): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  /** Takes up to `most` lines. */
  const consume = async (most = Infinity): Promise<{ lines: string[]; isDone: boolean }> => {
    const lines: string[] = [];
    const isDone = await consumeLog(path, async (line) => {
      if (lines.length >= most) return false;
      lines.push(line);
      return true;
    });
    return { lines, isDone };
  };

  it('gives every line once, the last first, and goes', async () => {
    await writeFile(path, 'one\ntwo\nthree\n');
    expect(await consume()).toEqual({ lines: ['three', 'two', 'one'], isDone: true });
    expect(await isThere()).toBe(false);
    expect(await consume()).toEqual({ lines: [], isDone: true });
  });

  it('keeps what was not taken', async () => {
    await writeFile(path, 'one\ntwo\nthree\n');
    expect(await consume(1)).toEqual({ lines: ['three'], isDone: false });
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
    expect(await consume(0)).toEqual({ lines: [], isDone: false });
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
    expect(await consume()).toEqual({ lines: ['two', 'one'], isDone: true });
  });

  it('gives the half line of a writer that died', async () => {
    await writeFile(path, 'one\ntw');
    expect(await consume(1)).toEqual({ lines: ['tw'], isDone: false });
    expect(await readFile(path, 'utf8')).toBe('one\n');
  });

  it('ends with a file that is no log', async () => {
    await writeFile(path, Buffer.alloc(3 * LOG_CHUNK_BYTES + 7, 'x'));
    expect((await consume()).isDone).toBe(true);
    expect(await isThere()).toBe(false);
  });

  it('reads a log of several chunks, some lines across their borders', async () => {
    const lines = Array.from({ length: 8_000 }, (_, index) => `account-${index % 7}~request-${index}`);
    await writeFile(path, lines.map((line) => `${line}\n`).join(''));
    expect((await stat(path)).size).toBeGreaterThan(2 * LOG_CHUNK_BYTES);
    const taken: string[] = [];
    for (let isDone = false; !isDone;) {
      const part = await consume(1_234);
      taken.push(...part.lines);
      ({ isDone } = part);
    }
    expect(taken).toEqual(lines.toReversed());
  });

  it('keeps what is taken away by another at the same time', async () => {
    await writeFile(path, 'one\ntwo\nthree\n');
    let isFirst = true;
    await consumeLog(path, async () => {
      if (isFirst) await consume(2);
      const wasFirst = isFirst;
      isFirst = false;
      return wasFirst;
    });
    expect(await readFile(path, 'utf8')).toBe('one\n');
  });

  it('gives any lines in any portions once each', async () => {
    const line = fc.stringMatching(/^[a-z~]{1,40}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), async (lines, portion) => {
        await writeFile(path, lines.map((text) => `${text}\n`).join(''));
        const taken: string[] = [];
        for (let isDone = false; !isDone;) {
          const part = await consume(portion);
          taken.push(...part.lines);
          ({ isDone } = part);
        }
        expect(taken).toEqual(lines.toReversed());
      }),
      { numRuns: 50 },
    );
  });
});
