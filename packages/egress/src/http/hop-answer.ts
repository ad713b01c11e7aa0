import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import { decodeContent } from './decode-content.js';
import type { NetworkFailure } from '../fetch/network-error.js';

export interface HopAnswer {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookie: readonly string[];
  /** Empty for redirects: their bodies are not read. */
  readonly body: Uint8Array;
}

export type HopResult =
  | { readonly isAnswered: true; readonly answer: HopAnswer }
  | ({ readonly isAnswered: false } & NetworkFailure);

export interface RawAnswer {
  readonly statusCode: number;
  readonly statusMessage: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer>;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (statusCode: number): boolean => REDIRECTS.has(statusCode);

export const failed = (failure: NetworkFailure): HopResult => ({ isAnswered: false, ...failure });
const TOO_LARGE = failed({ verdict: 'too_large', reason: 'body_too_large' });

const UNDECODED = {
  too_large: TOO_LARGE,
  truncated: failed({ verdict: 'connection_error', reason: 'truncated' }),
  malformed: failed({ verdict: 'connection_error', reason: 'content_decoding_failed' }),
} as const;

const flattenHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.startsWith(':')
        ? []
        : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** Undefined for a body above the bound. */
export const readBody = async (
  stream: AsyncIterable<Buffer>,
  maxBodyBytes: number,
): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
};

/** Reads and decodes a response within the bound. Rejects with the stream's error. */
export const readAnswer = async (raw: RawAnswer, maxBodyBytes: number): Promise<HopResult> => {
  const { statusCode, headers } = raw;
  const head = {
    statusCode,
    statusText: raw.statusMessage || (STATUS_CODES[statusCode] ?? ''),
    headers: flattenHeaders(headers),
    setCookie: headers['set-cookie'] ?? [],
  };
  if (isRedirect(statusCode) && headers.location !== undefined) {
    return { isAnswered: true, answer: { ...head, body: new Uint8Array() } };
  }
  if (Number(headers['content-length'] ?? 0) > maxBodyBytes) return TOO_LARGE;
  const body = await readBody(raw.body, maxBodyBytes);
  if (!body) return TOO_LARGE;
  const content = await decodeContent(body, head.headers['content-encoding'] ?? '', maxBodyBytes);
  if (content.isDecoded) return { isAnswered: true, answer: { ...head, body: content.body } };
  return UNDECODED[content.why];
};
