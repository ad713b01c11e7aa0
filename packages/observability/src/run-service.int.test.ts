import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOOP_STUCK_EXIT_CODE } from './watch-dog.js';

let folder: string;

const MAIN = `
import { runService } from './run-service.js';
const log = Object.fromEntries(['error', 'warn', 'info', 'debug'].map((level) => [level, (text) => console.log(text)]));
const start = async () => {
  const timer = setInterval(() => undefined, 1000);
  if (process.argv[2] === 'block') setTimeout(() => { for (;;); }, 100);
  if (process.argv[2] === 'wait') setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 100);
  if (process.argv[2] === 'busy') setInterval(() => { const until = Date.now() + 200; while (Date.now() < until); }, 1);
  if (process.argv[2] === 'fail') setTimeout(() => Promise.reject(new Error('bug')), 1);
  return { close: async () => { clearInterval(timer); console.log('closed'); } };
};
await runService({ start, log, graceMs: 2000, parentPipe: process.argv[2] === 'pipe', service: 'test', loopStuckAfterMs: 600 });
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
      const { child, ended } = launch(how);
      const { code, output } = await ended;
      expect({ code, signal: child.signalCode }).toEqual({ code: LOOP_STUCK_EXIT_CODE, signal: null });
      const [, line = ''] = output.split('\n');
      expect(JSON.parse(line)).toMatchObject({ level: 'error', service: 'test', message: 'event loop stuck' });
    },
  );

  it('lives on while its loop is slow but turns, and after it was suspended as a whole', async () => {
    const { child, started, ended } = launch('busy');
    await started;
    await pause(900);
    child.kill('SIGSTOP');
    await pause(1_200);
    child.kill('SIGCONT');
    await pause(900);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, output: 'started\nstopping\nclosed\n' });
  });
});
