import { spawn } from 'node:child_process';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { runMain } from './progress.mjs';
import { Failure } from './run-command.mjs';
import { ROOT, setUp } from './setup.mjs';

/** Whole-fleet benches by the word that asks for them; without one, single requests. */
const SCRIPTS = { batch: 'bench/dist/batch/main.js' };
const SINGLE_REQUESTS = 'bench/dist/fleet.js';

await runMain(async () => {
  const { argv, env } = process;
  const [word, ...rest] = argv.slice(2);
  const script = SCRIPTS[word];
  const { node, tools, missing } = await setUp();
  if (missing.length > 0) throw new Failure(missing.map(({ line }) => line).join('\n'));
  return new Promise((resolve, reject) => {
    const child = spawn(node, script ? [script, ...rest] : [SINGLE_REQUESTS, ...argv.slice(2)], {
      cwd: ROOT,
      env: withPathFirst({ ...cleanEnvironment(env), ...tools }, path.dirname(node)),
      stdio: 'inherit',
    });
    onInterrupt((signal) => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
});
