import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identify, isAlive } from './process-identity.mjs';
import { CRASH_WINDOW_MS, restartDelayMs, supervise } from './supervise.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const until = async (condition) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Supervises a program given as text; `crashes` collects how it ended. */
const start = (code) => {
  const crashes = [];
  const logFile = path.join(folder, 'log');
  const child = supervise({
    command: process.execPath,
    args: ['-e', code],
    cwd: folder,
    env: process.env,
    logFile,
    onCrash: (crash) => crashes.push(crash),
  });
  const log = () => readFileSync(logFile, 'utf8');
  return { child, crashes, log };
};

describe('restartDelayMs', () => {
  const now = 1_000_000;
  it.each([
    [1, 0],
    [2, 500],
    [3, 1_000],
    [4, 2_000],
    [6, 8_000],
    [7, 15_000],
    [50, 15_000],
  ])('after %d crashes in the window: %d ms', (count, delayMs) =>
    expect(restartDelayMs(Array(count).fill(now), now)).toBe(delayMs),
  );

  it('never waits longer than it is told', () => {
    expect(restartDelayMs(Array(50).fill(now), now, 300)).toBe(300);
  });

  it('forgets older crashes', () => {
    const old = Array(50).fill(now - CRASH_WINDOW_MS);
    expect(restartDelayMs([...old, now], now)).toBe(0);
  });
});

describe('supervise', () => {
  it('starts a crashed program again and appends to its log', async () => {
    const { child, crashes, log } = start(`console.log('up'); setInterval(() => {}, 1000)`);
    child.keepAlive();
    await until(() => log() === 'up\n');
    process.kill(child.pid, 'SIGKILL');
    await until(() => log() === 'up\nup\n');
    await child.stop(5_000);
    expect(crashes).toEqual([{ how: 'SIGKILL', delayMs: 0 }]);
  });

  it('does not restart a program that ends before it was ready', async () => {
    const { crashes } = start('process.exit(3)');
    await until(() => crashes.length > 0);
    expect(crashes).toEqual([{ how: 'code 3', delayMs: undefined }]);
  });

  it('says that a program cannot be started', async () => {
    const crashes = [];
    const options = { args: [], cwd: folder, env: {}, logFile: path.join(folder, 'log') };
    supervise({ ...options, command: '/nowhere', onCrash: (crash) => crashes.push(crash) });
    await until(() => crashes.length > 0);
    expect(crashes[0].how).toContain('ENOENT');
  });

  it('ends a program that ignores SIGTERM, with its children', async () => {
    const { child, log } = start(`
      process.on('SIGTERM', () => {});
      const own = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      console.log(own.pid); setInterval(() => {}, 1000)`);
    await until(() => /\d+\n/.test(log()));
    const grandchild = identify(Number(log()));
    expect(isAlive(grandchild)).toBe(true);
    await child.stop(50);
    await until(() => !isAlive(grandchild));
    expect(isAlive(identify(child.pid))).toBe(false);
  });

  it('can be stopped while it waits to restart', async () => {
    const { child, crashes } = start('process.exit(1)');
    child.keepAlive();
    await until(() => crashes.length === 2);
    await child.stop(1_000);
    expect(crashes[1].delayMs).toBe(500);
  });
});
