import { json, type Request, type Response } from 'express';
import type { ErrorCode } from '@quarry/contracts';

export type BodyReading =
  { readonly ok: true; readonly body: Record<string, unknown> } | { readonly ok: false; readonly error: ErrorCode };

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

/** Reads one JSON object of at most `maxBytes`, unpacked. No body at all reads as an empty object. */
export const createJsonBodyReader = (maxBytes: number) => {
  const parse = json({ limit: maxBytes, strict: true, type: () => true });
  return async (request: Request, response: Response): Promise<BodyReading> => {
    if (!hasBody(request)) return { ok: true, body: {} };
    if (!isUtf8Json(request)) return { ok: false, error: 'unsupported_media_type' };
    const failure = await new Promise<unknown>((resolve) => parse(request, response, resolve));
    if (failure === undefined) {
      const body: unknown = request.body;
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      return isObject ? { ok: true, body: { ...body } } : { ok: false, error: 'bad_request' };
    }
    if (!isClientError(failure)) throw new Error('the body could not be read', { cause: failure });
    const error = CODES[failure.status] ?? 'bad_request';
    // The rest of an oversized body is not worth reading.
    if (error === 'payload_too_large') response.setHeader('connection', 'close');
    return { ok: false, error };
  };
};
