import { ERRORS, type ErrorCode } from '../errors.js';
import { RULES } from '../input/rules.js';
import type { JsonSchema } from '../input/field.js';
import { ACCOUNT_HEADERS } from './account-headers.js';

/** Codes of batch items alone. */
const ITEM_ONLY: readonly ErrorCode[] = ['cancelled', 'expired'];

const ANSWER_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !ITEM_ONLY.includes(code));

const VIOLATION: JsonSchema = {
  type: 'object',
  required: ['field', 'rule', 'message'],
  additionalProperties: false,
  properties: {
    field: { type: 'string', description: 'Dotted path such as price.max or outputFormat.0.' },
    rule: { type: 'string', enum: Object.keys(RULES) },
    message: { type: 'string', minLength: 1, description: 'Says how to fix it.' },
  },
};

const ERRORS_OF_FIELDS: JsonSchema = {
  type: 'array',
  minItems: 1,
  description: 'All violations at once.',
  items: { $ref: '#/components/schemas/Violation' },
};

const ERRORS_COUNT: JsonSchema = {
  type: 'integer',
  minimum: 1,
  description:
    'Total number of violations, if errors lists only the first ones: in a response stored under an Idempotency-Key.',
};

/** Codes whose response may say how long to wait. */
const WAITED_FOR: readonly ErrorCode[] = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => [429, 503].includes(ERRORS[code].status) || code === 'target_rate_limited',
);

const RETRY_AFTER_SECONDS: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'Seconds to wait before the next call, as in the Retry-After header.',
};

const LISTED: ErrorCode = 'validation_failed';

/** The body of responses with these codes. */
const bodyOf = (codes: readonly ErrorCode[]): JsonSchema => {
  const isListing = codes.includes(LISTED);
  const hasPage = codes.includes('target_unrecognized');
  return {
    type: 'object',
    required: ['requestMetadata', 'status', 'error', 'message', 'retryable'],
    additionalProperties: false,
    properties: {
      requestMetadata: {
        type: 'object',
        required: ['id', 'status'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', format: 'uuid' },
          status: { const: 'error' },
          ...(hasPage
            ? { html: { type: 'string', description: 'URL of the stored page, with target_unrecognized.' } }
            : {}),
        },
      },
      status: { const: 'error' },
      error: { type: 'string', enum: codes },
      message: { type: 'string', minLength: 1, description: 'One readable line that says what to do.' },
      retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
      reason: { type: 'string', description: 'Machine-readable detail, such as the blocking system.' },
      ...(codes.some((code) => WAITED_FOR.includes(code)) ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
      ...(isListing ? { errors: ERRORS_OF_FIELDS, errorsCount: ERRORS_COUNT } : {}),
    },
    ...(isListing
      ? {
          if: { properties: { error: { const: LISTED } } },
          then: { required: ['errors'] },
          else: { properties: { errors: false, errorsCount: false } },
        }
      : {}),
  };
};

const codesOf = (status: number): readonly ErrorCode[] => ANSWER_CODES.filter((code) => ERRORS[code].status === status);

const examples = (codes: readonly ErrorCode[]): JsonSchema =>
  Object.fromEntries(
    codes.map((code) => [
      code,
      {
        value: {
          requestMetadata: { id: '0b9c4f0e-2f5d-4e57-9a52-8f0a3d5c6b71', status: 'error' },
          status: 'error',
          error: code,
          message: ERRORS[code].text,
          retryable: ERRORS[code].retryable,
          ...(code === 'validation_failed'
            ? { errors: [{ field: 'q', rule: 'required', message: 'q is required.' }] }
            : {}),
        },
      },
    ]),
  );

const HEADERS_BY_STATUS: Readonly<Record<number, JsonSchema>> = {
  405: { Allow: { schema: { type: 'string' } } },
  429: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  502: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  503: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
};

// Without a valid key there are no account figures.
const WITHOUT_ACCOUNT: JsonSchema = { 'x-request-id': ACCOUNT_HEADERS['x-request-id'] };

const responseOf = (status: number): JsonSchema => {
  const codes = codesOf(status);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n\n'),
    headers: {
      ...(status === ERRORS.unauthorized.status ? WITHOUT_ACCOUNT : ACCOUNT_HEADERS),
      ...HEADERS_BY_STATUS[status],
    },
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/Error${status}` }, examples: examples(codes) },
    },
  };
};

const STATUSES = [...new Set(ANSWER_CODES.map((code) => ERRORS[code].status))].sort((a, b) => a - b);

/** One body per error status with its possible codes, for `components.schemas`. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Violation: VIOLATION,
  ...Object.fromEntries(STATUSES.map((status) => [`Error${status}`, bodyOf(codesOf(status))])),
};

/** One response per error status, for `components.responses`. */
export const ERROR_RESPONSES: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  STATUSES.map((status) => [`Error${status}`, responseOf(status)]),
);

/** References to the responses of these statuses. */
export const errorReferences = (statuses: readonly number[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }] as const),
  );
