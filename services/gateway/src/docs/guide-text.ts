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
import { bullets, code, codeBlock, jsonBlock, routeTable, table } from './markdown.js';
import { exampleAnswer, exampleError } from './example-answers.js';
import { priceRange } from './price-text.js';

type Pairs = readonly (readonly [name: string, meaning: string])[];

const HEADERS: Pairs = [
  ['x-request-id', 'Id of this request, the same as requestMetadata.id. Include it when you report a problem.'],
  ['x-credits-charged', 'Credits charged for this call; 0 unless it succeeded.'],
  ['x-credits-remaining', 'Credits the account has left.'],
  ['RateLimit, RateLimit-Policy', 'Concurrent requests allowed (q) and left (r).'],
  ['Retry-After', 'Seconds to wait, with 429 and 503, and with 502 target_rate_limited if the target told.'],
  ['x-target-status', 'Status of the target, where Accept asked for the bare text of a page.'],
  ['x-cache', 'hit if this is the response of an earlier call, as maxAge asked for; then it has the id of that call.'],
  ['Idempotency-Replayed', 'true if this is the response to an earlier call with the same Idempotency-Key.'],
];

const LIMITS: Pairs = [
  [
    'Time of a call',
    `${REQUEST_DEADLINE_MS / 1000} seconds, including waiting, or the timeout among its parameters. Set the timeout of your client accordingly.`,
  ],
  ['Body of a call', `${MAX_BODY_BYTES / 1_048_576} MB of JSON, ${MAX_BATCH_BODY_BYTES / 1_048_576} MB for a batch.`],
  ['URL with its query', `${groupDigits(MAX_URL_CHARS)} characters.`],
  ['Nesting of a body', `${MAX_BODY_DEPTH} levels.`],
  ['Values of a body', `${groupDigits(MAX_BODY_VALUES)}, and the same for each request of a batch.`],
  [
    'Refused bodies per minute',
    `${REFUSED_BYTES_PER_MINUTE / 1_048_576} MB, counting each request of a batch as at least ${REFUSED_ITEM_BYTES} bytes; then 429 free_budget_exhausted, refused_bytes.`,
  ],
  ['Accept and other negotiation headers', `${groupDigits(MAX_NEGOTIATED_CHARS)} characters; a longer one is ignored.`],
  ['Idempotency-Key', `1 to ${IDEMPOTENCY_KEY_MAX_CHARS} visible ASCII characters.`],
  ['Concurrent calls', 'The concurrency of the account; one more call gets a 429 at once.'],
  ['Stored files', 'storedBytesLimit of /user/me/usage; then 507 storage_exhausted, before any work is done.'],
  [
    'Free outcomes per hour',
    'The credits charged in that hour plus the budget of the deployment, in the credits they would have cost; then 429 free_budget_exhausted. /user/me/usage has both.',
  ],
];

const FREE_ROUTES: readonly (readonly [method: string, path: string, meaning: string])[] = [
  ['GET', '/user/me/usage', 'Credits and available concurrency of the account.'],
  [
    'GET',
    '/requests',
    'The requests of the account, newest first; filters operation, status, error, host, since, until and batch.',
  ],
  ['GET', '/requests/<id>', 'One request: parameters without secrets, outcome, timings, credits and links.'],
  ['GET', '/batches', 'The batches of the account, newest first.'],
  [
    'POST',
    '/requests/<id>/reparse',
    'Parses the stored documents of a request with the current parser: fetches nothing, free of charge.',
  ],
  [
    'POST',
    '/files/sign',
    'Makes a link to a stored file that opens without a key: {url, expiresInSeconds}, at most 7 days.',
  ],
  ['GET', '/openapi.json', 'This API as OpenAPI 3.1. Needs no key.'],
  ['GET', '/llms.txt', 'This reference in short, for language models. Needs no key.'],
  ['GET', '/llms-full.txt', 'This reference and all guides, for language models. Needs no key.'],
  ['GET', '/healthz', 'Whether the service is up. Needs no key.'],
  ['GET', '/readyz', 'Whether it is ready for requests. Needs no key.'],
];

const pairs = (heads: readonly [string, string], rows: Pairs, isCode: boolean): string =>
  table(
    heads,
    rows.map(([name, meaning]) => [isCode ? code(name) : name, meaning]),
  );

export interface GuideInput {
  readonly operations: readonly Operation[];
  readonly baseUrl: string;
  readonly filesUrl: string;
}

