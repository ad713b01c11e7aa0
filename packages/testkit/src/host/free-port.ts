import { createServer } from 'node:net';

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

/** A port of the loopback that nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`found no free port from ${FIRST_PORT} to ${LAST_PORT}`);
};
