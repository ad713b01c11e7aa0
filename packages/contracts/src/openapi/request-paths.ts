import { z } from 'zod';
import { documentedFields } from '../input/documented-fields.js';
import type { JsonSchema } from '../input/field.js';
import { jsonSchemaOf } from '../input/json-schema.js';
import { ERROR_CODES } from '../errors.js';
import {
  BATCHES_PATH,
  batchesFields,
  REQUEST_PATH,
  REQUEST_STATUSES,
  REQUESTS_PATH,
  requestsFields,
} from '../routes/request-routes.js';
import { VERDICT_NAMES } from '../verdicts.js';
import { STATUS_DATA } from './batch-schemas.js';
import { dataResponses } from './data-response.js';
import { withNumberBounds } from './number-bounds.js';
import { queryParameters } from './query-parameters.js';

const text: JsonSchema = { type: 'string' };
const id: JsonSchema = { type: 'string', format: 'uuid' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const instant: JsonSchema = { type: 'string', format: 'date-time' };
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

const TIMINGS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  description: 'Milliseconds by stage.',
  properties: {
    queueMs: described(count, 'From admission to the start of a worker.'),
    fetchMs: described(count, 'While pages were fetched by plain HTTP.'),
    renderMs: described(count, 'While pages were fetched in a browser.'),
    readMs: described(count, 'Between and after the fetches: reading, converting and storing.'),
    totalMs: described(count, 'From admission to the end.'),
  },
};

const ROW_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  id,
  operation: described(text, 'Such as scrape/web.'),
  status: described({ type: 'string', enum: REQUEST_STATUSES }, 'pending: it has not ended.'),
  key: described(text, 'Id of the API key that made it; console: a person in the console. Older requests have none.'),
  batch: described(id, 'The batch whose item this is.'),
  index: described(count, 'Position in the batch, from 0.'),
  verdict: described({ type: 'string', enum: VERDICT_NAMES }, 'What came of the fetch.'),
  error: { type: 'string', enum: ERROR_CODES },
  message: described(text, 'One readable line that says what to do.'),
  retryable: described({ type: 'boolean' }, 'Whether the same request may succeed later.'),
  reason: described(text, 'Machine-readable detail, such as the blocking system.'),
  retryAfterSeconds: described(count, 'How long the target asked to wait.'),
  host: described(text, 'Host of the target.'),
  tier: described(text, 'http or browser: what served, or was tried last.'),
  statusCode: described({ type: 'integer' }, "Status of the target's last response."),
  attempt: described({ type: 'integer', minimum: 1 }, 'Attempts that were begun.'),
  createdAt: instant,
  startedAt: described(instant, 'When a worker began it.'),
  endedAt: instant,
  timings: TIMINGS,
  creditsHeld: described(count, 'Held until it ends.'),
  creditsCharged: count,
  result: described(text, 'URL of the stored response. Requires the same API key.'),
  html: described(text, 'URL of the stored page that no parser understood. Requires the same API key.'),
};

const required = [
  ...['id', 'operation', 'status', 'attempt', 'createdAt', 'timings'],
  ...['creditsHeld', 'creditsCharged'],
];

const ROW: JsonSchema = { type: 'object', required, additionalProperties: false, properties: ROW_PROPERTIES };

const REQUEST: JsonSchema = {
  ...ROW,
  required: [...required, 'params', 'deadlineAt'],
  properties: {
    ...ROW_PROPERTIES,
    params: described({}, 'The parameters, with defaults. The values of secrets are replaced by [removed].'),
    deadlineAt: described(instant, 'When it ends at the latest.'),
  },
};

const JOB: JsonSchema = {
  ...STATUS_DATA,
  required: ['jobId', 'operation', ...STATUS_DATA.required],
  properties: { jobId: id, operation: described(text, 'Operation of the items.'), ...STATUS_DATA.properties },
};

const pageOf = (name: string, items: JsonSchema): JsonSchema => ({
  type: 'object',
  required: [name],
  additionalProperties: false,
  properties: {
    [name]: { type: 'array', items },
    nextPage: described(text, 'URL of the next page, if there may be one.'),
  },
});

const parametersOf = (shape: z.ZodRawShape): readonly JsonSchema[] =>
  queryParameters(documentedFields(jsonSchemaOf(z.strictObject(shape)))).map(({ name, field }) => {
    const { description, ...schema } = withNumberBounds(field.schema);
    return { name, in: 'query', description, required: field.isRequired, schema };
  });

/** Paths of the request log. */
export const requestPaths = (): Record<string, JsonSchema> => ({
  [REQUESTS_PATH]: {
    get: {
      operationId: 'requests-list',
      summary: 'Requests of the account',
      description:
        'Newest first, without their parameters. A page looks at a bounded number of requests, so with filters it may have few rows, or none, and still a nextPage. Free of charge.',
      tags: ['account'],
      parameters: parametersOf(requestsFields),
      responses: dataResponses(pageOf('requests', ROW), [401, 405, 422, 500, 503]),
    },
  },
  [REQUEST_PATH.replace(/:(\w+)/, '{$1}')]: {
    get: {
      operationId: 'request-get',
      summary: 'One request',
      description:
        'Also an item of a batch, and a request whose caller has left. 404 if it is no longer stored. Free of charge.',
      tags: ['account'],
      parameters: [{ name: 'requestId', in: 'path', required: true, schema: id }],
      responses: dataResponses(REQUEST, [401, 404, 405, 500, 503]),
    },
  },
  [BATCHES_PATH]: {
    get: {
      operationId: 'batches-list',
      summary: 'Batches of the account',
      description: 'Newest first. Free of charge.',
      tags: ['account'],
      parameters: parametersOf(batchesFields),
      responses: dataResponses(pageOf('batches', JOB), [401, 405, 422, 500, 503]),
    },
  },
});
