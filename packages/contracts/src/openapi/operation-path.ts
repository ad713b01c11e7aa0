import { z } from 'zod';
import type { JsonSchema } from '../input/field.js';
import type { Operation } from '../operation.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { errorReferences } from './error-responses.js';
import { withNumberBounds } from './number-bounds.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';
import { flattenExample, queryParameters } from './query-parameters.js';

const NOT_BUILT = 'Not available in this version: a valid request is answered with 501 `not_implemented`.';

/** `enginea/ai-mode` as `EngineaAiMode`. */
export const schemaNameOf = (operation: Operation): string =>
  operation.id.replace(/(?:^|[/-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** JSON Schema of an operation's answer. */
export const resultSchemaOf = (operation: Operation): JsonSchema =>
  // The document names the dialect once.
  Object.fromEntries(Object.entries(z.toJSONSchema(operation.result)).filter(([key]) => key !== '$schema'));

/** Schema of the body of a POST operation and of a batch item. */
export const bodySchemaOf = ({ input }: Operation): JsonSchema => withNumberBounds(input.schema);

const parametersOf = (operation: Operation): readonly JsonSchema[] => {
  const values = flattenExample(operation.example);
  return queryParameters(operation.input.fields).map(({ name, field }) => {
    const isList = name.endsWith('[]');
    const { description, ...schema } = withNumberBounds(field.schema);
    const isOneText = field.form === 'list' && !isList;
    return {
      name,
      in: 'query',
      description,
      required: field.isRequired,
      schema: isOneText ? schema['items'] : schema,
      ...(isList ? { style: 'form', explode: true } : {}),
      ...(values[name] === undefined ? {} : { example: values[name] }),
    };
  });
};

const RAW_TYPES = ['text/markdown', 'text/html', 'text/plain'];

const successOf = (operation: Operation): JsonSchema => ({
  description: 'Done; `requestMetadata.status` is `ok`.',
  headers: operation.method === 'POST' ? { ...ACCOUNT_HEADERS, ...IDEMPOTENCY_HEADERS } : ACCOUNT_HEADERS,
  content: {
    'application/json': { schema: { $ref: `#/components/schemas/${schemaNameOf(operation)}Result` } },
    ...(operation.id === 'scrape/web'
      ? Object.fromEntries(RAW_TYPES.map((type) => [type, { schema: { type: 'string' } }]))
      : {}),
  },
});

const statusesOf = ({ method, id, isBuilt }: Operation): readonly number[] => [
  ...[400, 401, 402],
  ...(id === 'scrape/web' ? [] : [404]),
  ...(method === 'POST' ? [409, 413, 415] : []),
  ...[422, 429, 500],
  ...(isBuilt && id !== 'scrape/web' ? [] : [501]),
  ...[502, 503, 504],
];

const priceText = ({ prices }: Operation): string =>
  prices.map(({ when, credits }) => `${credits} credits (${when})`).join('; ');

/** The path item of an operation. */
export const operationPath = (operation: Operation): JsonSchema => {
  const rules = operation.input.rules.map((note) => `- ${note}`);
  const description = [
    `Costs ${priceText(operation)}; only a success is charged.`,
    ...(rules.length > 0 ? [`Rules:\n${rules.join('\n')}`] : []),
    ...(operation.isBuilt ? [] : [NOT_BUILT]),
  ].join('\n\n');
  const input =
    operation.method === 'GET'
      ? { parameters: parametersOf(operation) }
      : {
          parameters: [IDEMPOTENCY_PARAMETER],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${schemaNameOf(operation)}Request` },
                example: operation.example,
              },
            },
          },
        };
  return {
    [operation.method.toLowerCase()]: {
      operationId: operation.id.replace('/', '-'),
      summary: operation.summary,
      description,
      tags: [operation.id.split('/')[0]],
      'x-credits': operation.prices,
      'x-available': operation.isBuilt,
      ...input,
      responses: { 200: successOf(operation), ...errorReferences(statusesOf(operation)) },
    },
  };
};
