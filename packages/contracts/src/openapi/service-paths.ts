import { z } from 'zod';
import { isPlainObject, type JsonSchema } from '../input/field.js';
import { jsonSchemaOf } from '../input/json-schema.js';
import { operationOf } from '../operations/index.js';
import { reparseFieldsOf } from '../reparse.js';
import { FILES_SIGN_PATH, signFields } from '../routes/file-routes.js';
import { bodySchemaOf } from './operation-path.js';
import { withNumberBounds } from './number-bounds.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { dataResponses } from './data-response.js';
import { errorReferences } from './error-responses.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';

const count: JsonSchema = { type: 'integer', minimum: 0 };
const instant: JsonSchema = { type: 'string', format: 'date-time' };

const USAGE: JsonSchema = {
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
    heldCredits: { ...count, description: 'Held by running requests and batches.' },
    periodStart: instant,
    periodEnd: { ...instant, description: 'Unused credits expire with the period.' },
    concurrentRequests: { ...count, description: 'Requests that may run at once.' },
    availableConcurrency: { ...count, description: 'How many more may begin now.' },
    freeCreditsUsed: {
      ...count,
      description: 'What the free outcomes of the last hour, such as missing pages, would have cost.',
    },
    freeCreditsBudget: {
      ...count,
      description: 'At this value calls return 429 free_budget_exhausted; grows with the charged credits.',
    },
    storedBytes: { ...count, description: 'Total size of the stored files of the account.' },
    storedBytesLimit: { ...count, description: 'At this value calls return 507 storage_exhausted.' },
  },
};

const pathPart = (name: string): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' },
});

const REQUEST_ID: JsonSchema = { 'x-request-id': ACCOUNT_HEADERS['x-request-id'] };

interface OpenResponse {
  /** What the call is for. */
  readonly about: string;
  readonly description: string;
  readonly contentType: string;
  readonly schema: JsonSchema;
}

/** A GET without a key. */
const openGet = (
  operationId: string,
  summary: string,
  { about, description, contentType, schema }: OpenResponse,
  refusals: Parameters<typeof errorReferences>[0],
): JsonSchema => ({
  get: {
    operationId,
    summary,
    description: about,
    tags: ['service'],
    security: [],
    responses: {
      200: { description, headers: REQUEST_ID, content: { [contentType]: { schema } } },
      ...errorReferences(refusals),
    },
  },
});

const PROBE_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['status'],
  additionalProperties: false,
  properties: { status: { const: 'ok' } },
};

const probe = (operationId: string, summary: string, about: string): JsonSchema => {
  const response = { about, description: 'Yes.', contentType: 'application/json', schema: PROBE_SCHEMA };
  return openGet(operationId, summary, response, [405, 503]);
};

const page = (operationId: string, summary: string, contentType: string): JsonSchema => {
  const schema = { type: contentType === 'application/json' ? 'object' : 'string' };
  return openGet(operationId, summary, { about: 'Needs no key.', description: 'Done.', contentType, schema }, [405]);
};

const file: JsonSchema = {
  get: {
    operationId: 'file-get',
    summary: 'A stored file',
    description:
      "Target of the links in responses (html, json, screenshot, pdf, preview). Private to the account: without a valid key 401, with another account's 404. A link of /files/sign opens without a key until it expires. Supports ranges and ETags.",
    tags: ['account'],
    parameters: [
      ...['accountId', 'requestId', 'name'].map(pathPart),
      { name: 'range', in: 'header', schema: { type: 'string' }, example: 'bytes=0-1023' },
    ],
    responses: {
      200: { description: 'The file.', headers: ACCOUNT_HEADERS, content: { '*/*': { schema: {} } } },
      206: { description: 'A part of the file.', headers: ACCOUNT_HEADERS, content: { '*/*': { schema: {} } } },
      304: { description: 'Not modified.', headers: ACCOUNT_HEADERS },
      ...errorReferences([401, 404, 405, 416, 500, 503]),
    },
  },
};

const sign = (): JsonSchema => ({
  post: {
    operationId: 'file-sign',
    summary: 'A link to a stored file that opens without a key',
    description: 'Until it expires. Free of charge. 501 if the deployment has no secret to sign links with.',
    tags: ['account'],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: withNumberBounds(jsonSchemaOf(z.strictObject(signFields))) } },
    },
    responses: dataResponses(
      {
        type: 'object',
        required: ['url', 'expiresAt'],
        additionalProperties: false,
        properties: { url: { type: 'string' }, expiresAt: instant },
      },
      [400, 401, 404, 405, 413, 415, 422, 429, 500, 501, 503],
    ),
  },
});

/** The parameters of pages that a reparse may replace; all are optional. */
const reparseBody = (): JsonSchema => {
  const operation = operationOf('scrape/web');
  const { properties } = bodySchemaOf(operation);
  const names = reparseFieldsOf(operation);
  const own = isPlainObject(properties) ? Object.entries(properties).filter(([name]) => names.includes(name)) : [];
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(own) };
};

const reparse = (): JsonSchema => ({
  post: {
    operationId: 'request-reparse',
    summary: 'Parse the stored documents of a request again',
    description:
      'Runs the current parser, fetches nothing and is free of charge. For pages, the body may have the parameters that concern reading, such as outputFormat, includeOnlyTags, extractRules or onlyMainContent, in place of those of the request; any other is a 422. The response is that of the operation, with a new request id. 404 if the documents are no longer stored.',
    tags: ['account'],
    parameters: [pathPart('requestId'), IDEMPOTENCY_PARAMETER],
    requestBody: {
      required: false,
      content: { 'application/json': { schema: reparseBody(), example: {} } },
    },
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
      ...errorReferences([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 504, 507]),
    },
  },
});

/** Paths of account, files and health. `filesPath`: path of stored files. */
export const servicePaths = (filesPath: string): Record<string, JsonSchema> => ({
  '/user/me/usage': {
    get: {
      operationId: 'usage-get',
      summary: 'Credits and concurrency of the account',
      description: 'Free of charge.',
      tags: ['account'],
      responses: dataResponses(USAGE, [401, 500]),
    },
  },
  '/requests/{requestId}/reparse': reparse(),
  [FILES_SIGN_PATH]: sign(),
  [`${filesPath}/{accountId}/{requestId}/{name}`]: file,
  '/healthz': probe('healthz', 'Whether the process is alive', 'For supervisors. Needs no key.'),
  '/readyz': probe('readyz', 'Whether the service is ready for requests', 'For load balancers. Needs no key.'),
  '/openapi.json': page('openapi', 'This document', 'application/json'),
  '/docs': page('docs', 'The documentation as a page', 'text/html'),
  '/llms.txt': page('llms', 'The documentation in short, for language models', 'text/plain'),
  '/llms-full.txt': page('llms-full', 'The documentation with all guides, for language models', 'text/plain'),
});
