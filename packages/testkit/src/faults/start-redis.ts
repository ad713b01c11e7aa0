import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../host/free-port.js';
import { endWithProcess } from '../host/end-with-process.js';

const READY_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** The test's own Redis, to be emptied, killed and started again. */
export interface TestRedis {
  readonly url: string;
  /** Sends one command without arguments, such as FLUSHALL; resolves with the first line of the reply. */
  command(name: string): Promise<string>;
  /** Kills it. Its data on disk stays. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const ask = (port: number, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${command}\r\n`));
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString('latin1').split('\r\n', 1)[0] ?? '');
    });
  });

/** Starts redis-server, durable within a second like the fleet's own. */
export const startTestRedis = async (): Promise<TestRedis> => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'));
  const args = `--port ${port} --bind 127.0.0.1 --save --appendonly yes --maxmemory-policy noeviction --dir`.split(' ');
  // An empty value disables snapshots.
  args.splice(args.indexOf('--save') + 1, 0, '');
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(process.env['REDIS_SERVER'] ?? 'redis-server', [...args, folder], { stdio: 'ignore' });
    const giveUpAt = Date.now() + READY_TIMEOUT_MS;
    while ((await ask(port, 'PING').catch(() => '')) !== '+PONG') {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error('redis-server did not start');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const kill = async (): Promise<void> => {
    const own = child;
    if (own === undefined || own.exitCode !== null || own.signalCode !== null) return;
    const exited = new Promise((resolve) => own.once('exit', resolve));
    own.kill('SIGKILL');
    await exited;
  };
  endWithProcess(kill);
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    command: (name) => ask(port, name),
    start,
    kill,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
