import { check, checkId } from './input-rules.js';
import type { IdempotencyScope, IdempotentAnswer } from './port.js';

/** Largest body of a kept response, bytes of UTF-8; a larger one belongs in the files of its request. */
export const MAX_IDEMPOTENT_BODY_BYTES = 32_768;
/**
 * Most refusals with a body that are kept for one account, as they are free of charge. Beyond it the oldest are deleted
 * and their keys are free: nothing ran for them, so the same call is refused again.
 */
export const MAX_KEPT_REFUSALS = 200;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
export const MAX_ROUTE_LENGTH = 255;
export const MAX_FINGERPRINT_LENGTH = 255;
/** Longest lease and longest retention: 366 days. */
export const MAX_DURATION_MS = 366 * 86_400_000;

// Half a surrogate pair has no UTF-8 form: engines would store two such keys as the same one.
const checkText = (text: string, maxLength: number, field: string): void =>
  check(
    text.length >= 1 && text.length <= maxLength && text.isWellFormed(),
    `${field} must be 1 to ${maxLength} characters of well-formed text.`,
  );

export const checkScope = ({ accountId, route, key }: IdempotencyScope): void => {
  checkId(accountId, 'accountId');
  checkText(route, MAX_ROUTE_LENGTH, 'route');
  checkText(key, MAX_IDEMPOTENCY_KEY_LENGTH, 'key');
};

export const checkDuration = (durationMs: number, field: string): void =>
  check(
    Number.isSafeInteger(durationMs) && durationMs >= 1 && durationMs <= MAX_DURATION_MS,
    `${field} must be an integer from 1 to ${MAX_DURATION_MS}.`,
  );

/** The whole input of a `begin`. */
export const checkKeyUse = (
  input: IdempotencyScope & { fingerprint: string; requestId: string; leaseMs: number; retentionMs: number },
): void => {
  checkScope(input);
  checkText(input.fingerprint, MAX_FINGERPRINT_LENGTH, 'fingerprint');
  checkId(input.requestId, 'requestId');
  checkDuration(input.leaseMs, 'leaseMs');
  checkDuration(input.retentionMs, 'retentionMs');
};

/** Whether it is such a refusal. For a request that ran, the row is kept and no body here. */
export const isRefusal = ({ statusCode, body }: IdempotentAnswer): boolean => statusCode >= 400 && body !== undefined;

export const checkAnswer = ({ statusCode, body }: IdempotentAnswer): void => {
  check(Number.isSafeInteger(statusCode) && statusCode >= 100 && statusCode <= 599, 'statusCode must be 100 to 599.');
  check(
    body === undefined || Buffer.byteLength(body) <= MAX_IDEMPOTENT_BODY_BYTES,
    `body must be at most ${MAX_IDEMPOTENT_BODY_BYTES} bytes.`,
  );
};
