import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { boundLog, MAX_LOG_BYTES, openLog, readLogTail, rotateLog } from './log-file.mjs';

let folder;
let file;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-log-'));
  file = path.join(folder, 'logs', 'gateway.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const append = (text) => {
  const log = openLog(file);
  writeSync(log, text);
  return log;
};

describe('a log file', () => {
  it('rotates the log of an earlier run and appends to its own', () => {
    closeSync(append('first life\n'));
    rotateLog(file);
    closeSync(append('second '));
    closeSync(append('life\n'));
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('first life\n');
    expect(readFileSync(file, 'utf8')).toBe('second life\n');
  });

  it('has nothing to rotate at the first start', () => {
    rotateLog(file);
    expect(existsSync(`${file}.1`)).toBe(false);
  });

  it('is rotated over its bound while it is written', () => {
    const log = append('x'.repeat(11));
    expect(boundLog(file, 11)).toBe(false);
    writeSync(log, 'y');
    expect(boundLog(file, 11)).toBe(true);
    writeSync(log, 'next');
    closeSync(log);
    expect(readFileSync(file, 'utf8')).toBe('next');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe(`${'x'.repeat(11)}y`);
  });

  it('removes the previous log where there is no other room', () => {
    const log = append('x'.repeat(12));
    writeFileSync(`${file}.1`, 'before');
    const copy = (from, to) => {
      if (existsSync(to)) throw new Error('ENOSPC');
      copyFileSync(from, to);
    };
    expect(boundLog(file, 11, copy)).toBe(true);
    closeSync(log);
    expect(readFileSync(file, 'utf8')).toBe('');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('x'.repeat(12));
  });

  it('keeps its newer half on a full disk', () => {
    const log = append(`${'x'.repeat(12)}newer`);
    const copy = (_, to) => {
      writeFileSync(to, 'as far as it went');
      throw new Error('ENOSPC');
    };
    expect(boundLog(file, 10, copy)).toBe(true);
    writeSync(log, 'next');
    closeSync(log);
    expect(readFileSync(file, 'utf8')).toBe('next');
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('newer');
  });

  it('is bounded at its named size', () => {
    closeSync(append(''));
    writeFileSync(file, Buffer.alloc(MAX_LOG_BYTES));
    expect(boundLog(file)).toBe(false);
    writeFileSync(file, Buffer.alloc(MAX_LOG_BYTES + 1));
    expect(boundLog(file)).toBe(true);
  });

  it('shows its end', () => {
    expect(readLogTail(file)).toBe('');
    closeSync(append(`${'a'.repeat(20_000)}end`));
    expect(readLogTail(file)).toMatch(/^a{8189}end$/);
  });
});
