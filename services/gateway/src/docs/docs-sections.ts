import { ERRORS, groupDigits, REQUEST_DEADLINE_MS, type Operation } from '@quarry/contracts';
import {
  IDEMPOTENCY_KEY_MAX_CHARS,
  IDEMPOTENCY_RETENTION_MS,
  MAX_BATCH_BODY_BYTES,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
  MAX_NEGOTIATED_CHARS,
  MAX_URL_CHARS,
  REFUSED_BYTES_PER_MINUTE,
  REFUSED_ITEM_BYTES,
} from '../bounds.js';
import { curlExample } from './curl-example.js';
import { anchorOf, code, codeBlock, each, NOT_YET, table, tag } from './docs-html.js';
import { escapeHtml as safe } from './escape-html.js';
import { exampleAnswer, exampleError } from './example-answers.js';
import { priceRange } from './price-text.js';

type Pairs = readonly (readonly [name: string, meaning: string])[];

const HEADERS: Pairs = [
  ['x-request-id', 'Id of this request, equal to requestMetadata.id. Name it when you ask about a call.'],
  ['x-credits-charged', 'Credits this call cost; 0 unless it succeeded.'],
  ['x-credits-remaining', 'Credits the account has left.'],
  ['RateLimit, RateLimit-Policy', 'Concurrent requests allowed (q) and left (r).'],
  ['Retry-After', 'Seconds to wait, with 429 and 503.'],
  ['Idempotency-Replayed', 'true where this is the answer to an earlier call with the same Idempotency-Key.'],
];

const LIMITS: Pairs = [
  ['Time of a call', `${REQUEST_DEADLINE_MS / 1000} seconds, waiting included. Let your client wait that long.`],
  ['Body of a call', `${MAX_BODY_BYTES / 1_048_576} MB of JSON, ${MAX_BATCH_BODY_BYTES / 1_048_576} MB of a batch.`],
  ['Address with its query', `${groupDigits(MAX_URL_CHARS)} characters.`],
  ['Nesting of a body', `${MAX_BODY_DEPTH} objects and lists inside one another.`],
  ['Values of a body', `${groupDigits(MAX_BODY_VALUES)}, and as many of each request of a batch.`],
  [
    'Refused bodies in a minute',
    `${REFUSED_BYTES_PER_MINUTE / 1_048_576} MB, each request of a batch counted as ${REFUSED_ITEM_BYTES} bytes at least; then 429 free_budget_exhausted, refused_bytes.`,
  ],
  [
    'Accept and other headers by which an answer is chosen',
    `${groupDigits(MAX_NEGOTIATED_CHARS)} characters; a longer one counts as not sent.`,
  ],
  ['Idempotency-Key', `1 to ${IDEMPOTENCY_KEY_MAX_CHARS} visible ASCII characters.`],
  ['Calls at once', 'As many as the account has places; one more is a 429 at once.'],
  ['Stored files', 'As many bytes as /user/me/usage tells; then 507 storage_exhausted, before any work is done.'],
  [
    'Free outcomes in an hour',
    'As many as were charged and the budget of the deployment beyond that, in the credits they would have cost; then 429 free_budget_exhausted. /user/me/usage tells both.',
  ],
];

const FREE_ROUTES: readonly (readonly [method: string, path: string, meaning: string])[] = [
  ['GET', '/user/me/usage', 'Credits and free places of the account.'],
  [
    'POST',
    '/requests/<id>/reparse',
    "Today's parser on the stored documents of a request: fetches nothing, free of charge.",
  ],
  ['GET', '/openapi.json', 'This contract as OpenAPI 3.1. Needs no key.'],
  ['GET', '/llms.txt', 'This page as plain text for language models. Needs no key.'],
  ['GET', '/healthz', 'Whether the service is up. Needs no key.'],
  ['GET', '/readyz', 'Whether it can take requests. Needs no key.'],
];

const pairs = (heads: readonly [string, string], rows: Pairs, isCode: boolean): string =>
  table(
    heads,
    rows.map(([name, meaning]) => [isCode ? code(name) : safe(name), safe(meaning)]),
  );

const method = (name: string): string => `<span class="method ${name.toLowerCase()}">${name}</span>`;

const routeTable = (routes: typeof FREE_ROUTES): string =>
  table(
    ['Method', 'Path', 'Meaning'],
    routes.map(([verb, path, meaning]) => [method(verb), code(path), safe(meaning)]),
  );

export interface SectionInput {
  readonly operations: readonly Operation[];
  readonly baseUrl: string;
  readonly filesUrl: string;
}

/** The operation that examples are shown of. */
const firstOf = (operations: readonly Operation[]): Operation | undefined =>
  operations.find(({ isBuilt }) => isBuilt) ?? operations[0];

