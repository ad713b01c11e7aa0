import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const MODULE = new URL('process-identity.mjs', import.meta.url).href;

/** A script under a shell, as npm starts it; it prints its number, and its end when the runner is gone. */
const SCRIPT = `
const { watchScriptRunner } = await import('${MODULE}');
const isThere = watchScriptRunner();
console.log(isThere() ? process.pid : 'gone at once');
const timer = setInterval(() => { if (!isThere()) { console.log('gone'); clearInterval(timer); } }, 10);
`;
const RUNNER = `
require('node:child_process').spawn('sh', ['-c', process.argv[1] + '; true'], { stdio: ['ignore', 'inherit', 'ignore'] });
setInterval(() => {}, 1000);
`;

describe('watchScriptRunner', () => {
  it('notices that npm is gone although its shell lives', async () => {
    const script = `'${process.execPath}' --input-type=module -e "$SCRIPT"`;
    const runner = spawn(process.execPath, ['-e', RUNNER, script], {
      env: { ...process.env, NODE_OPTIONS: '', SCRIPT },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/^\d+$/);
    runner.kill('SIGKILL');
    expect((await lines.next()).value).toBe('gone');
    expect((await lines.next()).done).toBe(true);
  });
});
