import { spawn } from 'node:child_process';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { runMain } from './progress.mjs';
import { isReady, ROOT, setUp } from './setup.mjs';
import { findNode } from './toolchain.mjs';

const CLI = path.join(ROOT, 'packages', 'cli', 'dist', 'main.js');
const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

/** Standard output belongs to the command, so a setup speaks on standard error. */
const prepare = async () => {
  if (isReady(ROOT)) return findNode(ROOT);
  return (await setUp({ out: process.stderr, withTools: false })).node;
};

/** Runs the command line where the caller stands, with the caller's standard streams. */
const run = (node) =>
  new Promise((resolve, reject) => {
    const { env } = process;
    const child = spawn(node, [CLI, ...process.argv.slice(2)], {
      cwd: env.INIT_CWD || process.cwd(),
      env: withPathFirst(cleanEnvironment(env), path.dirname(node)),
      stdio: 'inherit',
    });
    onInterrupt((signal) => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? SIGNAL_CODES[signal] ?? 1));
  });

await runMain(async () => run(await prepare()));
