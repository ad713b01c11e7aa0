import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });

const close = (server) => new Promise((resolve) => server.close(resolve));

/**
 * Below the ports that systems assign themselves (from 16000 under gVisor, 32768 on Linux, 49152 elsewhere), so that no outgoing
 * connection takes the port of a program that is being restarted; above 10080, which browsers and Node's fetch refuse.
 */
const FIRST_PORT = 10_100;
const LAST_PORT = 15_999;
const MAX_TRIES = 200;

/** Ports that processes of this user have reserved, each as a file with the process's id. */
const CLAIMS = path.join(tmpdir(), `quarry-ports-${process.getuid?.() ?? 'all'}`);

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** False when a living process has reserved this port: its program may just be restarting. */
const claim = (port) => {
  const file = path.join(CLAIMS, String(port));
  try {
    mkdirSync(CLAIMS, { recursive: true, mode: 0o700 });
    if (isRunning(Number(readFileSync(file, 'utf8')))) return false;
    rmSync(file, { force: true });
  } catch {
    // No process has reserved it.
  }
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // Where nothing can be written, checking who listens must do.
    return error.code !== 'EEXIST';
  }
};

const listenSomewhere = async (host, { first, last }) => {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if (!claim(port)) continue;
    try {
      return await listen(port, host);
    } catch (error) {
      rmSync(path.join(CLAIMS, String(port)), { force: true });
      if (error.code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`found no free port from ${first} to ${last}`);
};

/**
 * Finds so many different free ports and reserves them while this process runs.
 */
export const findFreePorts = async (count, host = '127.0.0.1', range = { first: FIRST_PORT, last: LAST_PORT }) => {
  const servers = await Promise.all(Array.from({ length: count }, () => listenSomewhere(host, range)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map(close));
  return ports;
};

/** One such port. */
export const findFreePort = async (host) => (await findFreePorts(1, host))[0];

/** Why a port cannot be listened on, as the system's error code; undefined when it can. */
export const portProblem = async (port, host) => {
  try {
    await close(await listen(port, host));
    return undefined;
  } catch (error) {
    return error.code ?? 'UNKNOWN';
  }
};
