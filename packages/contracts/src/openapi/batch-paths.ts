import { z } from 'zod';
import { deliveryField } from '../routes/delivery-input.js';
import { exportFields, pagingFields, tableFields, webhookField } from '../routes/batch-input.js';
import { BATCH_CSV_COLUMNS, BATCH_EXPORTS } from '../routes/batch.js';
import {
  BATCH_MAX_REQUESTS,
  BATCH_ROUTES,
  CRAWL_ROUTES,
  type BatchRoute,
  type BatchRouteKind,
} from '../routes/batch-routes.js';
import { documentedFields } from '../input/documented-fields.js';
import type { JsonSchema } from '../input/field.js';
import { jsonSchemaOf } from '../input/json-schema.js';
import { operationById } from '../operations/index.js';
import { CRAWL_TEXTS, crawlBody } from './crawl-parts.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { errorReferences } from './error-responses.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';
import { withNumberBounds } from './number-bounds.js';
import { defaultsSchemaNameOf, itemSchemaNameOf, requiredTogether } from './item-schemas.js';
import { queryParameters } from './query-parameters.js';

interface Kind {
  readonly summary: string;
  readonly description: string;
  readonly statuses: readonly number[];
  /** Media type and schema of the response. */
  readonly content: JsonSchema;
  readonly query?: z.ZodRawShape;
}

const json = (schema: string): JsonSchema => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

const READ = [401, 404, 405, 422, 500, 503];

const KINDS: Readonly<Record<BatchRouteKind, Kind>> = {
  submit: {
    summary: 'Submit a batch',
    description:
      'All items are checked and priced, and their credits are held, before the response; a refused batch leaves nothing behind. An item costs what the single call costs, failed items are free, and unused credits are released when an item ends. A 402 reports the credits needed and available. Items do not count against the concurrency.',
    statuses: [400, 401, 402, 403, 405, 409, 413, 415, 422, 429, 500, 503, 504, 507],
    content: json('BatchAccepted'),
  },
  status: {
    summary: 'Status of a batch',
    description: 'Free of charge. Has no results; poll it at most once per second.',
    statuses: [401, 404, 405, 500, 503],
    content: json('BatchStatus'),
  },
  stop: {
    summary: 'Stop a batch',
    description:
      'Items that no worker has taken end as cancelled, free of charge; running items may still succeed. Returns the status, which becomes stopped when the last item ends. Does not change a job that has ended.',
    statuses: [401, 404, 405, 500, 503],
    content: json('BatchStatus'),
  },
  results: {
    summary: 'Results of a batch in pages',
    description:
      'Readable while the job runs. Items are in the order in which they ended, which never changes: follow nextPage, and request the last page again until the job has ended.',
    statuses: READ,
    content: json('BatchResults'),
    query: pagingFields,
  },
  ndjson: {
    summary: 'All results of a batch as lines of JSON',
    description:
      'One line per ended item, as a file; with answers=true or include=document each has the stored response, as answer. If the connection breaks off, lines are missing.',
    statuses: READ,
    content: { 'application/x-ndjson': { schema: { $ref: '#/components/schemas/BatchResultLine' } } },
    query: exportFields,
  },
  csv: {
    summary: 'All results of a batch as a table',
    description: `RFC 4180, with the columns ${BATCH_CSV_COLUMNS.join(', ')}, or those that the query names. Objects and lists are JSON. What a response does not have is an empty cell; a value that is too large for a table is replaced by the link of its response.`,
    statuses: READ,
    content: { 'text/csv': { schema: { type: 'string' } } },
    query: tableFields,
  },
  parquet: {
    summary: 'All results of a batch as a Parquet file',
    description:
      'The same table as results.csv, with the same choice of columns. index and statusCode are INT32, retryable is BOOLEAN, every other column is text, exact; what a row does not have is null.',
    statuses: READ,
    content: { [BATCH_EXPORTS.parquet.contentType]: { schema: { type: 'string', format: 'binary' } } },
    query: tableFields,
  },
  warc: {
    summary: 'The stored documents of a batch as a WARC file',
    description:
      'WARC 1.1, each record compressed by itself. Each item has its row as a metadata record; before it, a success has its document as a response record, with the status and the headers that the target sent. Texts are in UTF-8 and rendered pages as after their scripts: the metadata record says which. Of a search, the document is a resource record. An item without a stored document has its row alone.',
    statuses: READ,
    content: { [BATCH_EXPORTS.warc.contentType]: { schema: { type: 'string', format: 'binary' } } },
  },
  'retry-failed': {
    summary: 'Submit the failed items of a batch again',
    description:
      'Creates a new job with them; its events go to the same webhook unless the body names another. 422 if the job has not ended or no item failed.',
    statuses: [400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 504, 507],
    content: json('BatchAccepted'),
  },
};

