import type { JsonSchema } from '../input/field.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { errorReferences } from './error-responses.js';

/** The body `{status: "ok", data}`. */
export const dataBody = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['status', 'data'],
  additionalProperties: false,
  properties: { status: { const: 'ok' }, data },
});

/** Responses of a call that returns `data`, or one of the errors with these statuses. `headers` come with the 200 only. */
export const dataResponses = (data: JsonSchema, statuses: readonly number[], headers: JsonSchema = {}): JsonSchema => ({
  200: {
    description: 'Done.',
    headers: { ...ACCOUNT_HEADERS, ...headers },
    content: { 'application/json': { schema: dataBody(data) } },
  },
  ...errorReferences(statuses),
});
