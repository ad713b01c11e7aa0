import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLock } from '../host/lock.mjs';
import { identify } from '../host/process-identity.mjs';

/** infra/local, with everything that a start needs before the setup. */
const RUNNER = fileURLToPath(new URL('../', import.meta.url));

let root;
let dataDir;
let setupLock;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'quarry-start-'));
  dataDir = path.join(root, 'data');
  mkdirSync(dataDir);
  cpSync(RUNNER, path.join(root, 'infra', 'local'), { recursive: true });
  writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
  setupLock = takeLock(path.join(root, '.toolchain', 'setup.lock'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs `npm start`'s script until it waits for its setup, which is held up by this test. */
const startUntilSetup = async () => {
  const program = process.execPath;
  const child = spawn(program, [path.join(root, 'infra', 'local', 'fleet', 'start.mjs')], {
    env: { PATH: process.env.PATH, QUARRY_DATA: dataDir, REDIS_SERVER: program, CHROMIUM_PATH: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text;
    if (output.includes('waiting for another setup')) break;
  }
  child.kill('SIGKILL');
  await ended;
  return output;
};

describe('npm start', () => {
  it.each([
    ['dead', 'long ago', false],
    ['living', identify(process.pid).startedAt, true],
  ])('before it sets anything up, knows the demo.json of a %s runner', async (_name, startedAt, isKept) => {
    expect(setupLock.ok).toBe(true);
    const lock = { holder: { pid: process.pid, startedAt }, details: {} };
    writeFileSync(path.join(dataDir, 'runner.lock'), JSON.stringify(lock));
    writeFileSync(path.join(dataDir, 'demo.json'), '{}');
    expect(await startUntilSetup()).toContain('waiting for another setup');
    expect(existsSync(path.join(dataDir, 'demo.json'))).toBe(isKept);
  });
});
