import { BATCH_STATES } from '../routes/batch.js';
import { BATCH_RESULTS_LIMIT_MAX } from '../routes/batch-input.js';
import { ERROR_CODES, ERRORS, type ErrorCode } from '../errors.js';
import type { JsonSchema } from '../input/field.js';

const count: JsonSchema = { type: 'integer', minimum: 0 };
const text: JsonSchema = { type: 'string' };
const ok: JsonSchema = { const: 'ok' };
const id: JsonSchema = { type: 'string', format: 'uuid' };
const instant: JsonSchema = { type: 'string', format: 'date-time' };
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

/** Codes of calls about a job, never of what an item asked for. */
const NOT_OF_ITEMS: readonly ErrorCode[] = [
  ...(['bad_request', 'unauthorized', 'credits_exhausted', 'not_found', 'job_not_found'] as const),
  ...(['method_not_allowed', 'idempotency_conflict', 'payload_too_large', 'unsupported_media_type'] as const),
  ...(['range_not_satisfiable', 'validation_failed', 'concurrency_limit', 'not_implemented'] as const),
];

/** What an item of a batch can end with, besides well. */
export const ITEM_ERROR_CODES: readonly ErrorCode[] = ERROR_CODES.filter((code) => !NOT_OF_ITEMS.includes(code));

const STATUS_DATA: JsonSchema = {
  type: 'object',
  required: [
    ...['status', 'requestsCount', 'responsesCount', 'succeededCount', 'failedCount'],
    ...['creditsHeld', 'creditsCharged', 'createdAt', 'resultsUrl'],
  ],
  additionalProperties: false,
  properties: {
    status: {
      type: 'string',
      enum: BATCH_STATES,
      description:
        'pending: nothing runs yet. in_progress. done: every item has ended, failed ones included. stopped: every item has ended after a stop was asked for.',
    },
    requestsCount: described(count, 'Items submitted.'),
    responsesCount: described(count, 'Items that have ended and can be read.'),
    succeededCount: described(count, 'Of those, the ones that ended well.'),
    failedCount: described(count, 'Of those, the ones that failed, were cancelled or expired.'),
    creditsHeld: described(count, 'Credits held for what has not ended.'),
    creditsCharged: described(count, 'Credits charged for what can be read.'),
    createdAt: instant,
    startedAt: described(instant, 'When the first item was handed to a worker.'),
    finishedAt: described(instant, 'When the job was done or stopped.'),
    stopRequestedAt: described(instant, 'When it was first asked to stop.'),
    resultsUrl: described(text, 'The first page of its results.'),
  },
};

const ITEM_OK: JsonSchema = {
  type: 'object',
  required: ['id', 'index', 'status', 'json'],
  additionalProperties: false,
  properties: {
    id: described(id, 'The request of the item.'),
    index: described(count, 'Place in the submission, from 0.'),
    status: ok,
    json: described(text, 'Stored answer, as the single call would have given it. Same key.'),
    html: described(text, 'Stored document. Same key.'),
    url: described(text, 'The target asked.'),
  },
};

const ITEM_ERROR: JsonSchema = {
  type: 'object',
  required: ['id', 'index', 'status', 'error', 'message', 'retryable'],
  additionalProperties: false,
  properties: {
    id: described(id, 'The request of the item.'),
    index: described(count, 'Place in the submission, from 0.'),
    status: { const: 'error' },
    error: {
      type: 'string',
      enum: ITEM_ERROR_CODES,
      description: `As of a single call, and cancelled (${ERRORS.cancelled.text}) and expired (${ERRORS.expired.text})`,
    },
    message: described(text, 'One readable line that says what to do.'),
    retryable: described({ type: 'boolean' }, 'Whether the same item may succeed later.'),
    reason: described(text, 'Machine-readable kind, such as the block system that was met.'),
    html: described(text, 'Stored page, with target_unrecognized. Same key.'),
  },
};

/** One ended item. */
const ROW = {
  type: 'object',
  required: ['query', 'result'],
  additionalProperties: false,
  properties: {
    query: described({ type: 'object' }, 'The item as sent.'),
    result: { oneOf: [ITEM_OK, ITEM_ERROR] },
  },
} as const;

export const BATCH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  BatchAccepted: {
    type: 'object',
    required: ['jobId', 'status'],
    additionalProperties: false,
    properties: { jobId: described(id, 'Equal to the x-request-id of the call that was accepted.'), status: ok },
  },
  BatchStatus: {
    type: 'object',
    required: ['jobId', 'status', 'data'],
    additionalProperties: false,
    properties: { jobId: id, status: ok, data: STATUS_DATA },
  },
  BatchResultRow: ROW,
  BatchResultLine: {
    ...ROW,
    description: 'As in a page of results.',
    properties: {
      ...ROW.properties,
      answer: {
        description:
          'With answers=true: the stored answer of an item that ended well, as the single call gives it; null when it is no longer kept.',
      },
    },
  },
  BatchResults: {
    type: 'object',
    required: ['page', 'limit', 'total', 'results'],
    additionalProperties: false,
    properties: {
      page: described(count, 'Counts from 0: a call with page=1 is answered with 0.'),
      limit: { type: 'integer', minimum: 1, maximum: BATCH_RESULTS_LIMIT_MAX },
      total: described(count, 'Items that have ended and can be read; it grows while the job runs.'),
      nextPage: described(text, 'URL of the next page, while there is one. A page that has one never changes again.'),
      results: {
        type: 'array',
        maxItems: BATCH_RESULTS_LIMIT_MAX,
        description: 'In the order in which the items ended.',
        items: { $ref: '#/components/schemas/BatchResultRow' },
      },
    },
  },
};
