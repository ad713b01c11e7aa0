import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { canonicalJson } from '@quarry/contracts';
import { IDEMPOTENCY_KEY_MAX_CHARS } from '../bounds.js';

export type KeyReading =
  | { readonly ok: true; readonly key: string | undefined }
  | { readonly ok: false; readonly message: string };

/** Node joins a repeated header with a comma and a space, which is not a valid key. */
const KEY = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_MAX_CHARS}}$`);

/** The caller's Idempotency-Key; only a POST has one. */
export const readIdempotencyKey = ({ method, headers }: Pick<Request, 'method' | 'headers'>): KeyReading => {
  const sent = method === 'POST' ? headers['idempotency-key'] : undefined;
  if (sent === undefined) return { ok: true, key: undefined };
  if (typeof sent === 'string' && KEY.test(sent)) return { ok: true, key: sent };
  const message = `Idempotency-Key must be a single value of 1 to ${IDEMPOTENCY_KEY_MAX_CHARS} visible ASCII characters.`;
  return { ok: false, message };
};

/** Digest of a parsed body. */
export const fingerprintOf = (body: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(canonicalJson(body)).digest('base64url');
