import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '@quarry/contracts';
import { serve, type HttpServer } from '@quarry/observability';
import { isWatcher, sendWatcherOff } from '../compat/watcher-handshake.js';
import { SECURITY_HEADERS } from './security-headers.js';
import {
  BODY_TIMEOUT_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  SILENT_CONNECTION_MS,
} from '../bounds.js';

/** Sends our error body for invalid HTTP, such as headers over their limit. */
const answerBrokenRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? `The URL and the headers together are larger than ${MAX_HEADER_BYTES} bytes.`
      : 'The request is not valid HTTP.';
  const body = JSON.stringify(errorBody(id, 'bad_request', { message }));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'x-credits-charged: 0',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

export const listen = async (
  app: RequestListener,
  options: { readonly host: string; readonly port: number; readonly silentMs?: number },
): Promise<HttpServer> => {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node would respond without a body; the app sends ours.
      requireHostHeader: false,
      // Any other upgrade is a request as if it had not asked for one.
      shouldUpgradeCallback: isWatcher,
    },
    app,
  );
  server.on('clientError', answerBrokenRequest);
  server.on('upgrade', sendWatcherOff);
  server.setTimeout(options.silentMs ?? SILENT_CONNECTION_MS);
  return serve(server, { host: options.host, port: options.port });
};
