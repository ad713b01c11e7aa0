import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@quarry/testkit';
import { Redis } from 'ioredis';

export interface RedisFixture {
  readonly url: string;
  /** A plain connection for looking and breaking things. */
  readonly client: Redis;
  /** Ends the server at once; all data is lost. */
  kill(): Promise<void>;
  /** Starts an empty server on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A redis-server of the test's own, in memory, on a free port of the loopback. */
export const startRedis = async (settings: readonly string[] = []): Promise<RedisFixture> => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  let child: ChildProcess | undefined;
  const start = async () => {
    const bind = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    child = spawn('redis-server', [...bind, '--save', '', '--appendonly', 'no', ...settings], { stdio: 'ignore' });
    await client.ping();
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url,
    client,
    kill,
    start,
    stop: async () => {
      client.disconnect();
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
