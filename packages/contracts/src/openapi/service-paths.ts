import type { JsonSchema } from '../input/field.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { errorReferences } from './error-responses.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';

const count: JsonSchema = { type: 'integer', minimum: 0 };
const instant: JsonSchema = { type: 'string', format: 'date-time' };

const USAGE: JsonSchema = {
  type: 'object',
  required: ['status', 'data'],
  additionalProperties: false,
  properties: {
    status: { const: 'ok' },
    data: {
      type: 'object',
      required: [
        ...['totalCredits', 'availableCredits', 'heldCredits', 'periodStart', 'periodEnd'],
        ...['concurrentRequests', 'availableConcurrency', 'freeCreditsUsed', 'freeCreditsBudget'],
        ...['storedBytes', 'storedBytesLimit'],
      ],
      additionalProperties: false,
      properties: {
        totalCredits: count,
        availableCredits: count,
        heldCredits: { ...count, description: 'Held by requests and batches in flight.' },
        periodStart: instant,
        periodEnd: { ...instant, description: 'Unused credits end with the period.' },
        concurrentRequests: count,
        availableConcurrency: count,
        freeCreditsUsed: {
          ...count,
          description: 'What the free outcomes of the last hour would have cost, such as pages that are not there.',
        },
        freeCreditsBudget: {
          ...count,
          description: 'From here on calls are answered with 429 free_budget_exhausted; grows with what is charged.',
        },
        storedBytes: { ...count, description: 'Size of all stored files of the account.' },
        storedBytesLimit: { ...count, description: 'From here on calls are answered with 507 storage_exhausted.' },
      },
    },
  },
};

const pathPart = (name: string): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' },
});

const REQUEST_ID: JsonSchema = { 'x-request-id': ACCOUNT_HEADERS['x-request-id'] };

const probe = (operationId: string, summary: string): JsonSchema => ({
  get: {
    operationId,
    summary,
    tags: ['service'],
    security: [],
    responses: {
      200: {
        description: 'Yes.',
        headers: REQUEST_ID,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['status'],
              additionalProperties: false,
              properties: { status: { const: 'ok' } },
            },
          },
        },
      },
      ...errorReferences([405, 503]),
    },
  },
});

const page = (operationId: string, summary: string, contentType: string): JsonSchema => ({
  get: {
    operationId,
    summary,
    tags: ['service'],
    security: [],
    responses: {
      200: {
        description: 'Done.',
        headers: REQUEST_ID,
        content: {
          [contentType]: { schema: contentType === 'application/json' ? { type: 'object' } : { type: 'string' } },
        },
      },
      ...errorReferences([405]),
    },
  },
});

const file: JsonSchema = {
  get: {
    operationId: 'file-get',
    summary: 'A stored file',
    description:
      "Links in answers (html, json, screenshot, preview) lead here. Private to the account: another account's key, an unknown one or none gets 404. Ranges and ETags work.",
    tags: ['account'],
    parameters: [
      ...['accountId', 'requestId', 'name'].map(pathPart),
      { name: 'range', in: 'header', schema: { type: 'string' }, example: 'bytes=0-1023' },
    ],
    responses: {
      200: { description: 'The file.', headers: ACCOUNT_HEADERS, content: { '*/*': { schema: {} } } },
      206: { description: 'A part of the file.', headers: ACCOUNT_HEADERS, content: { '*/*': { schema: {} } } },
      304: { description: 'Not modified.', headers: ACCOUNT_HEADERS },
      ...errorReferences([404, 405, 416, 500, 503]),
    },
  },
};

const reparse: JsonSchema = {
  post: {
    operationId: 'request-reparse',
    summary: "Today's parser on the stored documents of a request",
    description:
      'Fetches nothing and is free of charge. The answer is that of the operation of the request, under an id of its own. 404 once the documents are no longer kept.',
    tags: ['account'],
    parameters: [pathPart('requestId'), IDEMPOTENCY_PARAMETER],
    responses: {
      200: {
        description: 'Done.',
        headers: { ...ACCOUNT_HEADERS, ...IDEMPOTENCY_HEADERS },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['requestMetadata'],
              properties: { requestMetadata: { type: 'object', required: ['id', 'status'] } },
            },
          },
        },
      },
      ...errorReferences([400, 401, 404, 405, 409, 429, 500, 502, 503, 504]),
    },
  },
};

/** Paths of account, files and health. `filesPath` is where stored files are served. */
export const servicePaths = (filesPath: string): Record<string, JsonSchema> => ({
  '/user/me/usage': {
    get: {
      operationId: 'usage-get',
      summary: 'Credits and concurrency of the account',
      description: 'Free of charge.',
      tags: ['account'],
      responses: {
        200: { description: 'Done.', headers: ACCOUNT_HEADERS, content: { 'application/json': { schema: USAGE } } },
        ...errorReferences([401, 500]),
      },
    },
  },
  '/requests/{requestId}/reparse': reparse,
  [`${filesPath}/{accountId}/{requestId}/{name}`]: file,
  '/healthz': probe('healthz', 'Whether the process lives'),
  '/readyz': probe('readyz', 'Whether the service can take requests'),
  '/openapi.json': page('openapi', 'This document', 'application/json'),
  '/docs': page('docs', 'The documentation as a page', 'text/html'),
  '/llms.txt': page('llms', 'The documentation as a text for language models', 'text/plain'),
});
