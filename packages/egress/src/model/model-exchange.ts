import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { TimeoutError, type Request, type Response } from 'got';
import { decodeContent } from '../http/decode-content.js';
import { toNetworkFailure } from '../fetch/network-error.js';

/** Bytes of one answer of the model's server that are read, before and after decompression. */
export const MAX_MODEL_ANSWER_BYTES = 2 * 1024 * 1024;
/** Longest block of answer headers. */
export const MAX_MODEL_HEADER_BYTES = 65_536;
/** Requests at once; further ones wait within their time. */
export const MAX_MODEL_SOCKETS = 64;

/** Why there is no answer: never an address and never a word of the server's. */
export type ExchangeFailure = 'cancelled' | 'timeout' | 'too_large' | 'unreachable';

export type Exchange =
  | {
      readonly isAnswered: true;
      readonly statusCode: number;
      readonly retryAfter: string | undefined;
      readonly text: string;
    }
  | { readonly isAnswered: false; readonly reason: ExchangeFailure };

export interface ExchangeRequest {
  readonly url: URL;
  /** Sent as bearer token; told to nobody else. */
  readonly key: string | undefined;
  readonly body: string;
  /** From the first byte sent to the last one read. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Exchanger {
  /** One POST of JSON. Never rejects. */
  post(request: ExchangeRequest): Promise<Exchange>;
  close(): void;
}

const failed = (reason: ExchangeFailure): Exchange => ({ isAnswered: false, reason });

const firstResponse = (stream: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve);
    stream.once('error', reject);
  });

/** Undefined once the bound is passed. */
const readBody = async (stream: Request): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_MODEL_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
};

const receive = async (stream: Request): Promise<Exchange> => {
  const { statusCode, headers } = await firstResponse(stream);
  const body = await readBody(stream);
  if (!body) return failed('too_large');
  const content = await decodeContent(body, headers['content-encoding'] ?? '', MAX_MODEL_ANSWER_BYTES);
  if (!content.isDecoded) return failed(content.why === 'too_large' ? 'too_large' : 'unreachable');
  const text = Buffer.from(content.body).toString('utf8');
  return { isAnswered: true, statusCode, retryAfter: headers['retry-after'], text };
};

const judgeError = (error: unknown, signal: AbortSignal): Exchange => {
  if (signal.aborted) return failed('cancelled');
  if (error instanceof TimeoutError) return failed('timeout');
  return failed(toNetworkFailure(error).verdict === 'too_large' ? 'too_large' : 'unreachable');
};

/**
 * Speaks to the model's server, which the operator named: it may stand in the private network, so that the target rule does not
 * apply here, and for the same reason no redirect is followed.
 */
export const createExchanger = (certificateAuthorities?: readonly string[]): Exchanger => {
  const agents = {
    http: new HttpAgent({ keepAlive: false, maxTotalSockets: MAX_MODEL_SOCKETS }),
    https: new HttpsAgent({ keepAlive: false, maxTotalSockets: MAX_MODEL_SOCKETS }),
  };
  const closing = new AbortController();

  const open = ({ url, key, body, timeoutMs }: ExchangeRequest, signal: AbortSignal): Request =>
    got.stream.post(url, {
      signal,
      body,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'user-agent': 'Quarry',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      agent: agents,
      http2: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      decompress: false,
      maxHeaderSize: MAX_MODEL_HEADER_BYTES,
      timeout: { request: Math.max(1, timeoutMs) },
      https: certificateAuthorities ? { certificateAuthority: [...certificateAuthorities] } : {},
    });

  return {
    post: async (request) => {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      if (signal.aborted) return failed('cancelled');
      let stream: Request | undefined;
      try {
        stream = open(request, signal);
        // Errors after the outcome have no reader left.
        stream.on('error', () => undefined);
        return await receive(stream);
      } catch (error) {
        return judgeError(error, signal);
      } finally {
        stream?.destroy();
      }
    },
    close: () => {
      closing.abort();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
