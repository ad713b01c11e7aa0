import { errorBody, ERRORS, groupDigits, type ErrorCode, type ErrorDetail, type Violation } from '@quarry/contracts';
import type { IdempotentAnswer } from '@quarry/store';
import { KEPT_VIOLATIONS_MAX_BYTES } from '../bounds.js';

const FREED_4XX: ReadonlySet<number> = new Set([402, 429]);

/** Responses that would be the same again. Others free the key: more credits, a free lease or a retry may change them. */
export const isAnswerKept = ({ statusCode }: IdempotentAnswer): boolean =>
  (statusCode >= 200 && statusCode < 300) || (statusCode >= 400 && statusCode < 500 && !FREED_4XX.has(statusCode));

const firstOf = (errors: readonly Violation[]): readonly Violation[] => {
  let bytes = 0;
  const end = errors.findIndex((violation) => {
    bytes += Buffer.byteLength(JSON.stringify(violation)) + 1;
    return bytes > KEPT_VIOLATIONS_MAX_BYTES;
  });
  return end < 0 ? errors : errors.slice(0, Math.max(1, end));
};

/** A list of violations may be much longer than the body: of a long list the beginning is stored, and the message says so. */
const shorten = (detail: ErrorDetail): ErrorDetail => {
  const { errors: all = [] } = detail;
  const errors = firstOf(all);
  if (errors.length === all.length) return detail;
  const message =
    `Some fields are not valid. The errors list names the first ${groupDigits(errors.length)} of ` +
    `${groupDigits(all.length)} violations; the first response listed all of them. ` +
    'Send the request with another Idempotency-Key to get them again.';
  return { ...detail, message, errors, errorsCount: all.length };
};

/** A refusal as stored under an Idempotency-Key. */
export const keptRefusal = (requestId: string, code: ErrorCode, detail: ErrorDetail = {}): IdempotentAnswer => ({
  statusCode: ERRORS[code].status,
  body: JSON.stringify(errorBody(requestId, code, shorten(detail))),
});
