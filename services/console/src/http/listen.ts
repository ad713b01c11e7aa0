import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BODY_TIMEOUT_MS,
  CLOSE_CALLS_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  SILENT_CONNECTION_MS,
} from '../bounds.js';

export interface HttpServer {
  readonly port: number;
  /** Accepts no more connections or calls, and resolves when the last response is sent or its time is over. */
  close(): Promise<void>;
}

const IDLE_CHECK_MS = 50;

export const listen = async (
  app: RequestListener,
  { host, port, closeMs = CLOSE_CALLS_MS }: { readonly host: string; readonly port: number; readonly closeMs?: number },
): Promise<HttpServer> => {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    app,
  );
  server.setTimeout(SILENT_CONNECTION_MS);
  let isClosing = false;
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.setHeader('connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        isClosing = true;
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
        const late = setTimeout(() => server.closeAllConnections(), closeMs);
        server.close(() => {
          clearInterval(idle);
          clearTimeout(late);
          resolve();
        });
      }),
  };
};
