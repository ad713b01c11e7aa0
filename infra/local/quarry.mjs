#!/usr/bin/env node
import path from 'node:path';
import { commandOf } from './host/command-name.mjs';
import { cleanEnvironment, withPathFirst } from './host/environment.mjs';
import { runMain } from './host/progress.mjs';
import { runAttached } from './host/run-attached.mjs';
import { isReady, ROOT, setUp } from './setup/setup.mjs';
import { findNode } from './setup/toolchain.mjs';

const CLI = path.join(ROOT, 'dist', 'quarry.js');

/** Standard output belongs to the command, so a setup writes to standard error. */
const prepare = async () => {
  if (isReady(ROOT)) return findNode(ROOT);
  return (await setUp({ out: process.stderr, withTools: false })).node;
};

/** Runs the command line in the caller's folder, with the caller's standard streams. */
await runMain(async () => {
  const node = await prepare();
  const { env } = process;
  return runAttached(node, [CLI, ...process.argv.slice(2)], {
    cwd: env.INIT_CWD || process.cwd(),
    env: {
      ...withPathFirst(cleanEnvironment(env), path.dirname(node)),
      CLI_COMMAND: commandOf({ env, script: process.argv[1] }),
    },
  });
});
