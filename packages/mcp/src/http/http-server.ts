import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  validateHostHeader,
  validateOriginHeader,
  type McpServer,
} from '@modelcontextprotocol/server';

/** Path of the endpoint. */
export const MCP_PATH = '/mcp';
/** Largest body of a call. */
export const MAX_BODY_BYTES = 4 * 1_048_576;
/** Most connections at once; further ones are closed. */
export const MAX_CONNECTIONS = 512;
/** Most characters of an API key. */
export const MAX_KEY_CHARS = 512;

/** Names by which this machine reaches itself. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export interface HttpServerOptions {
  /** Default: this machine alone. */
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  /** Host names besides those of this machine that calls may name, in Host and Origin. */
  readonly allowedHosts?: readonly string[];
  /** Makes the server of one call, for its API key. */
  readonly serve: (apiKey: string) => McpServer;
  readonly onError?: (error: Error) => void;
}

export interface RunningHttpServer {
  /** Such as `http://127.0.0.1:3333/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const refuse = (response: ServerResponse, status: number, message: string): void => {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
};

/** The caller's key: `x-api-key`, or a bearer token as in Quarry's own API. */
const keyOf = ({ headers }: IncomingMessage): string | undefined => {
  const given = headers['x-api-key'] ?? /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return typeof given === 'string' && given !== '' && given.length <= MAX_KEY_CHARS ? given : undefined;
};

/** Why a call is refused before its body is read; undefined if it is not. */
const refusalOf = (
  request: IncomingMessage,
  allowed: string[],
): readonly [status: number, message: string] | undefined => {
  const { host, origin } = request.headers;
  // A page whose name was pointed at this address would send its own name.
  const named = validateHostHeader(host, allowed);
  if (!named.ok) return [403, `${named.message}. Start quarry-mcp with --allow-host for this name.`];
  const from = validateOriginHeader(origin, allowed);
  if (!from.ok) return [403, `${from.message}. Start quarry-mcp with --allow-host for this name.`];
  // Not parsed as a URL: a caller may send anything, and what is no URL would end the server.
  if (request.url?.split('?', 1)[0] !== MCP_PATH) return [404, `The endpoint is ${MCP_PATH}.`];
  if (keyOf(request) === undefined) return [401, 'Send your Quarry API key in the x-api-key header.'];
  return undefined;
};

const listen = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    // safe because it does not listen on a pipe
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

/**
 * Serves MCP over streamable HTTP, the current protocol and those of 2025, without sessions of the protocol: each call stands for
 * itself and is made with the API key of its own headers.
 */
export const startHttpServer = async (options: HttpServerOptions): Promise<RunningHttpServer> => {
  const { host = '127.0.0.1', port, allowedHosts = [], serve, onError = () => undefined } = options;
  const handler = createMcpHandler(({ authInfo }) => serve(authInfo?.token ?? ''), {
    maxRequestBodySize: MAX_BODY_BYTES,
    onerror: onError,
  });
  const handle = toNodeHandler(handler, { maxRequestBodySize: MAX_BODY_BYTES, onerror: onError });
  const allowed = [...LOCAL_NAMES, ...allowedHosts];
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, allowed);
    if (refusal !== undefined) return refuse(response, ...refusal);
    const auth = { token: keyOf(request) ?? '', clientId: 'quarry', scopes: [] };
    const { method = 'GET', url = '/' } = request;
    handle(Object.assign(request, { auth, method, url }), response).catch((error: unknown) => {
      onError(error instanceof Error ? error : new Error(String(error)));
      response.destroy();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  const { port: bound, family } = await listen(server, port, host);
  return {
    url: `http://${family === 'IPv6' ? `[${host}]` : host}:${bound}${MCP_PATH}`,
    close: async () => {
      await handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};
