import type { JsonSchema } from '../input/field.js';
import { OPERATIONS } from '../operations/index.js';
import { batchPaths } from './batch-paths.js';
import { BATCH_SCHEMAS } from './batch-schemas.js';
import { ERROR_RESPONSES, ERROR_SCHEMAS } from './error-responses.js';
import { IDEMPOTENCY_REPLAYED } from './idempotency-parts.js';
import { itemSchemasOf } from './item-schemas.js';
import { bodySchemaOf, operationPath, resultSchemaOf, schemaNameOf } from './operation-path.js';
import { requestPaths } from './request-paths.js';
import { schedulePaths } from './schedule-paths.js';
import { sessionPaths } from './session-paths.js';
import { servicePaths } from './service-paths.js';
import { webhookPaths } from './webhook-paths.js';

export interface OpenApiOptions {
  /** URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Version of the service. */
  readonly version?: string;
  /** Path of stored files under `baseUrl`. */
  readonly filesPath?: string;
}

const header = (description: string, type = 'integer', example?: string): JsonSchema => ({
  description,
  schema: { type },
  ...(example === undefined ? {} : { example }),
});

const HEADERS: Readonly<Record<string, JsonSchema>> = {
  RequestId: {
    description: 'Identifier of the request.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  CreditsCharged: {
    description: 'Credits charged for this request.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  CreditsRemaining: header('Credits left in this period. Sent if the API key is valid.'),
  RateLimit: header(
    'Concurrent requests available now, as r. Sent if the API key is valid.',
    'string',
    '"concurrency";r=49',
  ),
  RateLimitPolicy: header(
    'Maximum concurrent requests of the account, as q. Sent if the API key is valid.',
    'string',
    '"concurrency";q=50;qu="concurrent-requests"',
  ),
  IdempotencyReplayed: IDEMPOTENCY_REPLAYED,
  Cache: {
    description: 'hit if this is the response of an earlier call, as maxAge asked for.',
    schema: { type: 'string', enum: ['hit'] },
  },
  RetryAfter: header('Seconds to wait before the next try.'),
};

const operationSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    OPERATIONS.flatMap((operation): [string, JsonSchema][] => {
      const name = schemaNameOf(operation);
      return [
        ...(operation.method === 'POST' ? [[`${name}Request`, bodySchemaOf(operation)] as [string, JsonSchema]] : []),
        ...(operation.isBatchable ? Object.entries(itemSchemasOf(operation)) : []),
        [`${name}Result`, resultSchemaOf(operation)],
      ];
    }),
  );

/** The OpenAPI 3.1 document of the whole service, made from the operations. */
export const buildOpenApi = ({
  baseUrl,
  version = '0.1.0',
  filesPath = '/files',
}: OpenApiOptions): Record<string, unknown> => ({
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: {
    title: 'Quarry',
    version,
    description:
      'Page scraping, search results, site scrapers and batches behind one API key and one credit balance. Only a success is charged.',
    contact: { name: 'Documentation', url: `${baseUrl}/docs` },
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: baseUrl }],
  security: [{ apiKey: [] }, { bearer: [] }],
  paths: {
    ...Object.fromEntries(OPERATIONS.map((operation) => [operation.path, operationPath(operation)])),
    ...batchPaths(),
    ...webhookPaths(),
    ...requestPaths(),
    ...schedulePaths(),
    ...sessionPaths(),
    ...servicePaths(filesPath),
  },
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same key.' },
    },
    headers: HEADERS,
    schemas: { ...ERROR_SCHEMAS, ...operationSchemas(), ...BATCH_SCHEMAS },
    responses: ERROR_RESPONSES,
  },
});
