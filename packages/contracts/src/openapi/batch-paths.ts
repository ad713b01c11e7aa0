import { BATCH_MAX_REQUESTS, BATCH_ROUTES, type BatchRoute } from '../batch-routes.js';
import type { JsonSchema } from '../input/field.js';
import { operationById } from '../operations/index.js';
import { errorReferences } from './error-responses.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';
import { schemaNameOf } from './operation-path.js';

export const BATCH_RESULTS_LIMIT_MAX = 1000;
export const BATCH_RESULTS_LIMIT_DEFAULT = 100;

const count: JsonSchema = { type: 'integer', minimum: 0 };
const text: JsonSchema = { type: 'string' };
const ok: JsonSchema = { const: 'ok' };

export const BATCH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  BatchAccepted: {
    type: 'object',
    required: ['jobId', 'status'],
    additionalProperties: false,
    properties: { jobId: text, status: ok },
  },
  BatchStatus: {
    type: 'object',
    required: ['jobId', 'status', 'data'],
    additionalProperties: false,
    properties: {
      jobId: text,
      status: ok,
      data: {
        type: 'object',
        required: ['status', 'requestsCount', 'responsesCount'],
        additionalProperties: false,
        properties: {
          status: { type: 'string', enum: ['pending', 'in_progress', 'done', 'stopped'] },
          requestsCount: count,
          responsesCount: count,
          succeededCount: count,
          failedCount: count,
          creditsHeld: count,
          creditsCharged: count,
          createdAt: text,
          startedAt: text,
          finishedAt: text,
          resultsUrl: text,
        },
      },
    },
  },
  BatchResults: {
    type: 'object',
    required: ['page', 'limit', 'total', 'results'],
    additionalProperties: false,
    properties: {
      page: { ...count, description: 'Zero-based: a request with page 1 is answered with 0.' },
      limit: count,
      total: { ...count, description: 'Items that have ended.' },
      nextPage: { type: 'string', description: 'URL of the next page, while there is one.' },
      results: {
        type: 'array',
        items: {
          type: 'object',
          required: ['query', 'result'],
          additionalProperties: false,
          properties: {
            query: { type: 'object', description: 'The item as sent.' },
            result: {
              type: 'object',
              required: ['id', 'status'],
              additionalProperties: false,
              properties: {
                id: text,
                status: { type: 'string', enum: ['ok', 'error'] },
                json: text,
                html: text,
                url: text,
                error: text,
                message: text,
                retryable: { type: 'boolean' },
              },
            },
          },
        },
      },
    },
  },
};

const KINDS = {
  submit: {
    schema: 'BatchAccepted',
    summary: 'Submit a batch',
    statuses: [400, 401, 402, 409, 413, 415, 422, 500, 501, 503],
  },
  status: { schema: 'BatchStatus', summary: 'State of a batch', statuses: [401, 404, 500, 501] },
  stop: { schema: 'BatchStatus', summary: 'Stop a batch', statuses: [401, 404, 500, 501, 503] },
  results: { schema: 'BatchResults', summary: 'Results of a batch, page by page', statuses: [401, 404, 422, 500, 501] },
  ndjson: { schema: 'BatchResults', summary: 'All results of a batch, a line each', statuses: [401, 404, 500, 501] },
  csv: { schema: 'BatchResults', summary: 'All results of a batch as a table', statuses: [401, 404, 500, 501] },
  'retry-failed': {
    schema: 'BatchAccepted',
    summary: 'Submit the failed items of a batch again',
    statuses: [400, 401, 402, 404, 409, 422, 500, 501, 503],
  },
} as const;

const PAGING: readonly JsonSchema[] = [
  { name: 'page', in: 'query', description: 'Page, from 1.', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: 'limit',
    in: 'query',
    description: 'Items per page.',
    schema: { type: 'integer', minimum: 1, maximum: BATCH_RESULTS_LIMIT_MAX, default: BATCH_RESULTS_LIMIT_DEFAULT },
  },
];

const submitBody = (operationId: string): JsonSchema => {
  const operation = operationById(operationId);
  const items = operation ? { $ref: `#/components/schemas/${schemaNameOf(operation)}Request` } : { type: 'object' };
  return {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['requests'],
          properties: { requests: { type: 'array', minItems: 1, maxItems: BATCH_MAX_REQUESTS, items } },
        },
        example: { requests: [operation?.example] },
      },
    },
  };
};

const batchOperation = ({ kind, operationId, isBuilt }: BatchRoute): JsonSchema => {
  const { schema, summary, statuses } = KINDS[kind];
  const jobId = { name: 'jobId', in: 'path', required: true, schema: text };
  return {
    operationId: `batch-${operationId.replace('/', '-')}-${kind}`,
    summary: `${summary} of ${operationId}`,
    description: isBuilt
      ? 'An item costs what the single call costs; failed items are free.'
      : 'Not available in this version: answered with 501 `not_implemented`.',
    tags: ['batch'],
    'x-available': isBuilt,
    ...(kind === 'submit' ? { parameters: [IDEMPOTENCY_PARAMETER], requestBody: submitBody(operationId) } : {}),
    ...(kind === 'status' ? { parameters: [jobId] } : {}),
    ...(kind === 'results' ? { parameters: [jobId, ...PAGING] } : {}),
    responses: {
      200: {
        description: 'Done.',
        ...(kind === 'submit' ? { headers: IDEMPOTENCY_HEADERS } : {}),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
      ...errorReferences(statuses.filter((status) => status !== 501 || !isBuilt)),
    },
  };
};

export const batchPaths = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    BATCH_ROUTES.map((route) => [
      route.path.replace(/:(\w+)/g, '{$1}'),
      { [route.method.toLowerCase()]: batchOperation(route) },
    ]),
  );
