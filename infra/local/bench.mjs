import { spawn } from 'node:child_process';
import path from 'node:path';
import { startTestServers } from '../test-servers/start-test-servers.mjs';
import { cleanEnvironment, withPathFirst } from './environment.mjs';
import { onInterrupt } from './interrupt.mjs';
import { createProgress, runMain } from './progress.mjs';
import { Failure } from './run-command.mjs';
import { ROOT, setUp } from './setup.mjs';

/** Whole-fleet benches by the word that asks for them; without one, single requests. */
const SCRIPTS = { batch: 'bench/dist/batch/main.js', capacity: 'bench/dist/capacity/main.js' };
/** These measure the production parts as well, where servers for them are. */
const WITH_SERVERS = new Set(['capacity']);
const SINGLE_REQUESTS = 'bench/dist/fleet.js';

await runMain(async () => {
  const { argv, env } = process;
  const [word, ...rest] = argv.slice(2);
  const script = SCRIPTS[word];
  const { node, tools, missing } = await setUp();
  if (missing.length > 0) throw new Failure(missing.map(({ line }) => line).join('\n'));
  const servers = WITH_SERVERS.has(word)
    ? await startTestServers({ root: ROOT, env, progress: createProgress(process.stdout) })
    : { env: {}, missing: [], stop: async () => {} };
  for (const line of servers.missing) console.log(`! ${line}; left out`);
  const args = [
    '--disable-warning=ExperimentalWarning',
    ...(script ? [script, ...rest] : [SINGLE_REQUESTS, ...argv.slice(2)]),
  ];
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(node, args, {
        cwd: ROOT,
        env: withPathFirst({ ...cleanEnvironment(env), ...tools, ...servers.env }, path.dirname(node)),
        stdio: 'inherit',
      });
      onInterrupt((signal) => child.kill(signal));
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    await servers.stop();
  }
});
