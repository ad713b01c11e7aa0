import { json, type Request, type Response } from 'express';
import { checkInput } from '@quarry/contracts/input';
import type { z } from 'zod';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../bounds.js';
import { refuse, type ConsoleErrorCode, type Refusal } from './errors.js';

export type Reading<T> = { readonly ok: true; readonly params: T } | { readonly ok: false; readonly refusal: Refusal };

const read = json({ limit: MAX_BODY_BYTES, inflate: false, type: () => true });

const CODES: Readonly<Record<number, ConsoleErrorCode>> = { 413: 'payload_too_large', 415: 'unsupported_media_type' };

const statusOf = (failure: unknown): number =>
  typeof failure === 'object' && failure !== null && 'status' in failure ? Number(failure.status) : 500;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Level by level, so that it never recurses. */
const isTooDeep = (body: object): boolean => {
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_BODY_DEPTH) return true;
    level = level.flatMap((value) => (Object.values(value) as unknown[]).filter(isContainer));
  }
  return false;
};

const readObject = async (request: Request, response: Response): Promise<Reading<object>> => {
  const failure = await new Promise<unknown>((resolve) => read(request, response, resolve));
  if (failure !== undefined) {
    const status = statusOf(failure);
    if (status >= 500) throw new Error('the body could not be read', { cause: failure });
    // The rest of it is not read.
    response.setHeader('connection', 'close');
    return { ok: false, refusal: refuse(CODES[status] ?? 'bad_request') };
  }
  const body: unknown = request.body ?? {};
  const isFine = isContainer(body) && !Array.isArray(body) && !isTooDeep(body);
  return isFine ? { ok: true, params: body } : { ok: false, refusal: refuse('bad_request') };
};

/** Reads the JSON body of a call and checks it; a missing one is an empty object. */
export const readBody = async <S extends z.ZodType>(
  request: Request,
  response: Response,
  schema: S,
): Promise<Reading<z.output<S>>> => {
  const reading = await readObject(request, response);
  if (!reading.ok) return reading;
  const checked = checkInput(schema, reading.params);
  return checked.ok ? checked : { ok: false, refusal: refuse('validation_failed', { errors: checked.violations }) };
};