const startText = ({ operations: [first], baseUrl, filesUrl }: GuideInput): string => `# Getting started

Send your key in the ${code('x-api-key')} header of every call, or as ${code('Authorization: Bearer <key>')}. A local deployment prints one when it starts.

${first ? codeBlock(`export QUARRY_API_KEY='...'\n\n${curlExample(first, baseUrl)}`, 'sh') : ''}

The response, shortened:

${jsonBlock(exampleAnswer(filesUrl))}

${bullets([
  `GET endpoints take their parameters in the query string: lists as ${code('name[]')}, nested ones as ${code('name[key]')}. POST endpoints take a JSON object.`,
  `A success is HTTP 200 with ${code('requestMetadata.status')} ${code('ok')}. Nothing else is ever charged.`,
  `Page scraping returns JSON; ${code('Accept: text/markdown')}, ${code('text/html')} or ${code('text/plain')} returns the text alone, with the status of the target in ${code('x-target-status')}. If the target responded with a 4xx, the first line of markdown and plain text says so.`,
  `A page that exceeds a limit, such as the maximum number of links, is truncated, and ${code('limitsHit')} in the response names each such limit.`,
  `URLs on ${code(filesUrl)} are stored documents of your own requests; request them with the same key.`,
])}`;

const pricesText = (operations: readonly Operation[]): string => `# Endpoints and prices

A success costs its price in credits; while a call runs, its highest possible price is held. Failures are free, and so are a page that the target returned with a 4xx and one without any bytes.

${table(
  ['Endpoint', 'Result', 'Credits'],
  operations.map((operation) => [code(operation.path), operation.summary, priceRange(operation)]),
)}`;

/** What the neutral names of engines and sites mean. */
const namesText = (operations: readonly Operation[]): string => {
  const titles = new Map(operations.flatMap(({ target }) => (target ? [[target.name, target.title] as const] : [])));
  return `# Names of engines and sites

The API names search engines and sites by neutral words.

${table(
  ['Name', 'Meaning'],
  [...titles].map(([name, title]) => [code(name), title]),
)}`;
};

const HOUR_MS = 3_600_000;

const headersText = (): string => `# Response headers

${pairs(['Header', 'Meaning'], HEADERS, true)}

# Safe retries

Send an ${code('Idempotency-Key')} of your own with a POST, such as a random UUID per task. For ${IDEMPOTENCY_RETENTION_MS / HOUR_MS} hours the same key with the same body returns the first response again, with its ${code('x-request-id')}, ${code('Idempotency-Replayed: true')} and ${code('x-credits-charged: 0')}: nothing runs or is charged twice. A call that arrives while the first one is running waits for it. The same key with another body returns a 409 ${code('idempotency_conflict')}. Only 2xx and 4xx responses are stored, except 402 and 429: after any other response the key is free and the next call runs. Of a long list of violations only the first are stored; ${code('errorsCount')} is their total number.

# Options of every call

${bullets([
  `${code('timeout')}: milliseconds for the whole call, waiting and retries included; past it 504 ${code('target_timeout')}, free of charge.`,
  `${code('maxAge')}: seconds. The response of an earlier call of your account with the same parameters is returned again if it is not older: free of charge, at once, with ${code('x-cache: hit')} and the id of that call. Only charged responses are, and never those to calls with credentials in ${code('headers')}; where responses have page tokens, none older than an hour. ${code('creditsCharged')} and ${code('timings')} in it are those of that call; no webhook event is sent.`,
  `${code('Prefer: respond-async')} (a header): the response is a 202 ${code('{"id": "...", "status": "pending"}')} once the call is accepted. ${code('GET /requests/<id>')} returns its state and result. It keeps its place among your concurrent calls until it has ended.`,
  `${code('webhook')}: ${code('{"url": "https://..."}')} gets a signed event when the call has ended; see the webhooks below.`,
  `An asynchronous call repeated with its ${code('Idempotency-Key')} gets the 202 again while it runs, then its response.`,
  `A caller that hung up finds its response under its id, or by repeating a POST with the same ${code('Idempotency-Key')}.`,
])}

# Limits

${pairs(['Item', 'Limit'], LIMITS, false)}`;

const errorsText = ([first]: readonly Operation[]): string => `# Errors

Every error has the same body: ${code('error')} is one of the codes below, ${code('message')} says what to do, and 422 ${code('validation_failed')} lists all violations at once. If ${code('retryable')} is true, the same call may succeed later: wait ${code('Retry-After')} seconds if that header is set, otherwise a little longer each time.

${first ? jsonBlock(exampleError(first)) : ''}

${table(
  ['Code', 'HTTP', 'Retry', 'Meaning'],
  Object.entries(ERRORS).map(([name, { status, retryable, text }]) => [
    code(name),
    `${status}`,
    retryable ? 'yes' : 'no',
    text,
  ]),
)}`;

/** Calls about the account and its files. */
export const accountText = (filesUrl: string): string => `These cost nothing.

${routeTable([
  ...FREE_ROUTES.slice(0, 1),
  [
    'GET',
    `${filesUrl}/{account}/{request}/{name}`,
    'A stored document of one of your requests, with a key of the same account.',
  ],
  ...FREE_ROUTES.slice(1),
])}`;

/** What holds for all calls, as markdown: the introduction of the reference. */
export const guideText = (input: GuideInput): string =>
  [
    'Pages, search results and site data as JSON, behind one key and one credit balance. Only a success is charged.',
    startText(input),
    pricesText(input.operations),
    namesText(input.operations),
    headersText(),
    errorsText(input.operations),
  ].join('\n\n');
