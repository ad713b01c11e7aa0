import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below what systems give out by themselves: a server that is started again finds its port as it left it. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const MAX_TRIES = 200;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** The ports that processes of this user have found, as in infra/local/local-ports.mjs. */
const CLAIMS = join(tmpdir(), `quarry-ports-${process.getuid?.() ?? 'all'}`);

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** False when a living process has found this port before: whoever listens there may just be starting again. */
const claim = (port: number): boolean => {
  const file = join(CLAIMS, String(port));
  try {
    mkdirSync(CLAIMS, { recursive: true, mode: 0o700 });
    if (isRunning(Number(readFileSync(file, 'utf8')))) return false;
    rmSync(file, { force: true });
  } catch {
    // Nobody has claimed it.
  }
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
};

/** A port of the loopback that nobody listens on just now, and that is given to nobody else while this process runs. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (claim(port) && (await isFree(port))) return port;
  }
  throw new Error(`found no free port from ${FIRST_PORT} to ${LAST_PORT}`);
};
