import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNativeTools, missingLine } from './native-tools.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-tools-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (name) => {
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
};

describe('findNativeTools', () => {
  it('finds both on the search path', () => {
    const redis = program('redis-server');
    const chromium = program('chromium');
    expect(findNativeTools({ PATH: folder })).toEqual({
      paths: { REDIS_SERVER: redis, CHROMIUM_PATH: chromium },
      missing: [],
    });
  });

  it('prefers the program of a setting to the search path', () => {
    program('chromium');
    const other = program('my-browser');
    expect(findNativeTools({ PATH: folder, CHROMIUM_PATH: other }).paths.CHROMIUM_PATH).toBe(other);
  });

  it('takes no other program when that of a setting is missing, and names it', () => {
    program('redis-server');
    const env = { PATH: folder, REDIS_SERVER: '/nowhere/redis' };
    const { paths, missing } = findNativeTools(env);
    expect(paths).not.toHaveProperty('REDIS_SERVER');
    expect(missing.map((tool) => missingLine(tool, env))).toContain(
      'REDIS_SERVER names /nowhere/redis, which is not a program on this machine',
    );
  });

  it('has one line for a missing program', () => {
    const redis = { name: 'Redis', setting: 'REDIS_SERVER', install: 'apt install redis-server' };
    expect(missingLine(redis, {})).toBe(
      'Redis is not on this machine: install it (apt install redis-server), or name it in REDIS_SERVER',
    );
  });
});
