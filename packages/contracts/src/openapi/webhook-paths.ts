import { z } from 'zod';
import { ACCOUNT_EVENTS, BATCH_EVENTS, COMPAT_EVENTS, REQUEST_EVENTS } from '../routes/batch.js';
import { documentedFields } from '../input/documented-fields.js';
import type { JsonSchema } from '../input/field.js';
import { jsonSchemaOf } from '../input/json-schema.js';
import {
  deliveriesFields,
  DELIVERY_STATES,
  WEBHOOK_DELIVERIES_PATH,
  WEBHOOK_REDELIVER_PATH,
  WEBHOOK_SECRET_PATH,
} from '../routes/webhook-routes.js';
import { dataResponses } from './data-response.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';
import { withNumberBounds } from './number-bounds.js';
import { queryParameters } from './query-parameters.js';

const text: JsonSchema = { type: 'string' };
const instant: JsonSchema = { type: 'string', format: 'date-time' };
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

const DELIVERY: JsonSchema = {
  type: 'object',
  required: ['id', 'event', 'url', 'state', 'attempts', 'createdAt'],
  additionalProperties: false,
  properties: {
    id: described(text, 'The webhook-id header of every attempt.'),
    event: { type: 'string', enum: [...BATCH_EVENTS, ...COMPAT_EVENTS, ...REQUEST_EVENTS, ...ACCOUNT_EVENTS] },
    jobId: { type: 'string', format: 'uuid', description: 'The batch, for its events.' },
    requestId: { type: 'string', format: 'uuid', description: 'The request, for request.completed.' },
    url: described(text, 'The receiver.'),
    state: { type: 'string', enum: DELIVERY_STATES },
    attempts: { type: 'integer', minimum: 0, description: 'Attempts started.' },
    createdAt: instant,
    nextAttemptAt: described(instant, 'Set while the state is pending.'),
    lastAttemptAt: instant,
    lastStatusCode: { type: 'integer', description: "HTTP status of the receiver's last response." },
    lastError: described(text, 'Why the last attempt failed, such as timeout, status or ECONNREFUSED.'),
  },
};

const DELIVERIES: JsonSchema = {
  type: 'object',
  required: ['deliveries'],
  additionalProperties: false,
  properties: {
    deliveries: { type: 'array', items: DELIVERY },
    nextPage: described(text, 'URL of the next page, if there is one.'),
  },
};

const SECRETS: JsonSchema = {
  type: 'object',
  required: ['secret'],
  additionalProperties: false,
  properties: {
    secret: described(
      { type: 'string', pattern: '^whsec_[A-Za-z0-9+/]+={0,2}$' },
      'The secret that signs every webhook.',
    ),
    previousSecret: described(
      text,
      'The previous secret, which signs as well while the operator rotates the secret of the deployment.',
    ),
  },
};

const deliveriesParameters = (): readonly JsonSchema[] =>
  queryParameters(documentedFields(jsonSchemaOf(z.strictObject(deliveriesFields)))).map(({ name, field }) => {
    const { description, ...schema } = withNumberBounds(field.schema);
    return { name, in: 'query', description, required: field.isRequired, schema };
  });

/** Paths of webhooks: deliveries, redelivery and the signing secret. */
export const webhookPaths = (): Record<string, JsonSchema> => ({
  [WEBHOOK_DELIVERIES_PATH]: {
    get: {
      operationId: 'webhook-deliveries',
      summary: 'Webhook deliveries of the account',
      description: 'Newest first. Free of charge.',
      tags: ['webhooks'],
      parameters: deliveriesParameters(),
      responses: dataResponses(DELIVERIES, [401, 405, 422, 500, 503]),
    },
  },
  [WEBHOOK_REDELIVER_PATH.replace(/:(\w+)/, '{$1}')]: {
    post: {
      operationId: 'webhook-redeliver',
      summary: 'Send a webhook again',
      description:
        'Makes the delivery due now, whatever its state, with the same id and body and a full set of attempts. Free of charge.',
      tags: ['webhooks'],
      parameters: [
        { name: 'deliveryId', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Za-z0-9._-]+$' } },
        IDEMPOTENCY_PARAMETER,
      ],
      responses: dataResponses(DELIVERY, [400, 401, 404, 405, 409, 500, 501, 503, 504], IDEMPOTENCY_HEADERS),
    },
  },
  [WEBHOOK_SECRET_PATH]: {
    get: {
      operationId: 'webhook-secret',
      summary: "The signing secret of the account's webhooks",
      description: 'A Standard Webhooks secret. 501 if the deployment has no secret to derive it from. Free of charge.',
      tags: ['webhooks'],
      responses: dataResponses(SECRETS, [401, 405, 500, 501, 503]),
    },
  },
});
