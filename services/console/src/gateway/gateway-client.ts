import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { GATEWAY_CONNECT_MS, SILENT_CONNECTION_MS } from '../bounds.js';

/** The gateway did not accept the connection, or broke it before it responded. */
export class GatewayUnavailableError extends Error {
  override readonly name = 'GatewayUnavailableError';
}

/** The gateway was silent for too long. */
export class GatewayTimeoutError extends Error {
  override readonly name = 'GatewayTimeoutError';
}

export interface GatewayCall {
  readonly method: string;
  /** Path and query below the gateway's address, beginning with `/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes the body and ends the call. Default: it has none. */
  readonly send?: (outgoing: ClientRequest) => void;
  /** Ends the call, also while its response arrives. */
  readonly signal: AbortSignal;
}

export interface GatewayClient {
  /** Resolves with the head of the response, whose body is to be read or destroyed. */
  call(call: GatewayCall): Promise<IncomingMessage>;
  close(): void;
}

export interface GatewayClientOptions {
  /** Address of the gateway, without a trailing slash. */
  readonly gatewayUrl: string;
  readonly connectMs?: number;
  readonly silentMs?: number;
}

const endLateConnect = (outgoing: ClientRequest, connectMs: number): void => {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => outgoing.destroy(new GatewayUnavailableError('no connection')), connectMs);
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
  });
};

const toFailure = (error: Error): Error =>
  error instanceof GatewayTimeoutError || error.name === 'AbortError'
    ? error
    : new GatewayUnavailableError('the gateway did not respond', { cause: error });

/** Calls the gateway over connections that stay open. Follows no redirects. */
export const createGatewayClient = (options: GatewayClientOptions): GatewayClient => {
  const { gatewayUrl, connectMs = GATEWAY_CONNECT_MS, silentMs = SILENT_CONNECTION_MS } = options;
  const base = new URL(gatewayUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const isSecure = base.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const open = isSecure ? httpsRequest : httpRequest;

  const attempt = ({ method, path, headers, send, signal }: GatewayCall): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { protocol, hostname, port } = base;
      const host = hostname.replace(/^\[|\]$/g, '');
      const outgoing = open({ protocol, host, port, method, path: `${prefix}${path}`, headers, agent, signal });
      outgoing.setTimeout(silentMs, () => outgoing.destroy(new GatewayTimeoutError('the gateway was silent')));
      endLateConnect(outgoing, connectMs);
      outgoing.once('response', resolve);
      // After the response, errors are the body's.
      outgoing.on('error', (error) => reject(Object.assign(toFailure(error), { isStale: outgoing.reusedSocket })));
      if (send === undefined) outgoing.end();
      else send(outgoing);
    });

  return {
    call: async (call) => {
      try {
        return await attempt(call);
      } catch (error) {
        // The gateway may close a connection just as it is used again; a call without a body has not been read then.
        const isStale = error instanceof GatewayUnavailableError && 'isStale' in error && error.isStale === true;
        if (!isStale || call.send !== undefined || call.method !== 'GET') throw error;
        return attempt(call);
      }
    },
    close: () => agent.destroy(),
  };
};
