import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { describe, expect, it } from '@jest/globals';
import { runCliHere } from '../../test/run-cli-here.js';
import { withFolder } from '../../test/run-built-cli.js';
import { isRunning } from './runner-lock.js';
import { stopFleet } from './stop.js';

const startTimeOf = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

/** A process that stands for a runner; resolves when it is ready for signals. */
const startRunner = (onTerm: string): Promise<ChildProcess> =>
  new Promise((resolve) => {
    const code = `process.on('SIGTERM', () => { ${onTerm} }); setInterval(() => {}, 1000); console.log('up')`;
    const child = spawn(execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout?.once('data', () => resolve(child));
  });

const writeLock = (folder: string, pid: number, startedAt: string): Promise<void> =>
  writeFile(
    join(folder, 'runner.lock'),
    JSON.stringify({ holder: { pid, startedAt }, details: { baseUrl: 'http://127.0.0.1:3000' } }),
  );

const withRunner = (onTerm: string, run: (folder: string, child: ChildProcess, pid: number) => Promise<void>) =>
  withFolder(async (folder) => {
    const child = await startRunner(onTerm);
    try {
      await run(folder, child, child.pid ?? 0);
    } finally {
      child.kill('SIGKILL');
    }
  });

describe('quarry stop', () => {
  it('ends the runner of the data folder and waits for its end', () =>
    withRunner('setTimeout(() => process.exit(0), 300)', async (folder, child, pid) => {
      const startedAt = startTimeOf(pid);
      await writeLock(folder, pid, startedAt);
      const { exitCode, out, err } = await runCliHere(['stop'], { QUARRY_DATA: folder });
      expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
      expect(err).toBe(`stopped the fleet on ${folder} at http://127.0.0.1:3000\n`);
      expect(child.signalCode).toBeNull();
      expect(isRunning({ pid, startedAt, baseUrl: undefined })).toBe(false);
    }));

  it('never signals a process that has the id of a runner that is gone', () =>
    withRunner('process.exit(0)', async (folder, child, pid) => {
      await writeLock(folder, pid, '1');
      expect(await stopFleet(folder)).toMatchObject({ exitCode: 0, err: `no fleet runs on ${folder}\n` });
      expect(child.exitCode).toBeNull();
      expect(child.signalCode).toBeNull();
    }));

  it('says when nothing runs, and what to do about a runner that does not end', () =>
    withRunner('', async (folder, _child, pid) => {
      expect(await stopFleet(folder)).toMatchObject({ exitCode: 0, err: `no fleet runs on ${folder}\n` });
      await writeLock(folder, pid, startTimeOf(pid));
      const { exitCode, err } = await stopFleet(folder, { waitMs: 200 });
      expect(exitCode).toBe(1);
      expect(err).toContain(`process ${pid}) is still stopping. Run the command again`);
    }));
});
