import { createServer } from 'node:net';

const listenOnce = (port, host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address();
      server.close(() => resolve(taken));
    });
  });

/** A port of this machine that nobody listens on just now. */
export const findFreePort = (host = '127.0.0.1') => listenOnce(0, host);

/** Why a port cannot be listened on, as the system's error code; undefined when it can. */
export const portProblem = async (port, host) => {
  try {
    await listenOnce(port, host);
    return undefined;
  } catch (error) {
    return error.code ?? 'UNKNOWN';
  }
};
