import { spawn } from 'node:child_process';
import { cleanEnvironment } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { runMain } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';

/** Sets the project up and runs one of its built scripts, with the arguments of this process. */
export const runBuilt = (script) =>
  runMain(async () => {
    const { node } = await setUp();
    return new Promise((resolve, reject) => {
      const child = spawn(node, [script, ...process.argv.slice(2)], {
        cwd: ROOT,
        env: cleanEnvironment(process.env),
        stdio: 'inherit',
      });
      onInterrupt((signal) => child.kill(signal));
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  });
