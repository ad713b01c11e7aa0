import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOOP_STUCK_EXIT_CODE } from './watch-dog.js';

/** Long against what a loaded machine takes from a process, short to wait for. */
const STUCK_AFTER_MS = 1_000;

let folder: string;

const MAIN = `
import { runService } from './run-service.js';
const log = Object.fromEntries(['error', 'warn', 'info', 'debug'].map((level) => [level, (text) => console.log(text)]));
const still = new Int32Array(new SharedArrayBuffer(4));
const start = async () => {
  const timer = setInterval(() => undefined, 1000);
  if (process.argv[2] === 'block') setTimeout(() => { for (;;); }, 100);
  if (process.argv[2] === 'wait') setTimeout(() => Atomics.wait(still, 0, 0), 100);
  if (process.argv[2] === 'slow') setInterval(() => { Atomics.wait(still, 0, 0, 100); console.log('turn'); }, 1);
  if (process.argv[2] === 'fail') setTimeout(() => Promise.reject(new Error('bug')), 1);
  return { close: async () => { clearInterval(timer); console.log('closed'); } };
};
await runService({ start, log, graceMs: 2000, parentPipe: process.argv[2] === 'pipe', service: 'test', loopStuckAfterMs: Number(process.argv[3]) });
`;

const launch = (mode: string, stuckAfterMs = 20_000) => {
  const args = [join(folder, 'main.mjs'), mode, `${stuckAfterMs}`];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('started')) resolve();
    });
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  const turnsSeen = async (count: number): Promise<void> => {
    while (output.split('turn\n').length <= count && child.exitCode === null) await pause(10);
  };
  return { child, started: Promise.race([started, ended]), ended, turnsSeen };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-run-service-'));
  // As built: the thread has too little memory to strip types by itself.
  for (const name of ['run-service', 'watch-dog', 'watch-dog-thread']) {
    const source = await readFile(new URL(`${name}.ts`, import.meta.url), 'utf8');
    await writeFile(join(folder, `${name}.js`), stripTypeScriptTypes(source));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
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

  it.each(['block', 'wait'])(
    'ends with its own exit code and the reason when the event loop stands still: %s',
    async (how) => {
      const { child, ended } = launch(how, 300);
      const { code, output } = await ended;
      expect({ code, signal: child.signalCode }).toEqual({ code: LOOP_STUCK_EXIT_CODE, signal: null });
      const [, line = ''] = output.split('\n');
      expect(JSON.parse(line)).toMatchObject({ level: 'error', service: 'test', message: 'event loop stuck' });
    },
  );

  it('lives on while its loop is slow but turns, and after it was suspended as a whole', async () => {
    const { child, started, ended, turnsSeen } = launch('slow', STUCK_AFTER_MS);
    await started;
    // Longer in turns of its loop than it may stand still.
    const turns = STUCK_AFTER_MS / 100 + 2;
    await turnsSeen(turns);
    child.kill('SIGSTOP');
    // oxlint-disable-next-line quarry/no-long-sleep -- a process is suspended for longer than its loop may stand still
    await pause(STUCK_AFTER_MS + 200);
    child.kill('SIGCONT');
    await turnsSeen(2 * turns);
    child.kill('SIGTERM');
    const { code, output } = await ended;
    expect({ code, output: output.replaceAll('turn\n', '') }).toEqual({
      code: 0,
      output: 'started\nstopping\nclosed\n',
    });
  });
});
