import { z } from 'zod';
import type { JsonSchema } from '../input/field.js';
import type { Operation } from '../operation.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { ASYNC_RESPONSE, CACHE_HEADERS, PREFER_PARAMETER } from './async-parts.js';
import { errorReferences } from './error-responses.js';
import { withNumberBounds, withoutSafeBounds } from './number-bounds.js';
import { withReadableTuples } from './readable-tuples.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';
import { flattenExample, queryParameters } from './query-parameters.js';

/** `enginea/ai-mode` as `EngineaAiMode`. */
export const schemaNameOf = (operation: Operation): string =>
  operation.id.replace(/(?:^|[/-])(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** JSON Schema of an operation's result. */
export const resultSchemaOf = (operation: Operation): JsonSchema =>
  // The document names the dialect once.
  withoutSafeBounds(
    Object.fromEntries(Object.entries(z.toJSONSchema(operation.result)).filter(([key]) => key !== '$schema')),
  );

/** Schema of the body of a POST operation. */
export const bodySchemaOf = ({ input }: Operation): JsonSchema => withReadableTuples(withNumberBounds(input.schema));

const parametersOf = (operation: Operation): readonly JsonSchema[] => {
  const values = flattenExample(operation.example);
  return queryParameters(operation.input.fields).map(({ name, field }) => {
    const isList = name.endsWith('[]');
    const { description, ...schema } = withNumberBounds(field.schema);
    return {
      name,
      in: 'query',
      description: field.isScalarAccepted
        ? `${String(description)} One value may also be sent as ${name.replace('[]', '')}.`
        : description,
      required: field.isRequired,
      schema,
      ...(isList ? { style: 'form', explode: true } : {}),
      ...(values[name] === undefined ? {} : { example: values[name] }),
    };
  });
};

const RAW_TYPES = ['text/markdown', 'text/html', 'text/plain'];

const TARGET_STATUS_HEADERS: JsonSchema = {
  'x-target-status': {
    description: 'Status of the target, where Accept asked for the bare text of the page.',
    schema: { type: 'string' },
  },
};

const successOf = (operation: Operation): JsonSchema => ({
  description: 'Done; `requestMetadata.status` is `ok`.',
  headers: {
    ...ACCOUNT_HEADERS,
    ...CACHE_HEADERS,
    ...(operation.method === 'POST' ? IDEMPOTENCY_HEADERS : {}),
    ...(operation.id === 'scrape/web' ? TARGET_STATUS_HEADERS : {}),
  },
  content: {
    'application/json': { schema: { $ref: `#/components/schemas/${schemaNameOf(operation)}Result` } },
    ...(operation.id === 'scrape/web'
      ? Object.fromEntries(RAW_TYPES.map((type) => [type, { schema: { type: 'string' } }]))
      : {}),
  },
});

const statusesOf = ({ method, id }: Operation): readonly number[] => [
  ...[400, 401, 402, 403],
  ...(id === 'scrape/web' ? [] : [404]),
  ...(method === 'POST' ? [409, 413, 415] : []),
  ...[422, 429, 500, 502, 503, 504, 507],
];

const priceText = ({ prices }: Operation): string =>
  prices
    .map(
      ({ when, credits }) =>
        `${credits === 1 ? '1 credit' : `${credits} credits`}${when === 'always' ? '' : ` (${when})`}`,
    )
    .join('; ');

/** The path item of an operation. */
export const operationPath = (operation: Operation): JsonSchema => {
  const rules = operation.input.rules.map((note) => `- ${note}`);
  const description = [
    `Costs ${priceText(operation)}; only a success is charged.`,
    ...(rules.length > 0 ? [`Rules:\n${rules.join('\n')}`] : []),
  ].join('\n\n');
  const input =
    operation.method === 'GET'
      ? { parameters: [...parametersOf(operation), PREFER_PARAMETER] }
      : {
          parameters: [IDEMPOTENCY_PARAMETER, PREFER_PARAMETER],
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
      ...input,
      responses: { 200: successOf(operation), 202: ASYNC_RESPONSE, ...errorReferences(statusesOf(operation)) },
    },
  };
};
