import { Agent } from 'node:http';
import { TimeoutError, type Request } from 'got';
import type { Dialler } from '../exits/dial-target.js';
import type { Exit } from '../exits/exit.js';
import { sendThroughExit } from '../exits/exit-hop.js';
import { trustRoots } from '../exits/trusted-roots.js';
import { portOf } from '../target/closed-ports.js';
import type { GuardedLookup } from '../target/guarded-lookup.js';
import { createGot, readResponse } from './got-stream.js';
import { failed, readAnswer, type HopResult } from './hop-answer.js';
import { HOP_TIMEOUTS_MS, MAX_HEADER_BYTES } from './hop-limits.js';
import { toNetworkFailure, type NetworkFailure } from '../fetch/network-error.js';
import type { HeaderList } from './request-headers.js';

/** Connections of the plain-http agent: per host, in total, and idle ones kept. */
export const MAX_SOCKETS_PER_HOST = 16;
export const MAX_SOCKETS = 256;
const MAX_FREE_SOCKETS = 32;
const IDLE_SOCKET_TIMEOUT_MS = 15_000;

export interface HopRequest {
  readonly url: URL;
  readonly headers: HeaderList;
  /** Sent by POST; absent: GET. */
  readonly form?: string | undefined;
  readonly signal: AbortSignal;
  /** Bound of the body, decompressed. */
  readonly maxBodyBytes: number;
  /** Absent: the deployment's own address. */
  readonly exit?: Exit | undefined;
}

export interface HopClient {
  /** One request without redirects. Never rejects: an abort is a failure. */
  send(request: HopRequest): Promise<HopResult>;
  close(): void;
}

const toFailure = (error: unknown): NetworkFailure => {
  if (!(error instanceof TimeoutError)) return toNetworkFailure(error);
  if (error.event === 'lookup') return { verdict: 'dns_error', reason: 'ETIMEDOUT' };
  const isConnecting = error.event === 'connect' || error.event === 'secureConnect';
  return isConnecting
    ? { verdict: 'connection_error', reason: 'ETIMEDOUT' }
    : { verdict: 'page_timeout', reason: 'no_answer' };
};

export interface HopClientOptions {
  readonly lookup: GuardedLookup;
  /** Absent: every request leaves by the deployment's own address. */
  readonly dialler?: Dialler | undefined;
  /** Extra PEM roots beside the system's. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

export const createHopClient = ({ lookup, dialler, certificateAuthorities }: HopClientOptions): HopClient => {
  const trust = trustRoots(certificateAuthorities);
  const got = createGot(certificateAuthorities);
  const httpAgent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    maxTotalSockets: MAX_SOCKETS,
    maxFreeSockets: MAX_FREE_SOCKETS,
    timeout: IDLE_SOCKET_TIMEOUT_MS,
  });

  const open = ({ url, headers, form, signal }: HopRequest): Request =>
    got.stream(url, {
      signal,
      ...(form === undefined ? {} : { method: 'POST', body: Buffer.from(form) }),
      // Set last and as a whole: merged options would put the client's own defaults first.
      hooks: { beforeRequest: [(options) => void (options.headers = { ...headers })] },
      agent: { http: httpAgent },
      // The sockets of both protocols resolve through the guard; literals were judged with the URL.
      dnsLookup: lookup.forPort(portOf(url)),
      http2: true,
      maxHeaderSize: MAX_HEADER_BYTES,
      timeout: { ...HOP_TIMEOUTS_MS },
    });

  const send = async (request: HopRequest): Promise<HopResult> => {
    const dial = dialler?.through(request.exit);
    if (dial) return sendThroughExit(request, dial, trust);
    try {
      return await readResponse(open(request), ({ statusCode, statusMessage, headers }, body) =>
        readAnswer({ statusCode, statusMessage, headers, body }, request.maxBodyBytes),
      );
    } catch (error) {
      return failed(toFailure(error));
    }
  };

  return { send, close: () => httpAgent.destroy() };
};