const JOB_ID: JsonSchema = {
  name: 'jobId',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

const DISPOSITION: JsonSchema = {
  'Content-Disposition': { description: 'attachment, with the file name.', schema: { type: 'string' } },
};

const queryOf = (shape: z.ZodRawShape): readonly JsonSchema[] =>
  queryParameters(documentedFields(jsonSchemaOf(z.strictObject(shape)))).map(({ name, field }) => {
    const { description, ...schema } = withNumberBounds(field.schema);
    // The field checks this bound with a message of its own.
    const least = name === 'page' ? { minimum: 1 } : {};
    return { name, in: 'query', description, required: field.isRequired, schema: { ...schema, ...least } };
  });

const webhookSchema = (): JsonSchema => jsonSchemaOf(webhookField);

const reference = (schema: string): JsonSchema => ({ $ref: `#/components/schemas/${schema}` });

const submitBody = (operationId: string): JsonSchema => {
  const operation = operationById(operationId);
  const items = operation ? reference(itemSchemaNameOf(operation)) : { type: 'object' };
  const defaults = operation ? reference(defaultsSchemaNameOf(operation)) : { type: 'object' };
  return {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['requests'],
          additionalProperties: false,
          properties: {
            requests: {
              ...{ type: 'array', minItems: 1, maxItems: BATCH_MAX_REQUESTS, items },
              description: 'Bodies or parameters of single calls. At most 32 MB in total.',
            },
            defaults: {
              ...defaults,
              description:
                'Parameters of every request that does not set them itself. query in the results stays as it was sent.',
            },
            webhook: webhookSchema(),
            delivery: jsonSchemaOf(deliveryField),
          },
          ...(operation && requiredTogether(operation)),
        },
        example: { requests: [operation?.example] },
      },
    },
  };
};

const retryBody = (): JsonSchema => ({
  required: false,
  content: {
    'application/json': {
      schema: { type: 'object', additionalProperties: false, properties: { webhook: webhookSchema() } },
      example: {},
    },
  },
});

const bodyOf = ({ kind, operationId, family }: BatchRoute): JsonSchema => {
  if (kind === 'submit') return { requestBody: (family === 'crawl' ? crawlBody : submitBody)(operationId) };
  return kind === 'retry-failed' ? { requestBody: retryBody() } : {};
};

const batchOperation = (route: BatchRoute): JsonSchema => {
  const { kind, operationId, method, path, family } = route;
  const { statuses, content, query = {} } = KINDS[kind];
  const { summary, description } = (family === 'crawl' ? CRAWL_TEXTS[kind] : undefined) ?? KINDS[kind];
  const isPost = method === 'POST';
  const isFile = Object.hasOwn(BATCH_EXPORTS, kind);
  return {
    operationId: `${family}-${operationId.replace('/', '-')}-${kind}`,
    summary: `${summary} of ${operationId}`,
    description,
    tags: [family],
    parameters: [
      ...(path.includes(':jobId') ? [JOB_ID] : []),
      ...queryOf(query),
      ...(isPost ? [IDEMPOTENCY_PARAMETER] : []),
    ],
    ...bodyOf(route),
    responses: {
      200: {
        description: 'Done.',
        headers: { ...ACCOUNT_HEADERS, ...(isFile ? DISPOSITION : {}), ...(isPost ? IDEMPOTENCY_HEADERS : {}) },
        content,
      },
      ...errorReferences(statuses),
    },
  };
};

/** The paths of batches and crawls; several methods may share one. */
export const batchPaths = (): Record<string, JsonSchema> => {
  const paths: Record<string, JsonSchema> = {};
  for (const route of [...BATCH_ROUTES, ...CRAWL_ROUTES]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: batchOperation(route) };
  }
  return paths;
};
