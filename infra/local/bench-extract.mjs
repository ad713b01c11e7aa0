import { spawn } from 'node:child_process';
import { cleanEnvironment } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { runMain } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';

/** What converting a page costs, beside other libraries; an argument names which rows to run. */
await runMain(async () => {
  const { node } = await setUp();
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['bench/dist/extract/main.js', ...process.argv.slice(2)], {
      cwd: ROOT,
      env: cleanEnvironment(process.env),
      stdio: 'inherit',
    });
    onInterrupt((signal) => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
