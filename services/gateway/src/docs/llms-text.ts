import { ERRORS, type Operation } from '@quarry/contracts';
import { listParameters } from './parameter-list.js';
import { priceText } from './price-text.js';

const operationText = (operation: Operation): string => {
  const parameters = listParameters(operation).map(({ name, type, isRequired, default: fallback, note }) => {
    const extra = isRequired ? ', required' : fallback === undefined ? '' : `, default ${fallback}`;
    return `- ${name} (${type}${extra}): ${note}`;
  });
  return [
    `### ${operation.method} ${operation.path}${operation.isBuilt ? '' : ' (not in this version)'}`,
    operation.summary,
    priceText(operation),
    ...parameters,
    `Example: ${JSON.stringify(operation.example)}`,
  ].join('\n');
};

/** The contract as one plain text for language models. */
export const renderLlmsText = (operations: readonly Operation[], baseUrl: string): string =>
  [
    '# Quarry',
    `> Web pages, search results and site data as JSON. Base URL ${baseUrl}. Send the key in the x-api-key header.`,
    'GET endpoints take query parameters (lists as name[], nested ones as name[key]); POST endpoints take a JSON object. ' +
      'A success is HTTP 200 with requestMetadata.status "ok"; nothing else is charged. Machine-readable: /openapi.json',
    '## Endpoints',
    ...operations.map(operationText),
    '## Errors',
    Object.entries(ERRORS)
      .map(([code, { status, retryable, text }]) => `- ${code} (${status}${retryable ? ', retry' : ''}): ${text}`)
      .join('\n'),
    '',
  ].join('\n\n');
