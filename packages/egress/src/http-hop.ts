import { Agent, STATUS_CODES } from 'node:http';
import got, { TimeoutError, type Request, type Response } from 'got';
import { decodeContent } from './decode-content.js';
import type { GuardedLookup } from './guarded-lookup.js';
import { toNetworkFailure, type NetworkFailure } from './network-error.js';
import type { HeaderList } from './request-headers.js';
import { MAX_PAGE_TIME_MS } from './time-budget.js';

/** Time limits of one hop's phases. */
export const HOP_TIMEOUTS_MS = {
  lookup: 10_000,
  connect: 15_000,
  secureConnect: 15_000,
  response: MAX_PAGE_TIME_MS,
} as const;
/** Longest block of answer headers. */
export const MAX_HEADER_BYTES = 65_536;
/** Connections of the plain-http agent: per host, in all, and idle ones kept. */
export const MAX_SOCKETS_PER_HOST = 16;
export const MAX_SOCKETS = 256;
const MAX_FREE_SOCKETS = 32;
const IDLE_SOCKET_TIMEOUT_MS = 15_000;

export interface HopAnswer {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookie: readonly string[];
  /** Empty for redirects, whose bodies nobody reads. */
  readonly body: Uint8Array;
}

export type HopResult =
  { readonly isAnswered: true; readonly answer: HopAnswer } | ({ readonly isAnswered: false } & NetworkFailure);

export interface HopRequest {
  readonly url: URL;
  readonly headers: HeaderList;
  readonly signal: AbortSignal;
  /** Bound of the body, decompressed. */
  readonly maxBodyBytes: number;
}

export interface HopClient {
  /** One request without redirects. Rejects never; an abort shows as a failure. */
  send(request: HopRequest): Promise<HopResult>;
  close(): void;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (statusCode: number): boolean => REDIRECTS.has(statusCode);

const failed = (failure: NetworkFailure): HopResult => ({ isAnswered: false, ...failure });
const TOO_LARGE = failed({ verdict: 'too_large', reason: 'body_too_large' });

const UNDECODED = {
  too_large: TOO_LARGE,
  truncated: failed({ verdict: 'connection_error', reason: 'truncated' }),
  malformed: failed({ verdict: 'connection_error', reason: 'content_decoding_failed' }),
} as const;

const toFailure = (error: unknown): NetworkFailure => {
  if (!(error instanceof TimeoutError)) return toNetworkFailure(error);
  if (error.event === 'lookup') return { verdict: 'dns_error', reason: 'ETIMEDOUT' };
  const isConnecting = error.event === 'connect' || error.event === 'secureConnect';
  return isConnecting
    ? { verdict: 'connection_error', reason: 'ETIMEDOUT' }
    : { verdict: 'page_timeout', reason: 'no_answer' };
};

const flattenHeaders = (headers: Response['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const firstResponse = (stream: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });

/** Undefined once the bound is passed. */
const readBody = async (stream: Request, maxBodyBytes: number): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
};

const isDeclaredTooLarge = (response: Response, maxBodyBytes: number): boolean =>
  Number(response.headers['content-length'] ?? 0) > maxBodyBytes;

const receive = async (stream: Request, { maxBodyBytes }: HopRequest): Promise<HopResult> => {
  const response = await firstResponse(stream);
  const { statusCode } = response;
  const head = {
    statusCode,
    statusText: response.statusMessage || (STATUS_CODES[statusCode] ?? ''),
    headers: flattenHeaders(response.headers),
    setCookie: response.headers['set-cookie'] ?? [],
  };
  if (isRedirect(statusCode) && response.headers.location !== undefined) {
    return { isAnswered: true, answer: { ...head, body: new Uint8Array() } };
  }
  if (isDeclaredTooLarge(response, maxBodyBytes)) return TOO_LARGE;
  const body = await readBody(stream, maxBodyBytes);
  if (!body) return TOO_LARGE;
  const content = await decodeContent(body, head.headers['content-encoding'] ?? '', maxBodyBytes);
  if (content.isDecoded) return { isAnswered: true, answer: { ...head, body: content.body } };
  return UNDECODED[content.why];
};

export interface HopClientOptions {
  readonly lookup: GuardedLookup;
  /** Extra PEM roots beside the system's. */
  readonly certificateAuthorities?: readonly string[] | undefined;
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

export const createHopClient = ({ lookup, certificateAuthorities }: HopClientOptions): HopClient => {
  const httpAgent = new Agent({
    keepAlive: true,
    maxSockets: MAX_SOCKETS_PER_HOST,
    maxTotalSockets: MAX_SOCKETS,
    maxFreeSockets: MAX_FREE_SOCKETS,
    timeout: IDLE_SOCKET_TIMEOUT_MS,
  });

  const open = ({ url, headers, signal }: HopRequest): Request =>
    got.stream(url, {
      signal,
      // Set last and as a whole: merged options would put the client's own defaults first.
      hooks: { beforeRequest: [(options) => void (options.headers = { ...headers })] },
      agent: { http: httpAgent },
      // The sockets of both protocols resolve through the guard; literals were judged with the URL.
      dnsLookup: lookup.forPort(portOf(url)),
      http2: true,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      // Decoded by our own steps, which are bounded one by one.
      decompress: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      timeout: { ...HOP_TIMEOUTS_MS },
      https: certificateAuthorities ? { certificateAuthority: [...certificateAuthorities] } : {},
    });

  const send = async (request: HopRequest): Promise<HopResult> => {
    let stream: Request | undefined;
    try {
      stream = open(request);
      // Errors after the verdict have no reader left.
      stream.on('error', () => undefined);
      return await receive(stream, request);
    } catch (error) {
      return failed(toFailure(error));
    } finally {
      stream?.destroy();
    }
  };

  return { send, close: () => httpAgent.destroy() };
};
