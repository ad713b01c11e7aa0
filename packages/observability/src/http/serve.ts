import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often a closing server looks for connections without a call. */
const IDLE_CHECK_MS = 50;

export interface ServeOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Connections that are still open so long after `close` are cut, milliseconds. Default: none is. */
  readonly closeMs?: number | undefined;
}

export interface HttpServer {
  readonly port: number;
  /** Accepts no more connections or calls, and resolves when the last response is sent or its time is over. */
  close(): Promise<void>;
}

/** Listens; rejects if the port cannot be had. */
export const serve = async (server: Server, { host, port, closeMs }: ServeOptions): Promise<HttpServer> => {
  let isClosing = false;
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.setHeader('connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    // safe because a server that listens on a host and port has an address
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        isClosing = true;
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        const late = closeMs === undefined ? undefined : setTimeout(() => server.closeAllConnections(), closeMs);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
      }),
  };
};
