import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { findFreePort } from '../local/host/local-ports.mjs';
import { Failure, killGroup } from '../local/host/run-command.mjs';
import { closeSync, openSync } from 'node:fs';

const GUARD = fileURLToPath(new URL('../local/host/guard.mjs', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 50;

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (isOpen) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

/**
 * Runs a server on a free loopback port, in its own folder, until `stop` is called or this process ends in any way.
 * `commandFor(port, folder)` returns `[program, ...arguments]`.
 */
export const startGuardedServer = async ({ name, commandFor, env }) => {
  const folder = mkdtempSync(path.join(tmpdir(), `quarry-${name}-`));
  const port = await findFreePort();
  const logFile = path.join(folder, 'server.log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [GUARD, path.join(folder, 'process.json'), ...commandFor(port, folder)], {
    cwd: folder,
    env: cleanEnvironment(env),
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  child.stdin.on('error', () => {});
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => killGroup(child.pid, 'SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  const endsAt = Date.now() + READY_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > endsAt) {
      const output = readFileSync(logFile, 'utf8');
      await stop();
      throw new Failure(`${name} did not start`, output);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return { port, stop };
};
