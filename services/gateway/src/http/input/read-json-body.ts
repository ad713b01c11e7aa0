import { raw, type Request, type Response } from 'express';
import { groupDigits, type ErrorCode } from '@quarry/contracts';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import { MAX_BODY_DEPTH, MAX_BODY_VALUES, SMALL_BODY_BYTES } from '../../bounds.js';
import { describeJsonFault } from './json-fault.js';
import { countValues } from './json-scan.js';
import type { RefusedBytes } from '../refused-bytes.js';
import { requestState } from '../request-state.js';

export interface BodyFailure {
  readonly ok: false;
  readonly refusal: Refusal;
}

export type BodyReading = { readonly ok: true; readonly body: Record<string, unknown> } | BodyFailure;

const fail = (error: ErrorCode, message?: string): BodyFailure => ({
  ok: false,
  refusal: refuse(error, { message }),
});

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

/** Whether objects and lists are nested deeper than `maxDepth`. Level by level, so that it never recurses. */
export const isDeeperThan = (maxDepth: number, body: object): boolean => {
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((value) => (Object.values(value) as unknown[]).filter(isContainer));
  }
  return false;
};

export const TOO_DEEP = fail('bad_request', `The body is nested more than ${MAX_BODY_DEPTH} levels deep.`);
export const TOO_MANY = fail(
  'bad_request',
  `The body has more than ${groupDigits(MAX_BODY_VALUES)} values. Send fewer in one call.`,
);
const UNREADABLE = fail('bad_request');

/** Why a text is not JSON, with the place where that is known. */
export const notJson = (fault: string | undefined): BodyFailure =>
  fault === undefined ? UNREADABLE : fail('bad_request', `The body is not valid JSON at ${fault}.`);

const MEGABYTE = 1_048_576;
const tooLarge = (maxBytes: number): string =>
  `The request body is larger than ${maxBytes / MEGABYTE} MB, the limit of this call. Send less in one call.`;

const PACKED = fail('unsupported_media_type', 'Send the body without a Content-Encoding.');

const isPacked = ({ headers }: Request): boolean =>
  !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());

/** Refuses a body before it is read. */
const screenBody = (request: Request): BodyFailure | undefined => {
  if (!isUtf8Json(request)) return fail('unsupported_media_type');
  return isPacked(request) ? PACKED : undefined;
};

const toFailure = (response: Response, failure: unknown, maxBytes: number): BodyFailure => {
  if (!isClientError(failure)) throw new Error('the body could not be read', { cause: failure });
  const error = CODES[failure.status] ?? 'bad_request';
  if (error !== 'payload_too_large') return fail(error);
  // The rest of an oversized body is not read.
  response.setHeader('connection', 'close');
  return fail(error, tooLarge(maxBytes));
};

export type BytesReading = { readonly ok: true; readonly bytes: Buffer } | BodyFailure;

const NO_BYTES = Buffer.alloc(0);

/** Reads a JSON body of at most `maxBytes`; compressed bodies are refused. A missing body is empty. */
export const createJsonBytesReader = (maxBytes: number, refused: RefusedBytes) => {
  const read = raw({ limit: maxBytes, inflate: false, type: () => true });
  return async (request: Request, response: Response): Promise<BytesReading> => {
    if (!hasBody(request)) return { ok: true, bytes: NO_BYTES };
    const state = requestState(response);
    const limit = state.account && refused.refusal(state.account.id);
    if (limit !== undefined) {
      response.setHeader('connection', 'close');
      return { ok: false, refusal: limit };
    }
    const refusal = screenBody(request);
    if (refusal !== undefined) return refusal;
    if (state.account !== undefined) refused.watch(response, state.account.id);
    const failure = await new Promise<unknown>((resolve) => read(request, response, resolve));
    if (failure !== undefined) return toFailure(response, failure, maxBytes);
    const bytes: unknown = request.body;
    // Only the bytes are needed from here on.
    request.body = undefined;
    if (!Buffer.isBuffer(bytes)) return { ok: true, bytes: NO_BYTES };
    state.bodyBytes = bytes.byteLength;
    return { ok: true, bytes };
  };
};

/** Lets other calls have a turn. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const parseBody = async (bytes: Buffer): Promise<BodyReading> => {
  const isSmall = bytes.byteLength <= SMALL_BODY_BYTES;
  if (!isSmall && countValues(bytes) > MAX_BODY_VALUES) return TOO_MANY;
  const text = new TextDecoder().decode(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return notJson(describeJsonFault(text));
  }
  if (!isContainer(body) || Array.isArray(body)) return UNREADABLE;
  if (isDeeperThan(MAX_BODY_DEPTH, body)) return TOO_DEEP;
  if (!isSmall) await pause();
  return { ok: true, body: { ...body } };
};

/** Reads one JSON object. A missing body is an empty object. */
export const createJsonBodyReader = (maxBytes: number, refused: RefusedBytes) => {
  const read = createJsonBytesReader(maxBytes, refused);
  return async (request: Request, response: Response): Promise<BodyReading> => {
    const reading = await read(request, response);
    if (!reading.ok) return reading;
    return reading.bytes.byteLength === 0 ? { ok: true, body: {} } : parseBody(reading.bytes);
  };
};
