import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Request } from 'express';
import type { Logger } from '@quarry/observability';
import { callerGoneSignal } from '../http/caller-gone.js';
import { refuse, type Refusal } from '../http/errors.js';
import type { AccountCall } from '../http/routes.js';
import type { CallGateway } from './call-gateway.js';
import { GatewayTimeoutError, GatewayUnavailableError } from './gateway-client.js';
import { headersToCaller, headersToGateway } from './passed-headers.js';

export interface ProxyOptions {
  readonly callGateway: CallGateway;
  readonly log: Logger;
}

export interface ProxiedCall extends AccountCall {
  /** Path and query on the gateway. */
  readonly target: string;
  readonly isFile: boolean;
}

const hasBody = ({ headers, method }: Request): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** The length is the parser's own reading of it; a body in chunks stays one. */
const lengthOf = ({ headers }: Request): Record<string, string> => {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return length === undefined || encoding !== undefined ? {} : { 'content-length': String(Number(length)) };
};

/** Pipes the body on. The gateway may respond before it has all of it: then nobody reads the rest. */
const sendBody = (request: Request, outgoing: ClientRequest): void => {
  request.pipe(outgoing);
  const stop = (): void => void request.unpipe(outgoing);
  outgoing.once('error', stop).once('close', stop);
};

/** Errors of a pipeline whose caller has left. */
const CALLER_LEFT = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ERR_STREAM_DESTROYED',
  'ABORT_ERR',
]);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Passes a call on to the gateway and its response back, both as they come. Undefined once a response has begun. */
export const createProxy = ({ callGateway, log }: ProxyOptions) => {
  const toRefusal = (error: unknown): Refusal => {
    if (error instanceof GatewayTimeoutError) return refuse('api_timeout');
    if (!(error instanceof GatewayUnavailableError)) throw error;
    log.warn('the API does not respond', { error });
    return refuse('api_unavailable');
  };

  const sendBack = async (call: ProxiedCall, incoming: IncomingMessage): Promise<Refusal | undefined> => {
    const { request, response, isFile } = call;
    const { statusCode = 502 } = incoming;
    // Nobody is signed out because the gateway and the console disagree; and a redirect leads nowhere from here.
    if (statusCode === 401 || (statusCode >= 300 && statusCode < 400 && statusCode !== 304)) {
      incoming.destroy();
      log.error('the API refuses the calls of the console', { status: statusCode });
      return refuse('api_unavailable');
    }
    response.status(statusCode);
    for (const [name, value] of Object.entries(headersToCaller(incoming.headers))) response.setHeader(name, value);
    if (isFile) response.setHeader('cache-control', 'private, no-cache');
    if (!request.complete) response.setHeader('connection', 'close');
    try {
      await pipeline(incoming, response);
    } catch (error) {
      // The caller sees that its response is cut short.
      response.destroy();
      if (!CALLER_LEFT.has(codeOf(error))) log.warn('a response of the API broke off', { error });
    }
    return undefined;
  };

  return async (call: ProxiedCall): Promise<Refusal | undefined> => {
    const { request, response, target } = call;
    const isSending = hasBody(request);
    let incoming: IncomingMessage;
    try {
      incoming = await callGateway(call, {
        method: request.method,
        path: target,
        headers: { ...headersToGateway(request.headers), ...(isSending ? lengthOf(request) : {}) },
        ...(isSending ? { send: (outgoing: ClientRequest) => sendBody(request, outgoing) } : {}),
        signal: callerGoneSignal(response),
      });
    } catch (error) {
      if (response.destroyed) return undefined;
      // What is left of the body is not read.
      if (!request.complete) response.setHeader('connection', 'close');
      return toRefusal(error);
    }
    return sendBack(call, incoming);
  };
};

export type Proxy = ReturnType<typeof createProxy>;
