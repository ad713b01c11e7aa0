import { ERRORS, type Operation } from '@quarry/contracts';
import { batchLines } from './batch-text.js';
import { crawlLines } from './crawl-text.js';
import { grammarLines } from './grammar-text.js';
import type { GuideInput } from './guide-text.js';
import { listParameters } from './parameter-list.js';
import { priceText } from './price-text.js';
import { scheduleLines } from './schedule-text.js';
import { sessionLines } from './session-text.js';
import { webhookLines } from './webhook-text.js';

const operationText = (operation: Operation): string => {
  const parameters = listParameters(operation).map(({ name, type, isRequired, default: fallback, note }) => {
    const extra = isRequired ? ', required' : fallback === undefined ? '' : `, default ${fallback}`;
    return `- ${name} (${type}${extra}): ${note}`;
  });
  return [
    `### ${operation.method} ${operation.path}`,
    operation.summary,
    priceText(operation),
    ...parameters,
    ...(operation.input.rules.length === 0 ? [] : [`Rules: ${operation.input.rules.join(' ')}`]),
    ...grammarLines(operation),
    `Example: ${JSON.stringify(operation.example)}`,
  ].join('\n');
};

/** Every endpoint with its parameters, rules and prices. */
export const endpointsText = (operations: readonly Operation[]): string => operations.map(operationText).join('\n\n');

/** The API as plain text for language models. */
export const renderLlmsText = ({ operations, baseUrl, filesUrl }: GuideInput): string =>
  [
    '# Quarry',
    `> Web pages, search results and site data as JSON. Base URL ${baseUrl}. Send the key in the x-api-key header.`,
    'GET endpoints take query parameters (lists as name[], nested ones as name[key]); POST endpoints take a JSON object. ' +
      'A success is HTTP 200 with requestMetadata.status "ok"; nothing else is charged. Machine-readable: /openapi.json. With all guides: /llms-full.txt',
    '## Endpoints',
    endpointsText(operations),
    '## Account and files',
    [
      '- GET /user/me/usage: credits and available concurrency of the account; free of charge.',
      '- GET /requests, /requests/<id>, /batches: what came of requests and batches, also after the caller has left; free of charge.',
      '- POST /requests/<id>/reparse: parses the stored documents of a request with the current parser; fetches nothing, free of charge.',
      `- GET ${filesUrl}/{account}/{request}/{name}: a stored document of one of your requests, with the same key. Responses link them.`,
      '- A page that exceeds a limit of the service is truncated; limitsHit in the response names each such limit.',
      '- Every response includes x-request-id, x-credits-charged and x-credits-remaining; 429 and 503 include Retry-After.',
      '- A page of the target with a 4xx status is a 200 with that statusCode, free of charge; failOn4xx: true makes it a 502 target_status. 403 and 407 are target_blocked; 429, and 503 with Retry-After, are target_rate_limited with retryAfterSeconds.',
      '- With Accept: text/markdown, text/html or text/plain, x-target-status is the status of the target, and a 4xx page in markdown or plain text says so in its first line.',
      '- A POST with an Idempotency-Key header is safe to retry: same key and body, same response, charged once.',
    ].join('\n'),
    '## Batches',
    batchLines().join('\n'),
    '## Crawls',
    crawlLines().join('\n'),
    '## Schedules',
    scheduleLines().join('\n'),
    '## Sessions',
    sessionLines().join('\n'),
    '## Webhooks',
    webhookLines().join('\n'),
    '## Errors',
    Object.entries(ERRORS)
      .map(([code, { status, retryable, text }]) => `- ${code} (${status}${retryable ? ', retry' : ''}): ${text}`)
      .join('\n'),
    '',
  ].join('\n\n');
