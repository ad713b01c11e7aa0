import type { JsonSchema } from '../input/field.js';

/** Header parameter of every POST. */
export const IDEMPOTENCY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the call safe to retry: for 24 hours, the same key with the same body returns the first response again, with its x-request-id, free of charge and with Idempotency-Replayed: true. Calls that arrive while the first one is running wait for it. The same key with another body returns 409. Only 2xx and 4xx responses are stored, except 402 and 429; after any other response the key is free again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

export const IDEMPOTENCY_HEADERS: JsonSchema = {
  'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
};

export const IDEMPOTENCY_REPLAYED: JsonSchema = {
  description: 'true if this is the response to an earlier call with the same Idempotency-Key.',
  schema: { type: 'string', enum: ['true'] },
};
