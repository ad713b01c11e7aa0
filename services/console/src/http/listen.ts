import { createServer, type RequestListener } from 'node:http';
import { serve, type HttpServer } from '@quarry/observability';
import {
  BODY_TIMEOUT_MS,
  CLOSE_CALLS_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  SILENT_CONNECTION_MS,
} from '../bounds.js';

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
  return serve(server, { host, port, closeMs });
};
