import { createServer } from 'node:net';

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });

const close = (server) => new Promise((resolve) => server.close(resolve));

/**
 * Below what systems give out by themselves (from 32768 on Linux, from 49152 elsewhere): a program that is started again finds its
 * port as it left it, and not taken by somebody's connection meanwhile.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const MAX_TRIES = 200;

const listenSomewhere = async (host) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1)), host);
    } catch (error) {
      if (attempt === MAX_TRIES || error.code !== 'EADDRINUSE') throw error;
    }
  }
};

/** As many ports of this machine that nobody listens on just now, all different. */
export const findFreePorts = async (count, host = '127.0.0.1') => {
  // Held until all are found: a port that is given back may be found again.
  const servers = await Promise.all(Array.from({ length: count }, () => listenSomewhere(host)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map(close));
  return ports;
};

/** A port of this machine that nobody listens on just now. */
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
