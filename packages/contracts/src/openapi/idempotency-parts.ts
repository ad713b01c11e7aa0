import type { JsonSchema } from '../input/field.js';

/** Takes part in every POST. */
export const IDEMPOTENCY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the call safe to send again: for 24 hours the same key with the same body is answered with the first answer, under its x-request-id and free of charge, and with Idempotency-Replayed: true. While the first is in flight the others wait for it. With another body the answer is 409. Only 2xx and 4xx answers are kept, 402 and 429 are not; after any other answer the key is free again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
};

export const IDEMPOTENCY_HEADERS: JsonSchema = {
  'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' },
};

/** Stands where the answer is that of an earlier call. */
export const IDEMPOTENCY_REPLAYED: JsonSchema = {
  description: 'Stands, as true, where this is the answer to an earlier call with the same Idempotency-Key.',
  schema: { type: 'string', enum: ['true'] },
};
