import { createServer } from 'node:net';

const listen = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });

const close = (server) => new Promise((resolve) => server.close(resolve));

/** As many ports of this machine that nobody listens on just now, all different. */
export const findFreePorts = async (count, host = '127.0.0.1') => {
  // Held until all are found: a port that is given back may be found again.
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, host)));
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
