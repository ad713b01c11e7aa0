import { json, raw, type Request, type Response } from 'express';
import type { ErrorCode } from '@quarry/contracts';
import { MAX_BODY_DEPTH } from '../bounds.js';

export interface BodyFailure {
  readonly ok: false;
  readonly error: ErrorCode;
  readonly message?: string;
}

export type BodyReading = { readonly ok: true; readonly body: Record<string, unknown> } | BodyFailure;

const CODES: Readonly<Record<number, ErrorCode>> = { 413: 'payload_too_large', 415: 'unsupported_media_type' };

const isClientError = (error: unknown): error is { status: number } =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status < 500;

const hasBody = (request: Request): boolean => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) !== 0);
};

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

const isUtf8Json = (request: Request): boolean => {
  const [, charset = 'utf-8'] = CHARSET.exec(request.headers['content-type'] ?? '') ?? [];
  return Boolean(request.is('application/json')) && charset.toLowerCase() === 'utf-8';
};

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether objects and lists lie more than `maxDepth` inside one another. Level by level: no text makes it deep itself. */
export const isDeeperThan = (maxDepth: number, body: object): boolean => {
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((value) => (Object.values(value) as unknown[]).filter(isContainer));
  }
  return false;
};

export const TOO_DEEP = {
  ok: false,
  error: 'bad_request',
  message: `The body nests more than ${MAX_BODY_DEPTH} objects and lists inside one another.`,
} as const;
const PACKED = {
  ok: false,
  error: 'unsupported_media_type',
  message: 'Send the body as it is, without a Content-Encoding.',
} as const;

const isPacked = ({ headers }: Request): boolean =>
  !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());

/** What can be said against a body before it is read. */
const screenBody = (request: Request): BodyFailure | undefined => {
  if (!isUtf8Json(request)) return { ok: false, error: 'unsupported_media_type' };
  return isPacked(request) ? PACKED : undefined;
};

const toFailure = (response: Response, failure: unknown): BodyFailure => {
  if (!isClientError(failure)) throw new Error('the body could not be read', { cause: failure });
  const error = CODES[failure.status] ?? 'bad_request';
  // The rest of an oversized body is not worth reading.
  if (error === 'payload_too_large') response.setHeader('connection', 'close');
  return { ok: false, error };
};

/** Reads one JSON object of at most `maxBytes`, as it is: packed bodies are refused. No body at all reads as an empty object. */
export const createJsonBodyReader = (maxBytes: number) => {
  const parse = json({ limit: maxBytes, strict: true, inflate: false, type: () => true });
  return async (request: Request, response: Response): Promise<BodyReading> => {
    if (!hasBody(request)) return { ok: true, body: {} };
    const refusal = screenBody(request);
    if (refusal !== undefined) return refusal;
    const failure = await new Promise<unknown>((resolve) => parse(request, response, resolve));
    if (failure !== undefined) return toFailure(response, failure);
    const body: unknown = request.body;
    if (!isContainer(body) || Array.isArray(body)) return { ok: false, error: 'bad_request' };
    return isDeeperThan(MAX_BODY_DEPTH, body) ? TOO_DEEP : { ok: true, body: { ...body } };
  };
};

/** The same for a body whose text is taken apart by someone else. */
export const createJsonTextReader = (maxBytes: number) => {
  const read = raw({ limit: maxBytes, inflate: false, type: () => true });
  return async (
    request: Request,
    response: Response,
  ): Promise<{ readonly ok: true; readonly text: string } | BodyFailure> => {
    if (!hasBody(request)) return { ok: true, text: '{}' };
    const refusal = screenBody(request);
    if (refusal !== undefined) return refusal;
    const failure = await new Promise<unknown>((resolve) => read(request, response, resolve));
    if (failure !== undefined) return toFailure(response, failure);
    const bytes: unknown = request.body;
    // What follows needs the text alone.
    request.body = undefined;
    return { ok: true, text: bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : '' };
  };
};