export const startSection = ({ operations, baseUrl, filesUrl }: SectionInput): string => {
  const first = firstOf(operations);
  return `<h1>Quarry API</h1>
<p class="lead">Pages, search results and site data as JSON, behind one key and one credit balance.
The address is ${code(baseUrl)}.</p>
<h2 id="start">Getting started</h2>
<p>Send your key in the ${code('x-api-key')} header of every call. A fleet on your own machine prints one when it starts.</p>
${first ? codeBlock(`export QUARRY_API_KEY='...'\n\n${curlExample(first, baseUrl)}`) : ''}
<p>The answer, shortened:</p>
${codeBlock(JSON.stringify(exampleAnswer(filesUrl), null, 2))}
<ul>
<li>GET endpoints take their parameters in the query string: lists as ${code('name[]')}, nested ones as ${code('name[key]')}.
POST endpoints take a JSON object.</li>
<li>A success is HTTP 200 with ${code('requestMetadata.status')} ${code('ok')}. Nothing else is ever charged.</li>
<li>Page scraping answers in JSON; ${code('Accept: text/markdown')}, ${code('text/html')} or ${code('text/plain')} gets the bare text.</li>
<li>A page that ran into a bound of ours, such as the most links, is cut there, and ${code('limitsHit')} in the answer names each such bound.</li>
<li>Addresses on ${code(filesUrl)} are stored documents of your own requests; ask for them with the same key.</li>
</ul>`;
};

export const pricesSection = (operations: readonly Operation[]): string => `<h2 id="prices">Endpoints and prices</h2>
<p>A success costs its price in credits; while a call runs, the dearest way it allows is held. Failures are free, and so is a page that the target
answered with a 4xx.</p>
${table(
  ['Endpoint', 'What it brings', 'Credits'],
  operations.map((operation) => [
    `<a href="#${anchorOf(operation.path)}">${code(operation.path)}</a>`,
    `${safe(operation.summary)}${operation.isBuilt ? '' : ` ${tag(NOT_YET)}`}`,
    `<b>${priceRange(operation)}</b>`,
  ]),
)}`;

const HOUR_MS = 3_600_000;

export const headersSection = (): string => `<h2 id="headers">Response headers</h2>
${pairs(['Header', 'Meaning'], HEADERS, true)}
<h2 id="retries">Calls that are safe to send again</h2>
<p>Send an ${code('Idempotency-Key')} of your own with a POST, such as a random UUID per task. For ${IDEMPOTENCY_RETENTION_MS / HOUR_MS} hours the same key
with the same body gets the first answer again, under its ${code('x-request-id')}, with ${code('Idempotency-Replayed: true')} and
${code('x-credits-charged: 0')}: nothing runs and nothing is charged twice. A call that comes while the first is in flight waits for it. The same key with another
body is a 409 ${code('idempotency_conflict')}. Only 2xx and 4xx answers are kept, and of those not 402 and 429: after any other, the key is free and the next call runs. Of a long list of violations the first are kept; ${code('errorsCount')} tells how many there were.</p>
<h2 id="limits">Limits</h2>
${pairs(['What', 'Limit'], LIMITS, false)}`;

export const errorsSection = (operations: readonly Operation[]): string => {
  const first = firstOf(operations);
  return `<h2 id="errors">Errors</h2>
<p>Every error has the same body: ${code('error')} is one of the codes below, ${code('message')} says what to do, and 422
${code('validation_failed')} lists all violations at once. Where ${code('retryable')} is true, the same call may succeed later: wait
${code('Retry-After')} seconds where that header is set, else a little longer each time.</p>
${first ? codeBlock(JSON.stringify(exampleError(first), null, 2)) : ''}
${table(
  ['Code', 'HTTP', 'Retry', 'Meaning'],
  Object.entries(ERRORS).map(([name, { status, retryable, text }]) => [
    code(name),
    `${status}`,
    retryable ? 'yes' : 'no',
    safe(text),
  ]),
  'errors',
)}`;
};

export const accountSection = (filesUrl: string): string => `<h2 id="account">Account and files</h2>
<p>These cost nothing.</p>
${routeTable([
  ...FREE_ROUTES.slice(0, 1),
  [
    'GET',
    `${filesUrl}/{account}/{request}/{name}`,
    'A stored document of one of your requests, with the same x-api-key.',
  ],
  ...FREE_ROUTES.slice(1),
])}`;

export const navigation = (groups: readonly (readonly [title: string, operations: readonly Operation[]])[]): string => {
  const link = ({ path, isBuilt }: Operation): string =>
    `<li><a href="#${anchorOf(path)}"${isBuilt ? '' : ' class="later"'}>${safe(path.replace(/^\/scrape\//, ''))}</a></li>`;
  const list = (title: string, items: string): string => `<h2>${title}</h2><ul>${items}</ul>`;
  return `<nav aria-label="Contents"><a class="brand" href="#start">Quarry</a>
<ul><li><a href="#start">Getting started</a></li><li><a href="#prices">Endpoints and prices</a></li><li><a href="#headers">Response headers</a></li>
<li><a href="#retries">Retries</a></li><li><a href="#limits">Limits</a></li><li><a href="#errors">Errors</a></li></ul>
${each(groups, ([title, operations]) => list(title, each(operations, link)))}
${list('More', '<li><a href="#batch">Batches</a></li><li><a href="#webhooks">Webhooks</a></li><li><a href="#account">Account and files</a></li><li><a href="/openapi.json">OpenAPI</a></li><li><a href="/llms.txt">llms.txt</a></li>')}
</nav>`;
};
