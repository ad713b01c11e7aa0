import { CRAWL_LIMIT_NAMES } from '../routes/crawl-plan.js';
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

/** Codes of calls about a job, never of an item. */
const NOT_OF_ITEMS: readonly ErrorCode[] = [
  ...(['bad_request', 'unauthorized', 'credits_exhausted', 'forbidden', 'not_found', 'job_not_found'] as const),
  ...(['method_not_allowed', 'idempotency_conflict', 'payload_too_large', 'unsupported_media_type'] as const),
  ...(['range_not_satisfiable', 'validation_failed', 'concurrency_limit', 'not_implemented'] as const),
];

/** The errors with which an item of a batch can end. */
export const ITEM_ERROR_CODES: readonly ErrorCode[] = ERROR_CODES.filter((code) => !NOT_OF_ITEMS.includes(code));

const DELIVERY: JsonSchema = {
  type: 'object',
  description: "Delivery of the results to the caller's bucket, if the submission asked for it.",
  required: ['status', 'bucket', 'keys', 'attempts'],
  additionalProperties: false,
  properties: {
    status: {
      type: 'string',
      enum: ['pending', 'delivered', 'failed'],
      description:
        'pending: the job runs, or the next try is due. failed: another try would fail in the same way; the results can be downloaded.',
    },
    bucket: text,
    keys: described({ type: 'array', items: text }, 'Keys of the files.'),
    attempts: described(count, 'Tries begun.'),
    lastError: described(text, 'Why the last try failed: a code of the S3 server, of the network or of ours.'),
    nextAttemptAt: instant,
    endedAt: instant,
  },
};

export const STATUS_DATA = {
  type: 'object',
  required: [
    ...['status', 'requestsCount', 'responsesCount', 'succeededCount', 'failedCount'],
    ...['targetErrorCount', 'creditsHeld', 'creditsCharged', 'createdAt', 'resultsUrl'],
  ],
  additionalProperties: false,
  properties: {
    status: {
      type: 'string',
      enum: BATCH_STATES,
      description:
        'pending: nothing has started. in_progress: items are running. done: every item has ended, failed ones included. stopped: every item has ended after a stop was requested.',
    },
    requestsCount: described(count, 'Items submitted.'),
    responsesCount: described(count, 'Ended items that can be read.'),
    succeededCount: described(count, 'Ended items that succeeded.'),
    failedCount: described(count, 'Ended items that failed, were cancelled or expired.'),
    targetErrorCount: described(count, 'Succeeded items whose target responded with a 4xx, free of charge.'),
    creditsHeld: described(count, 'Credits held for items that have not ended.'),
    creditsCharged: described(count, 'Credits charged for ended items.'),
    createdAt: instant,
    startedAt: described(instant, 'When the first item was handed to a worker.'),
    finishedAt: described(instant, 'When the job was done or stopped.'),
    stopRequestedAt: described(instant, 'When a stop was first requested.'),
    resultsUrl: described(text, 'First page of the results.'),
    discoveredCount: described(count, 'Of a crawl: addresses that it knows, those fetched included.'),
    limitsHit: {
      type: 'array',
      items: { type: 'string', enum: CRAWL_LIMIT_NAMES },
      description: 'Of a crawl: bounds that left addresses out. Absent if there are none.',
    },
    delivery: DELIVERY,
  },
} as const;

const STATUS_CODE = described({ type: 'integer' }, "Status of the target's last response, if it gave one.");

const ITEM_OK: JsonSchema = {
  type: 'object',
  required: ['id', 'index', 'status', 'json'],
  additionalProperties: false,
  properties: {
    id: described(id, 'Request id of the item.'),
    index: described(count, 'Position in the submission, from 0.'),
    status: ok,
    json: described(text, 'URL of the stored response, the same as of a single call. Requires the same API key.'),
    statusCode: STATUS_CODE,
    html: described(text, 'URL of the stored document. Requires the same API key.'),
    url: described(text, 'Requested URL of the target.'),
  },
};

const ITEM_ERROR: JsonSchema = {
  type: 'object',
  required: ['id', 'index', 'status', 'error', 'message', 'retryable'],
  additionalProperties: false,
  properties: {
    id: described(id, 'Request id of the item.'),
    index: described(count, 'Position in the submission, from 0.'),
    status: { const: 'error' },
    error: {
      type: 'string',
      enum: ITEM_ERROR_CODES,
      description: `The codes of a single call, plus cancelled (${ERRORS.cancelled.text}) and expired (${ERRORS.expired.text})`,
    },
    message: described(text, 'One readable line that says what to do.'),
    retryable: described({ type: 'boolean' }, 'Whether the same item may succeed later.'),
    reason: described(text, 'Machine-readable detail, such as the blocking system.'),
    retryAfterSeconds: described(count, 'How long the target asked to wait, with target_rate_limited.'),
    statusCode: STATUS_CODE,
    html: described(text, 'URL of the stored page, with target_unrecognized. Requires the same API key.'),
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
    properties: { jobId: described(id, 'Same as the x-request-id of the accepted call.'), status: ok },
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
          'With answers=true: the stored response of an item that succeeded, the same as of a single call; null if it is no longer stored.',
      },
    },
  },
  BatchResults: {
    type: 'object',
    required: ['page', 'limit', 'total', 'results'],
    additionalProperties: false,
    properties: {
      page: described(count, 'Counts from 0: a call with page=1 returns 0.'),
      limit: { type: 'integer', minimum: 1, maximum: BATCH_RESULTS_LIMIT_MAX },
      total: described(count, 'Ended items that can be read; grows while the job runs.'),
      nextPage: described(text, 'URL of the next page, if there is one. A page that has one never changes.'),
      results: {
        type: 'array',
        maxItems: BATCH_RESULTS_LIMIT_MAX,
        description: 'In the order in which the items ended.',
        items: { $ref: '#/components/schemas/BatchResultRow' },
      },
    },
  },
};
