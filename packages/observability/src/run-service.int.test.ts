import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let folder: string;

const MAIN = `
import { runService } from './run-service.ts';
const log = Object.fromEntries(['error', 'warn', 'info', 'debug'].map((level) => [level, (text) => console.log(text)]));
const start = async () => {
  const timer = setInterval(() => undefined, 1000);
  if (process.argv[2] === 'fail') setTimeout(() => Promise.reject(new Error('bug')), 1);
  return { close: async () => { clearInterval(timer); console.log('closed'); } };
};
await runService({ start, log, graceMs: 2000, parentPipe: process.argv[2] === 'pipe' });
`;

const launch = (mode: string) => {
  const child = spawn(process.execPath, [join(folder, 'main.mjs'), mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('started')) resolve();
    });
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  return { child, started: Promise.race([started, ended]), ended };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-run-service-'));
  await copyFile(new URL('run-service.ts', import.meta.url), join(folder, 'run-service.ts'));
  await writeFile(join(folder, 'main.mjs'), MAIN);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('runService in a process of its own', () => {
  it('closes on SIGTERM', async () => {
    const { child, started, ended } = launch('plain');
    await started;
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, output: 'started\nstopping\nclosed\n' });
  });

  it('closes when the pipe from its parent ends', async () => {
    const { child, started, ended } = launch('pipe');
    await started;
    child.stdin.end();
    expect(await ended).toEqual({ code: 0, output: 'started\nstopping\nclosed\n' });
  });

  it('exits with 1 after a rejection nobody caught', async () => {
    const { ended } = launch('fail');
    expect(await ended).toEqual({ code: 1, output: 'started\nunhandled rejection\n' });
  });
});
