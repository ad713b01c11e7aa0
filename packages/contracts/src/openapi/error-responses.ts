import { ERRORS, type ErrorCode } from '../errors.js';
import { RULES } from '../input/rules.js';
import type { JsonSchema } from '../input/field.js';
import { ACCOUNT_HEADERS } from './account-headers.js';

/** Codes that only an item of a batch can end with. */
const ITEM_ONLY: readonly ErrorCode[] = ['cancelled', 'expired'];

const ANSWER_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !ITEM_ONLY.includes(code));

export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Violation: {
    type: 'object',
    required: ['field', 'rule', 'message'],
    properties: {
      field: { type: 'string', description: 'Dotted path such as price.max or outputFormat.0.' },
      rule: { type: 'string', enum: Object.keys(RULES) },
      message: { type: 'string', description: 'Says what to do.' },
    },
  },
  Error: {
    type: 'object',
    required: ['requestMetadata', 'status', 'error', 'message', 'retryable'],
    properties: {
      requestMetadata: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string' },
          status: { const: 'error' },
          html: { type: 'string', description: 'Stored page, with target_unrecognized.' },
        },
      },
      status: { const: 'error' },
      error: { type: 'string', enum: ANSWER_CODES },
      message: { type: 'string', description: 'One readable line that says what to do.' },
      retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
      reason: { type: 'string', description: 'Machine-readable kind, such as the block system that was met.' },
      errors: {
        type: 'array',
        description: 'With 422 only: all violations at once.',
        items: { $ref: '#/components/schemas/Violation' },
      },
    },
  },
};

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
  503: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
};

// Who is not known has nothing left that could be told.
const WITHOUT_ACCOUNT: JsonSchema = { 'x-request-id': ACCOUNT_HEADERS['x-request-id'] };

const responseOf = (status: number): JsonSchema => {
  const codes = ANSWER_CODES.filter((code) => ERRORS[code].status === status);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n\n'),
    headers: {
      ...(status === ERRORS.unauthorized.status ? WITHOUT_ACCOUNT : ACCOUNT_HEADERS),
      ...HEADERS_BY_STATUS[status],
    },
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: examples(codes) },
    },
  };
};

const STATUSES = [...new Set(ANSWER_CODES.map((code) => ERRORS[code].status))].sort((a, b) => a - b);

/** One response per error status, for `components.responses`. */
export const ERROR_RESPONSES: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  STATUSES.map((status) => [`Error${status}`, responseOf(status)]),
);

/** References to the responses of these statuses. */
export const errorReferences = (statuses: readonly number[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }] as const),
  );
