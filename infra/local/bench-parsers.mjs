import { spawn } from 'node:child_process';
import { cleanEnvironment } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { runMain } from './progress.mjs';
import { ROOT, setUp } from './setup.mjs';

/** What parsing a captured page costs, operation by operation. */
await runMain(async () => {
  const { node } = await setUp();
  return new Promise((resolve, reject) => {
    const child = spawn(node, ['bench/dist/parsers/main.js', ...process.argv.slice(2)], {
      cwd: ROOT,
      env: cleanEnvironment(process.env),
      stdio: 'inherit',
    });
    onInterrupt((signal) => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
