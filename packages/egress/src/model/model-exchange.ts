import { TimeoutError, type Request, type Response } from 'got';
import { decodeContent } from '../http/decode-content.js';
import { createAgents, createGot, readResponse } from '../http/got-stream.js';
import { readBody } from '../http/hop-answer.js';
import { toNetworkFailure } from '../fetch/network-error.js';

/** Bytes of one response of the model's server that are read, before and after decompression. */
export const MAX_MODEL_ANSWER_BYTES = 2 * 1024 * 1024;
/** Longest block of response headers. */
export const MAX_MODEL_HEADER_BYTES = 65_536;
/** Requests at once; further ones wait within their time limit. */
export const MAX_MODEL_SOCKETS = 64;

/** Why there is no response: never an address, never text of the server. */
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
  /** Sent as bearer token, and nowhere else. */
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

const receive = async ({ statusCode, headers }: Response, stream: AsyncIterable<Buffer>): Promise<Exchange> => {
  const body = await readBody(stream, MAX_MODEL_ANSWER_BYTES);
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
 * Sends requests to the model's server, which the operator named: it may be in the private network, so the target rule does not
 * apply here, and for the same reason no redirect is followed.
 */
export const createExchanger = (certificateAuthorities?: readonly string[]): Exchanger => {
  const agents = createAgents(MAX_MODEL_SOCKETS);
  const got = createGot(certificateAuthorities);
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
      maxHeaderSize: MAX_MODEL_HEADER_BYTES,
      timeout: { request: Math.max(1, timeoutMs) },
    });

  return {
    post: async (request) => {
      const signal = AbortSignal.any([request.signal, closing.signal]);
      if (signal.aborted) return failed('cancelled');
      try {
        return await readResponse(open(request, signal), receive);
      } catch (error) {
        return judgeError(error, signal);
      }
    },
    close: () => {
      closing.abort();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
};
