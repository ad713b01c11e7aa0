import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = ['/usr/bin/tinyproxy', '/usr/local/bin/tinyproxy', '/opt/homebrew/bin/tinyproxy'];
const START_TIME_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Undefined where tinyproxy is not installed. */
export const findTinyproxy = (): string | undefined => PLACES.find((file) => existsSync(file));

export interface TinyproxyOptions {
  readonly port: number;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Only ports that it opens tunnels to; by default all. */
  readonly connectPorts?: readonly number[];
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const untilOpen = async (port: number): Promise<void> => {
  const untilMs = Date.now() + START_TIME_MS;
  while (!(await isOpen(port))) {
    if (Date.now() > untilMs) throw new Error('tinyproxy did not start.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
};

/** A real tinyproxy on this loopback port. */
export const startTinyproxy = async (
  file: string,
  { port, credentials, connectPorts = [] }: TinyproxyOptions,
): Promise<{ close(): Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'tinyproxy-'));
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 60',
    'MaxClients 50',
    'LogLevel Error',
    `LogFile "${join(folder, 'log')}"`,
    ...(credentials ? [`BasicAuth ${credentials.username} ${credentials.password}`] : []),
    ...connectPorts.map((one) => `ConnectPort ${one}`),
  ];
  const settings = join(folder, 'tinyproxy.conf');
  await writeFile(settings, `${lines.join('\n')}\n`);
  const child = spawn(file, ['-d', '-c', settings], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilOpen(port);
  return {
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
