import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('test-host.mjs', import.meta.url));

/** Starts the host that all tests of a run share: `{ env, stop }`; `env` is for the tests. It ends with this process at the latest. */
export const openTestHost = async ({ node, env }) => {
  // In its own process group: Ctrl-C is for us, and we end it after the tests.
  const host = spawn(node, [HOST], { env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(host, 'exit');
  const [socket] = await Promise.race([once(createInterface(host.stdout), 'line'), ended]);
  if (typeof socket !== 'string') throw new Error(`the host of the tests ended with code ${socket}`);
  return {
    env: { TEST_HOST: socket },
    async stop() {
      host.stdin.end();
      await ended;
    },
  };
};
