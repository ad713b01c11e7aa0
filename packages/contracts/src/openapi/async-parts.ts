import type { JsonSchema } from '../input/field.js';
import { ACCOUNT_HEADERS } from './account-headers.js';

/** Header parameter of every operation. */
export const PREFER_PARAMETER: JsonSchema = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'respond-async: do not wait for the end. The response is a 202 with the id of the request.',
  schema: { type: 'string' },
};

/** The response to a call that does not wait. */
export const ASYNC_RESPONSE: JsonSchema = {
  description:
    'With Prefer: respond-async: accepted, and not ended yet. GET /requests/{id} returns its state and result.',
  headers: { ...ACCOUNT_HEADERS, Location: { description: 'Where to ask for it.', schema: { type: 'string' } } },
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'status'],
        additionalProperties: false,
        properties: { id: { type: 'string', format: 'uuid' }, status: { const: 'pending' } },
      },
    },
  },
};

export const CACHE_HEADERS: JsonSchema = { 'x-cache': { $ref: '#/components/headers/Cache' } };
