import { ERRORS, type Operation } from '@quarry/contracts';
import { batchLines } from './batch-section.js';
import type { SectionInput } from './docs-sections.js';
import { listParameters } from './parameter-list.js';
import { priceText } from './price-text.js';
import { webhookLines } from './webhook-section.js';

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
    ...(operation.input.rules.length === 0 ? [] : [`Rules: ${operation.input.rules.join(' ')}`]),
    `Example: ${JSON.stringify(operation.example)}`,
  ].join('\n');
};

/** The contract as one plain text for language models. */
export const renderLlmsText = ({ operations, baseUrl, filesUrl }: SectionInput): string =>
  [
    '# Quarry',
    `> Web pages, search results and site data as JSON. Base URL ${baseUrl}. Send the key in the x-api-key header.`,
    'GET endpoints take query parameters (lists as name[], nested ones as name[key]); POST endpoints take a JSON object. ' +
      'A success is HTTP 200 with requestMetadata.status "ok"; nothing else is charged. Machine-readable: /openapi.json',
    '## Endpoints',
    ...operations.map(operationText),
    '## Account and files',
    [
      '- GET /user/me/usage: credits and free places of the account; costs nothing.',
      "- POST /requests/<id>/reparse: today's parser on the stored documents of a request; fetches and costs nothing.",
      `- GET ${filesUrl}/{account}/{request}/{name}: a stored document of one of your requests, with the same key. Answers link them.`,
      '- A page that ran into a bound of the service is cut there; limitsHit in the answer names each such bound.',
      '- Every answer carries x-request-id, x-credits-charged and x-credits-remaining; Retry-After comes with 429 and 503.',
      '- A POST with an Idempotency-Key header is safe to send again: same key and body, same answer, charged once.',
    ].join('\n'),
    '## Batches',
    batchLines().join('\n'),
    '## Webhooks',
    webhookLines().join('\n'),
    '## Errors',
    Object.entries(ERRORS)
      .map(([code, { status, retryable, text }]) => `- ${code} (${status}${retryable ? ', retry' : ''}): ${text}`)
      .join('\n'),
    '',
  ].join('\n\n');
